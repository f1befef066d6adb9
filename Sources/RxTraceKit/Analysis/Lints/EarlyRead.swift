/// An operator takes the latest value of a source before the same event has set it.
struct EarlyRead: LintRule {
    static let definition = LintDefinition(
        name: "early-read", severity: .note,
        summary: "withLatestFrom reads a value that its event sets later",
        explanation: """
            Fires where one event of a subject or a shared source does two things: it makes withLatestFrom give a
            result, and only then, by another way, sets the value that withLatestFrom has read. The result has the value
            before, because its chain was subscribed first. You may well have meant that.
            """,
        example: """
            taps.withLatestFrom(count).subscribe(onNext: show)  // the count before
            taps.subscribe(onNext: { count.accept(count.value + 1) })
            """,
        remedy: "first subscribe what sets the value, or take the value from one scan")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn]

    private struct Result {
        var delivery: Trace.Call
        var site: Trace.Site?
        var source: Int
        var call: Int
    }

    private var last: [Int: Result] = [:]
    private var found: [Int: (result: Result, late: Trace.Call, count: Int)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.event == .next && sort.behaviors.contains(.selects)
            && sort.role == (sort.operation == .on ? .observer : .sink)
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next, let id = call.node, walk.behaviors.contains(.selects) else { return }
        if call.operation == .forwardOn {
            // An element of its own source, rather than one of those that let it through.
            guard walk.role == .sink, walk.caller?.call.operation == .on, walk.caller?.call.node == id else { return }
            last[id] = delivery(of: call, in: walk)
        } else if walk.role == .observer, let sink = walk.node(id)?.owner, let result = last[sink],
            walk.callers.contains(where: { $0.call.id == result.delivery.id })
        {
            found[sink] = (found[sink]?.result ?? result, found[sink]?.late ?? call, (found[sink]?.count ?? 0) + 1)
            last[sink] = nil
        }
    }

    /// The outermost event of a subject or a share that a result comes of.
    private func delivery(of call: Trace.Call, in walk: TraceWalk) -> Result? {
        var result: Result?
        for frame in walk.callers where frame.call.operation == .on {
            guard frame.role == .subject || frame.behaviors.contains(.connects), let source = frame.call.node else {
                continue
            }
            result = Result(
                delivery: frame.call, site: frame.call.site ?? walk.callingSite, source: source, call: call.id)
        }
        return result
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let sink = walk.node(id), let source = walk.node(pair.result.source) else { return nil }
            return finding(
                "\(walk.name(of: sink)) takes a value that the same event of \(walk.name(of: source)) sets later",
                at: walk.observable(of: id)?.site,
                [
                    .init(
                        "the event: \(CallText.event(pair.result.delivery))", call: pair.result.delivery.id,
                        site: pair.result.site),
                    .init("it gives a result with the value before", call: pair.result.call),
                    .init("then it sets the value: \(CallText.event(pair.late))", call: pair.late.id),
                ], count: pair.count)
        }
    }
}
