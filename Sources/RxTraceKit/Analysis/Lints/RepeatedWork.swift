/// One operator's closure does the same work again for each subscriber of its source.
struct RepeatedWork: LintRule {
    static let definition = LintDefinition(
        name: "repeated-work", severity: .warning,
        summary: "one event runs a slow closure once per subscriber",
        explanation: """
            Fires where one event of a subject or share runs the closure of one operator, such as map, for several
            subscriptions, each time for 5 ms or more, and all but the first cost 50 ms or more together: share stands
            above the operator, or is missing. The line is that of the operator. The rule goes by the calls' times, and
            so by the machine's load: without times it finds nothing. No fault: a closure that takes no time; one that
            is subscribed once.
            """,
        example: """
            let average = candles.share(replay: 1)
                .map { average($0) }  // 20 ms, for each of three subscribers
            """,
        remedy: "put share(replay: 1) below it",
        signalRemedy: "put replayLast() or multicast below it")
    static let opening: Set<Trace.Operation> = [.handler]

    /// In nanoseconds.
    private static let least: UInt64 = 5_000_000
    private static let limit: UInt64 = 50_000_000

    /// The runs of an operator's closure for the last event.
    private struct Work {
        var delivery: Int
        var sinks: Set<Int> = []
        /// The time of all but the first.
        var lost: UInt64 = 0
        var most = 1
        var events = 0
        var example: (first: Trace.Call, second: Trace.Call?)
    }

    private var work: [Int: Work] = [:]

    static func wants(_ sort: CallSort) -> Bool { sort.role == .sink && sort.runs([.computes]) }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let duration = call.duration, duration >= Self.least, walk.kinds(of: call).contains(.computes),
            let sink = call.node, walk.role == .sink, let operation = walk.observable(of: sink),
            let delivery = walk.delivery
        else { return }
        var runs = work[operation.id] ?? Work(delivery: delivery, example: (call, nil))
        if runs.delivery != delivery || runs.sinks.isEmpty {
            (runs.delivery, runs.sinks) = (delivery, [sink])
            if runs.example.second == nil { runs.example.first = call }
        } else if runs.sinks.insert(sink).inserted {
            runs.lost += duration
            if runs.sinks.count == 2 { runs.events += 1 }
            runs.most = max(runs.most, runs.sinks.count)
            if runs.example.second == nil { runs.example.second = call }
        }
        work[operation.id] = runs
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        work.sorted { $0.key < $1.key }.compactMap { id, work in
            guard work.lost >= Self.limit, let operation = walk.node(id), let second = work.example.second else {
                return nil
            }
            let first = work.example.first
            return finding(
                "one event runs the closure of \(walk.name(of: operation)) \(Count.of(work.most, "time")), which costs "
                    + "\(DurationText.of(work.lost)) more than one run",
                at: operation.site,
                [
                    .init("it runs for one subscription", call: first.id, site: walk.site(of: first.subscription)),
                    .init("and for another", call: second.id, site: walk.site(of: second.subscription)),
                ], count: work.events)
        }
    }
}
