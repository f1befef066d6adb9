/// A subject that somebody waits for never ends.
struct UncompletedSubject: LintRule {
    static let definition = LintDefinition(
        name: "uncompleted-subject", severity: .warning,
        summary: "a subject never ends though somebody waits for it",
        explanation: """
            Fires where a subject had neither a terminal event nor a disposal by the end of the recording, and either
            still has living subscriptions (in no bag: those are the bag's fault), or was the source of an operator that gives its result at the end only
            (reduce, toArray, takeLast, ignoreElements, AsyncSubject) and never gave one. A subject whose subscriptions
            were all disposed, by a bag say, is no fault: it needs no end.
            """,
        example: """
            let numbers = PublishSubject<Int>()
            numbers.reduce(0, accumulator: +).subscribe(onNext: show).disposed(by: bag)
            numbers.onNext(1)  // and no onCompleted(): show never runs
            """,
        remedy: "send onCompleted() when no more is to come, or dispose the subscription")

    private static let waiting: Set<String> = ["ReduceSink", "ToArraySink", "TakeLastSink", "IgnoreElementsSink"]

    private var ended: Set<Int> = []
    private var observers: [Int: [Int]] = [:]
    /// What waits for an end, and the call that handed it an element.
    private var waits: [Int: [(sink: Trace.Node, call: Int)]] = [:]
    private var isKnown: Set<Int> = []

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node else { return }
        switch call.operation {
        case .subscribe:
            guard let node = walk.node(id), node.role == .subject, node.site != nil, let row = call.subscription
            else { return }
            if observers[id]?.last != row { observers[id, default: []].append(row) }
        case .on:
            guard let node = walk.node(id) else { return }
            if node.role == .subject || Self.waiting.contains(node.type), call.event?.kind != .next {
                ended.insert(id)
            } else if Self.waiting.contains(node.type), isKnown.insert(id).inserted {
                for frame in walk.callers where frame.call.operation == .on {
                    guard let subject = walk.node(frame.call.node), subject.role == .subject else { continue }
                    waits[subject.id, default: []].append((node, call.id))
                }
            } else if node.type == "AsyncSubject", isKnown.insert(id).inserted {
                waits[id, default: []].append((node, call.id))
            }
        case .dispose:
            if walk.node(id)?.role == .subject { ended.insert(id) }
        default: break
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        observers.sorted { $0.key < $1.key }.compactMap { id, subscriptions in
            guard !ended.contains(id), let subject = walk.node(id) else { return nil }
            // What a bag keeps is the bag's fault.
            let live = subscriptions.filter {
                walk.subscription($0)?.ended == nil && walk.facts(of: walk.root(of: $0))?.bag == nil
            }
            let waits = (waits[id] ?? []).filter { !ended.contains($0.sink.id) }
            guard !live.isEmpty || !waits.isEmpty else { return nil }
            var evidence = waits.prefix(8).map { wait in
                Trace.Finding.Evidence("\(CallText.name(wait.sink)) gives its result at the end only", call: wait.call)
            }
            evidence += live.prefix(8).map { row in
                .init("still subscribed", call: walk.facts(of: row)?.call, site: walk.site(of: row))
            }
            let why =
                waits.first.map { "\(CallText.name($0.sink)) waits for its end" }
                ?? "\(Count.of(live.count, "subscription")) to it still wait\(live.count == 1 ? "s" : "")"
            return finding("\(CallText.name(subject)) never ends, and \(why)", at: subject.site, evidence)
        }
    }
}
