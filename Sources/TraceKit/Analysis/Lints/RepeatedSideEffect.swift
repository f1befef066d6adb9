/// A cold source is subscribed more than once, and its side effect runs for each.
struct RepeatedSideEffect: LintRule {
    static let definition = LintDefinition(
        name: "repeated-side-effect", severity: .warning,
        summary: "a cold source's side effect runs once per subscriber",
        explanation: """
            Fires where the closure of one create, deferred or using, or that of one do(onNext:), runs for more than one
            subscription: two subscribes, or one that uses the source twice (zip, combineLatest, merge …). A transform
            such as map counts as pure. No fault: a source behind share or one connectable; retry and repeat; a source
            that flatMap subscribes for each element; a subscribe that follows on the disposal of the one before; the
            same subscribe done again after its first one has ended, as a refresh does.
            """,
        example: """
            let user = Observable<User>.create { … }  // asks the server
            user.subscribe(onNext: showName)
            user.subscribe(onNext: showPicture)  // asks again
            """,
        remedy: "share(replay: 1) after the side effect, and subscribe to what that gives")

    private static let effects: Set<String> = [
        "subscribeHandler", "observableFactory", "resourceFactory", "onNext", "afterNext", "onSubscribe",
    ]

    /// One subscription to a source that ran its side effect.
    private struct Run {
        /// The connectable or the user's subscription it ran for; the source is no more than once shared in one.
        var isShared: Bool
        var root: Int
        var subscription: Int
        var isSetup: Bool
        var handler: Trace.Call
    }

    private var runs: [Int: [Run]] = [:]
    /// The subscriptions whose side effects are known, by source.
    private var known: [Int: Set<Int>] = [:]

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .handler, Self.effects.contains(call.label ?? ""), let sink = call.node,
            let node = walk.observable(of: sink), node.site != nil, let id = call.subscription,
            let facts = walk.facts(of: id)
        else { return }
        if node.type == "Do" ? !isEffect(call) : call.label == "onNext" { return }
        // Resubscribed on events within one root, by retry or flatMap: the first of these stands for all.
        let key = facts.isSetup || facts.connectable != nil ? id : -facts.root
        guard known[node.id, default: []].insert(key).inserted else { return }
        let run = Run(
            isShared: facts.connectable != nil, root: facts.connectable ?? facts.root, subscription: id,
            isSetup: facts.isSetup, handler: call)
        add(run, to: node.id, in: walk)
    }

    private func isEffect(_ call: Trace.Call) -> Bool {
        call.label == "onNext" || call.label == "afterNext" || call.label == "onSubscribe"
    }

    private mutating func add(_ run: Run, to source: Int, in walk: TraceWalk) {
        for other in runs[source, default: []] {
            if other.isShared == run.isShared, other.root == run.root {
                // Once for each connection; and once for what events bring about.
                if run.isShared || !run.isSetup || !other.isSetup || follows(run, other, in: walk) { return }
            } else if isDoneAgain(run, after: other, in: walk) {
                return
            }
        }
        runs[source, default: []].append(run)
    }

    /// Whether an operator subscribed again on the end of what it had subscribed: retry after an error, concat.
    private func follows(_ run: Run, _ other: Run, in walk: TraceWalk) -> Bool {
        guard let before = walk.subscription(other.subscription), let parent = before.parent,
            walk.subscription(run.subscription)?.parent == parent
        else { return false }
        if before.ended == "error" { return true }
        return walk.facts(of: parent)?.chain.contains { node in
            walk.node(node).map { $0.type.hasPrefix("Concat") || $0.type.hasPrefix("Catch") } == true
        } == true
    }

    /// Whether one subscription follows on the end of another in a way that asks for the side effect to run again.
    private func isDoneAgain(_ run: Run, after other: Run, in walk: TraceWalk) -> Bool {
        guard let begin = walk.facts(of: run.isShared ? run.subscription : run.root)?.call,
            let before = walk.facts(of: other.isShared ? other.subscription : other.root), let end = before.end,
            end < begin
        else { return false }
        return before.isDisposed || walk.site(of: run.subscription) == walk.site(of: other.subscription)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var told: [Set<Int>] = []
        return runs.sorted { $0.key < $1.key }.compactMap { source, runs in
            guard runs.count > 1, let node = walk.node(source) else { return nil }
            // What is further down the same chains runs as often, for the same reason.
            let subscriptions = Set(runs.map { walk.root(of: $0.subscription) ?? $0.subscription })
            guard !told.contains(where: { $0.isSuperset(of: subscriptions) && subscriptions.count > 1 }) else {
                return nil
            }
            told.append(subscriptions)
            let label = runs.first?.handler.label ?? "closure"
            var evidence = runs.prefix(8).map { run in
                Trace.Finding.Evidence(
                    "\(label) runs for the subscription at this line", call: run.handler.id,
                    site: walk.site(of: run.subscription))
            }
            if runs.count > 8 { evidence.append(.init("and \(Count.of(runs.count - 8, "time")) more")) }
            return finding(
                "\(CallText.name(node)) is subscribed \(Count.of(runs.count, "time")), and its \(label) runs for each",
                at: node.site, evidence)
        }
    }
}
