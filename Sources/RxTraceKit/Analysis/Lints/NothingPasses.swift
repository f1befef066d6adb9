/// An operator that chooses was handed many elements and let none through.
struct NothingPasses: LintRule {
    static let definition = LintDefinition(
        name: "nothing-passes", severity: .warning,
        summary: "an operator was handed many elements and let none through",
        explanation: """
            Fires where an operator that chooses (filter, compactMap, debounce, skip(while:), skip(until:),
            withLatestFrom, sample …) was handed five elements or more and let none through; ten or more, if the
            operator waits before it lets one through. The elements of all its subscriptions count together. Usual
            causes: a source that is never quiet for so long, a second source that never sends. A condition of your own
            that was never true is a note: an alarm may well have had no reason.
            """,
        example: """
            typing.debounce(.seconds(3), scheduler: main)  // a key each second
                .subscribe(onNext: search)
            """,
        remedy: "mend the condition, the time, or the second source that never sends")
    static let opening: Set<Trace.Operation> = [.schedule, .handler, .on, .forwardOn]

    private struct Sink {
        var row: Int?
        var elements = 0
        var last: Trace.Call?
        var passed = false
        /// Whether it asked a scheduler for time to wait.
        var waits = false
        /// Whether a closure of the user's decides.
        var asks = false

        mutating func note(_ element: Trace.Call) {
            elements += 1
            (last, row) = (element, element.subscription)
        }
    }

    private var sinks: [Int: Sink] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on, .forwardOn: sort.event == .next && sort.role == .sink && sort.behaviors.contains(.selects)
        case .handler: sort.role == .sink && sort.behaviors.contains(.selects) && sort.runs([.computes])
        default: true
        }
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .schedule, let asking = walk.caller?.call.node, sinks[asking] != nil {
            sinks[asking]?.waits = true
        }
        if call.operation == .handler, let sink = call.node, walk.kinds(of: call).contains(.computes) {
            sinks[sink]?.asks = true
        }
        guard call.eventKind == .next, call.operation == .on || call.operation == .forwardOn, let id = call.node,
            walk.role == .sink, walk.behaviors.contains(.selects)
        else { return }
        if call.operation == .forwardOn {
            sinks[id, default: Sink()].passed = true
        } else {
            sinks[id, default: Sink()].note(call)
        }
    }

    /// The operator of a line; there may be several of a kind in one.
    private struct Place: Hashable {
        var site: Trace.Site?
        var type: String
        var turn: Int
    }

    private func place(of id: Int, _ sink: Sink, in walk: TraceWalk) -> Place {
        guard let observable = walk.observable(of: id) else { return Place(site: nil, type: "", turn: 0) }
        let above = walk.facts(of: sink.row)?.chain.drop { $0 != observable.id }.dropFirst() ?? []
        let turn = above.count { node in
            walk.node(node).map { $0.site == observable.site && $0.type == observable.type } ?? false
        }
        return Place(site: observable.site, type: observable.type, turn: turn)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let byPlace = Dictionary(grouping: sinks.sorted { $0.key < $1.key }) { place(of: $0.key, $0.value, in: walk) }
        return byPlace.compactMap { place, sinks in
            guard let site = place.site, let first = sinks.first, let node = walk.node(first.key),
                !sinks.contains(where: \.value.passed)
            else { return nil }
            let count = sinks.reduce(0) { $0 + $1.value.elements }
            guard count >= (sinks.contains(where: \.value.waits) ? 10 : 5) else { return nil }
            return finding(
                "\(walk.name(of: node)) was handed \(Count.of(count, "element")) and let none through", at: site,
                sinks.compactMap(\.value.last).suffix(1).map {
                    .init("the last of these: \(CallText.event($0))", call: $0.id)
                }, severity: sinks.contains(where: \.value.asks) ? .note : nil)
        }
    }
}
