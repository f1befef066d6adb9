/// A subject that somebody waits for never ends.
struct UncompletedSubject: LintRule {
    static let definition = LintDefinition(
        name: "uncompleted-subject", severity: .warning,
        summary: "a subject never ends though somebody waits for it",
        explanation: """
            Fires where a subject had neither a terminal event nor a disposal by the end of the recording, and either
            still has living subscriptions (in no bag and of no connect(): those are the fault of the bag, or of who
            connected), or gave an element to an operator that gives its result at the end only (reduce, takeLast,
            ignoreElements, AsyncSubject) and never gave one. A subject whose subscriptions were all disposed, by a bag
            say, is no fault: it needs no end.
            """,
        example: """
            let numbers = PublishSubject<Int>()
            numbers.reduce(0, accumulator: +).subscribe(onNext: show).disposed(by: bag)
            numbers.onNext(1)  // and no onCompleted(): show never runs
            """,
        remedy: "send onCompleted() when no more is to come, or dispose the subscription")

    private struct Way: Hashable {
        var subject: Int
        var sink: Int
    }

    private var ended: Set<Int> = []
    private var observers: [Int: [Int]] = [:]
    /// The subjects each subscription observes.
    private var observed: [Int: [Int]] = [:]
    /// The operator that waits for a subject's end, and the call that handed it an element.
    private var waits: [Int: [(sink: Int, name: String, call: Int)]] = [:]
    private var known: Set<Way> = []

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node else { return }
        switch call.operation {
        case .subscribe:
            guard let node = walk.node(id), node.role == .subject, node.site != nil, let row = call.subscription
            else { return }
            if observers[id]?.last != row {
                observers[id, default: []].append(row)
                observed[row, default: []].append(id)
            }
        case .on:
            guard let node = walk.node(id) else { return }
            if node.role == .subject {
                if call.event?.kind != .next {
                    ended.insert(id)
                } else if node.behaviors.contains(.waits) {
                    note(node, waitsFor: id, call)
                }
            } else if node.role == .sink, node.behaviors.contains(.waits) || node.behaviors.contains(.ignores) {
                if call.event?.kind != .next { ended.insert(id) } else { noteSubjects(of: node, call, in: walk) }
            }
        case .dispose:
            if walk.node(id)?.role == .subject { ended.insert(id) }
        default: break
        }
    }

    /// Finds the subjects that an element comes from: those it was sent into, or replayed by, below no other code of the
    /// user's; and the one at the far end of the chain, whatever queues lie between.
    private mutating func noteSubjects(of sink: Trace.Node, _ call: Trace.Call, in walk: TraceWalk) {
        for frame in walk.callers {
            if frame.call.operation == .handler { break }
            guard frame.call.operation == .on || frame.call.operation == .subscribe,
                let subject = walk.node(frame.call.node), subject.role == .subject
            else { continue }
            note(sink, waitsFor: subject.id, call)
        }
        for subject in call.subscription.flatMap({ observed[$0] }) ?? [] { note(sink, waitsFor: subject, call) }
    }

    private mutating func note(_ sink: Trace.Node, waitsFor subject: Int, _ call: Trace.Call) {
        guard known.insert(Way(subject: subject, sink: sink.id)).inserted else { return }
        let name = sink.behaviors.contains(.ignores) ? "ignoreElements" : CallText.name(sink)
        waits[subject, default: []].append((sink.id, name, call.id))
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        merged(
            observers.sorted { $0.key < $1.key }.compactMap { id, subscriptions in
                guard !ended.contains(id), let subject = walk.node(id) else { return nil }
                // A subscription that a bag keeps is the bag's fault; one that a connection keeps is that of who
                // connected it.
                let live = subscriptions.filter {
                    walk.subscription($0)?.ended == nil && walk.facts(of: walk.root(of: $0))?.bag == nil
                        && !isConnected($0, in: walk)
                }
                let waits = (waits[id] ?? []).filter { !ended.contains($0.sink) }
                guard !live.isEmpty || !waits.isEmpty else { return nil }
                var evidence = waits.prefix(8).map { wait in
                    Trace.Finding.Evidence("\(wait.name) gives its result at the end only", call: wait.call)
                }
                evidence += live.prefix(8).map { row in
                    .init("still subscribed", call: walk.facts(of: row)?.call, site: walk.site(of: row))
                }
                let why =
                    waits.first.map { "\($0.name) waits for its end" }
                    ?? "\(Count.of(live.count, "subscription")) to it still wait\(live.count == 1 ? "s" : "")"
                return finding("\(CallText.name(subject)) never ends, and \(why)", at: subject.site, evidence)
            })
    }

    /// Whether a subscription belongs to a connection that the user made, rather than one that subscribers share.
    private func isConnected(_ subscription: Int, in walk: TraceWalk) -> Bool {
        guard let facts = walk.facts(of: subscription), facts.connectable != nil else { return false }
        return walk.facts(of: facts.root)?.connectable != nil
    }
}
