/// A property is given a new subscription, and nobody disposes the one it had.
struct LostDisposable: LintRule {
    static let definition = LintDefinition(
        name: "lost-disposable", severity: .warning,
        summary: "a property gets a new subscription, the old lives on",
        explanation: """
            Fires where a statement that assigns a property (`subscription = source.subscribe …`, read in the source)
            subscribed again, while the subscription that it made before lived, and that one was never disposed: to
            forget a Disposable ends nothing. It fires too where the old one has ended since, but was handed an element
            after the new one had been handed its own: an older answer replaces a newer. The line is the statement's
            first. A note: the file makes the object that has the property more than once, so that each may have its
            own. No fault: a subscription that was disposed before, or has ended; a SerialDisposable, which disposes by
            itself; an element of a dictionary.
            """,
        example: """
            func start(_ mode: String) {
                subscription = positions.subscribe(onNext: log)  // twice: both log
            }
            """,
        remedy: "dispose the one before, or use a SerialDisposable or a new DisposeBag")
    static let opening: Set<Trace.Operation> = [.on]

    /// The first and the last element of each of the user's subscriptions.
    private var heard: [Int: (first: HandedEvent, last: HandedEvent)] = [:]
    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    static func wants(_ sort: CallSort) -> Bool { sort.event == .next && sort.isAtObserver }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next, let row = walk.userSubscription(told: call) else { return }
        let event = HandedEvent(call)
        heard[row] = (heard[row]?.first ?? event, event)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var rows: [Trace.Site: [Int]] = [:]
        for row in walk.users where walk.facts(of: row.id)?.bag == nil {
            if let site = row.site { rows[site, default: []].append(row.id) }
        }
        let places = SourcePlaces(text: text)
        return rows.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }.compactMap { site, rows in
            let lost = rows.dropLast().filter { walk.subscription($0)?.ended == nil }
            if lost.isEmpty { return overtaken(rows, at: site, places) }
            guard let first = lost.first, let next = rows.first(where: { $0 > first }),
                case .property(let name, let place, let isOnly)? = places.keeper(ofStatementAt: site)
            else { return nil }
            return finding(
                "\(name) is given a new subscription, and \(Count.of(lost.count, "old one")) live\(lost.count == 1 ? "s" : "") on",
                at: place,
                [
                    .init("subscribed", call: walk.facts(of: first)?.call, site: site),
                    .init("subscribed again", call: walk.facts(of: next)?.call, site: site),
                ], severity: isOnly ? nil : .note, remedy: remedy(for: first, in: walk))
        }
    }

    /// The way out of a signal's, which has no DisposeBag; nil for the rule's.
    private func remedy(for row: Int, in walk: TraceWalk) -> String? {
        walk.node(walk.subscription(row)?.node)?.isReactiveObjC == true
            ? "dispose the one before, or use a RACSerialDisposable" : nil
    }

    /// A finding for an older subscription of a line that was handed an element after a newer one had its own.
    private func overtaken(_ rows: [Int], at site: Trace.Site, _ places: SourcePlaces) -> Trace.Finding? {
        for (old, new) in zip(rows, rows.dropFirst()) {
            guard let late = heard[old]?.last, let newer = heard[new]?.first, late.call > newer.call,
                case .property(let name, let place, let isOnly)? = places.keeper(ofStatementAt: site)
            else { continue }
            return finding(
                "\(name) is given a new subscription, and the old one answers after it", at: place,
                [
                    .init("the newer is handed \(CallText.event(newer.event))", call: newer.call, site: site),
                    .init("only then the older is handed \(CallText.event(late.event))", call: late.call, site: site),
                ], severity: isOnly ? nil : .note)
        }
        return nil
    }
}
