/// One event makes a combining operator give two results.
struct Glitch: LintRule {
    static let definition = LintDefinition(
        name: "glitch", severity: .note,
        summary: "one event makes combineLatest give two results",
        explanation: """
            Fires where one event of a subject or a shared source reaches combineLatest by two ways. combineLatest then
            gives two results, one per way. The first is made of a new and an old value that never belonged together.
            You may well not mind.
            """,
        example: """
            Observable.combineLatest(price.map(net), price.map(tax)) { $0 + $1 }
            """,
        remedy: "combine in one map; or use debounce(.zero) on a queue, to keep the last")
    static let opening: Set<Trace.Operation> = [.forwardOn]

    private struct Result {
        var delivery: Trace.Call
        var site: Trace.Site?
        var source: Int
        var way: Int
        var call: Int
    }

    private var last: [Int: Result] = [:]
    private var found: [Int: (first: Result, second: Result, count: Int)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.event == .next && sort.behaviors.contains(.combines) && !sort.behaviors.contains(.queues)
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .forwardOn, call.eventKind == .next, let sink = call.node,
            walk.behaviors.contains(.combines), !walk.behaviors.contains(.queues)
        else { return }
        var way: Int?
        var source: (call: Trace.Call, node: Int)?
        for frame in walk.callers where frame.call.operation == .on {
            guard let id = frame.call.node else { continue }
            if frame.role == .observer, way == nil, walk.node(id)?.owner == sink { way = id }
            if frame.role == .subject || frame.behaviors.contains(.connects) { source = (frame.call, id) }
        }
        guard let way, let source else { return }
        let result = Result(
            delivery: source.call, site: source.call.site ?? walk.callingSite, source: source.node, way: way,
            call: call.id)
        if let before = last[sink], before.delivery.id == result.delivery.id, before.way != way {
            found[sink] = (
                found[sink]?.first ?? before, found[sink]?.second ?? result, (found[sink]?.count ?? 0) + 1
            )
        }
        last[sink] = result
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let sink = walk.node(id), let source = walk.node(pair.first.source) else { return nil }
            return finding(
                "one event of \(walk.name(of: source)) makes \(walk.name(of: sink)) give two results",
                at: walk.observable(of: id)?.site,
                [
                    .init(
                        "the event: \(CallText.event(pair.first.delivery))", call: pair.first.delivery.id,
                        site: pair.first.site),
                    .init("it gives a result of a new and an old value", call: pair.first.call),
                    .init("then one of two new values", call: pair.second.call),
                ], count: pair.count)
        }
    }
}
