import RxTraceKit

/// What one order of a program came to.
struct OrderResult {
    var order: ThreadOrder
    var log: OrderLog
    var end: OrderEnd
    var output: String
    /// Nil where the program left none.
    var recording: TraceRecording?

    /// The order with its check.
    var checkedOrder: ThreadOrder { ThreadOrder(kind: order.kind, check: log.check) }

    /// Where the program's code was at the places of the log.
    func sites(_ places: [Int]) -> [Trace.Site?] { log.sites(places, recording) }

    /// What a user sees of it.
    func outcome() throws -> OrderOutcome {
        var end = end
        if case .deadlock = end { end = .deadlock(log.told(by: recording)) }
        return OrderOutcome(subscriptions: try events(), output: output, end: end)
    }

    /// The user's closures in the order in which they ran.
    func closures() throws -> [OrderClosure] {
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
struct OrderClosure: Equatable {
    var text: String
    var site: Trace.Site?

    var shown: String { text + (site.map { " at \($0)" } ?? "") }
}

/// What a user can see of a run: each subscription's events, what was printed, and how it ended.
struct OrderOutcome: Hashable {
    struct Subscription: Hashable, Encodable {
        /// Where the user's code subscribed, or what to.
        var place: String
        /// Each as the closure's label and the value that it was handed.
        var events: [String]

        private enum CodingKeys: String, CodingKey {
            case place = "subscription"
            case events
        }
    }

    var subscriptions: [Subscription]
    var output: String
    var end: OrderEnd
}
