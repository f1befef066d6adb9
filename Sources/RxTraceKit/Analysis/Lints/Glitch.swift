/// One event makes a combining operator give two results.
struct Glitch: LintRule {
    static let definition = LintDefinition(
        name: "glitch", severity: .note,
        summary: "one event makes combineLatest give two results",
        explanation: """
            Fires where one event of a subject or a shared source reaches combineLatest by two ways. combineLatest then
            gives two results, one per way. The first is made of a new and an old value that never belonged together.
            You may well not mind. Fires too where zip pairs the elements of a subject with the answers that a flatMap
            or concatMap asks for by them, one of these ended without an answer, and zip gave a result after that: it
            pairs by count, so that each answer goes with an element of before.
            """,
        example: """
            Observable.combineLatest(price.map(net), price.map(tax)) { $0 + $1 }
            """,
        remedy: "combine in one map; or use debounce(.zero) on a queue, to keep the last")
    static let opening: Set<Trace.Operation> = [.forwardOn, .subscribe, .on]

    private static let shiftRemedy = "hand the element on with its answer: map { (id, $0) } in the closure"

    private struct Result {
        var delivery: Trace.Call
        var site: Trace.Site?
        var source: Int
        var way: Int
        var call: Int
    }

    private var last: [Int: Result] = [:]
    private var found: [Int: (first: Result, second: Result, count: Int)] = [:]

    /// The sinks of zip by the subscriptions to their sources, and the other way round.
    private var zips: [Int: Int] = [:]
    private var parts: [Int: [Int]] = [:]
    /// What flatMap began in a source of zip, by the subscription; those of which an element came.
    private var asked: [Int: Int] = [:]
    private var answered: Set<Int> = []
    /// By the sinks of zip: the end without an answer, and the first result after that.
    private var unanswered: [Int: (row: Int, end: Trace.Call)] = [:]
    private var shifted: [Int: Trace.Call] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .subscribe: true
        case .on: sort.role == .observer && sort.event != .error
        default: sort.event == .next && sort.behaviors.contains(.combines)
        }
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe { return noteAsked(call, in: walk) }
        if call.operation == .on {
            if walk.role == .observer, call.eventKind != .error { noteAnswer(call) }
            return
        }
        guard call.operation == .forwardOn, call.eventKind == .next, let sink = call.node,
            walk.behaviors.contains(.combines)
        else { return }
        if walk.behaviors.contains(.queues) {
            if unanswered[sink] != nil, shifted[sink] == nil { shifted[sink] = call }
            return
        }
        let observer = walk.callers.first { frame in
            frame.call.operation == .on && frame.role == .observer && walk.node(frame.call.node)?.owner == sink
        }
        guard let way = observer?.call.node, let event = walk.deliveringCall?.call, let source = event.node else {
            return
        }
        let result = Result(
            delivery: event, site: event.site ?? walk.callingSite, source: source, way: way, call: call.id)
        if let before = last[sink], before.delivery.id == result.delivery.id, before.way != way {
            found[sink] = (
                found[sink]?.first ?? before, found[sink]?.second ?? result, (found[sink]?.count ?? 0) + 1
            )
        }
        last[sink] = result
    }

    /// Notes the sources of zip, and what flatMap begins in them.
    private mutating func noteAsked(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.begins(call), let row = call.subscription, let parent = walk.subscription(row)?.parent
        else {
            return
        }
        if let sink = zips[parent] {
            let frame = walk.callers.first { $0.role == .sink }
            if frame?.call.operation == .on, frame?.call.eventKind == .next { asked[row] = sink }
        } else if let frame = walk.callers.first(where: { $0.role == .sink }), frame.call.operation == .run,
            frame.behaviors.contains(.combines), frame.behaviors.contains(.queues), let sink = frame.call.node
        {
            zips[row] = sink
            parts[sink, default: []].append(row)
        }
    }

    private mutating func noteAnswer(_ call: Trace.Call) {
        guard !asked.isEmpty, let row = call.subscription, let sink = asked[row] else { return }
        if call.eventKind == .next {
            answered.insert(row)
        } else if !answered.contains(row), unanswered[sink] == nil {
            unanswered[sink] = (row, call)
        }
    }

    /// The zips that go on by count, when one answer is missing.
    private func shifted(in walk: TraceWalk) -> [Trace.Finding] {
        shifted.sorted { $0.key < $1.key }.compactMap { id, result in
            guard let (row, end) = unanswered[id], let sink = walk.node(id),
                let part = walk.subscription(row)?.parent, let leaf = walk.node(walk.facts(of: part)?.chain.last),
                leaf.role == .subject,
                parts[id]?.contains(where: { $0 != part && walk.facts(of: $0)?.chain.last == leaf.id }) == true
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) pairs by count: for one element there was no answer, and each goes with one of before",
                at: walk.observable(of: id)?.site,
                [
                    .init(
                        "it ends without an answer", call: end.id, site: walk.node(walk.subscription(row)?.node)?.site),
                    .init("then a result: \(CallText.event(result))", call: result.id),
                ], remedy: Self.shiftRemedy)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        shifted(in: walk)
            + found.sorted { $0.key < $1.key }.compactMap { id, pair in
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
