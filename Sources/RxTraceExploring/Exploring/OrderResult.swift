import RxTraceKit

/// What one order of a program came to.
package struct OrderResult {
    package var order: ThreadOrder
    package var log: OrderLog
    package var end: OrderEnd
    package var output: String
    /// What a test's library says of expectations that did not hold.
    package var issues: [String]
    /// Nil where the program left none.
    package var recording: TraceRecording?

    /// Whether the program's threads could not go, or did not go, as the order's check says.
    package var isAnother: Bool { log.lostWay != nil || order.check.map { $0 != log.check } ?? false }

    /// The order with its check.
    package var checkedOrder: ThreadOrder {
        ThreadOrder(kind: order.kind, seen: order.seen, check: log.check)
    }

    /// Where the program's code was at the places of the log.
    package func sites(_ places: [Int]) -> [Trace.Site?] { log.sites(places, recording) }

    /// What a user sees of it, as far as the aspect goes.
    package func outcome(_ aspect: OrderOutcome.Aspect) throws -> OrderOutcome {
        var outcome = OrderOutcome(end: end, issues: issues)
        switch end {
        case .deadlock: outcome.end = .deadlock(.init(log.told(by: recording)))
        case .trapped(let signal, let message, _):
            let site = log.crashPlace.flatMap { sites([$0]).first ?? nil }
            outcome.end = .trapped(signal: signal, message: message, place: site?.description ?? "")
        case .finished, .failed, .timeout: break
        }
        switch aspect {
        case .all:
            outcome.subscriptions = try events()
            outcome.output = output
        case .output: outcome.output = output
        case .events: outcome.subscriptions = try events()
        case .findings: outcome.findings = try findings()
        case .trace:
            outcome.subscriptions = try events()
            outcome.output = output
            outcome.trace = try recording.map { JSONRenderer(times: false).string(from: try $0.trace().canonical()) }
        }
        return outcome
    }

    /// What lint and the search for leaks find, each by its rule and place.
    private func findings() throws -> [String] {
        guard let recording else { return [] }
        let all = try FaultSearch.findings(in: recording)
        return Set(all.map { "\($0.rule)\($0.site.map { " at \($0)" } ?? "")" }).sorted()
    }

    /// The user's closures in the order in which they ran.
    package func closures() throws -> [OrderClosure] {
        guard let recording else { return [] }
        var closures: [OrderClosure] = []
        var enclosing = EnclosingEvents()
        try recording.forEachCall { call in
            let enclosed = enclosing.event(for: call)
            guard call.operation == .handler, let label = call.label else { return }
            let value = (call.event ?? enclosed)?.value.map { " \($0)" } ?? ""
            let node = call.node.flatMap { recording.nodes[id: $0] }
            let owner = node?.owner.flatMap { recording.nodes[id: $0] }
            let subscription = call.subscription.flatMap { recording.subscriptions[id: $0] }
            closures.append(
                OrderClosure(text: label + value, site: call.site ?? node?.site ?? owner?.site ?? subscription?.site))
        }
        return closures
    }

    /// The events of each subscription of the user's, in the order of the places where it subscribed.
    private func events() throws -> [OrderOutcome.Subscription] {
        guard let recording else { return [] }
        let told: Set<Trace.ClosureKind> = [.next, .error, .completed]
        var events: [Int: [String]] = [:]
        var enclosing = EnclosingEvents()
        try recording.forEachCall { call in
            let enclosed = enclosing.event(for: call)
            guard call.operation == .handler, !recording.closures[call.label].isDisjoint(with: told),
                let node = call.node.flatMap({ recording.nodes[id: $0] }), node.role == .observer
            else { return }
            let value = (call.event ?? enclosed)?.value.map { " \($0)" } ?? ""
            events[call.subscription ?? 0, default: []].append((call.label ?? "") + value)
        }
        return events.map { number, events in
            let subscription = recording.subscriptions[id: number]
            let type = subscription.flatMap { recording.nodes[id: $0.node]?.type } ?? ""
            return OrderOutcome.Subscription(place: subscription?.site?.description ?? type, events: events)
        }.sorted { ($0.place, $0.events.joined(separator: "\n")) < ($1.place, $1.events.joined(separator: "\n")) }
    }
}

/// A closure of the user's that ran: its label with the value it was handed, and where it was given to the library.
package struct OrderClosure: Equatable {
    package var text: String
    package var site: Trace.Site?

    package var shown: String { text + (site.map { " at \($0)" } ?? "") }
}
