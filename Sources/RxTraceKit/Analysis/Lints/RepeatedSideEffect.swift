/// A cold source is subscribed more than once, and its side effect runs for each.
struct RepeatedSideEffect: LintRule {
    static let definition = LintDefinition(
        name: "repeated-side-effect", severity: .warning,
        summary: "a cold source's side effect runs once per subscriber",
        explanation: """
            Fires where the closure of one create, deferred, using or do(onNext:) runs for more than one subscription:
            of two subscribes, or of one that uses the source twice (zip, combineLatest, merge …). Fires too where the
            closure of a flatMap makes the source, once per subscription to the flatMap. A transform such as map counts
            as pure. The line is the one that makes the source; or that of the flatMap, if its closure calls another
            function that does; or, if all subscriptions go through one observable that another statement makes of it,
            that of this observable, which is to be shared; or the only call of the function that makes it, if that is
            given to a variable (read in the source). No fault: a source behind share or one connectable; retry and
            repeat; a source that flatMap subscribes to for each element, or two of these in turn; a source of the
            library's own, such as NotificationCenter.rx.notification; a subscribe that follows the disposal of the one
            before; the same subscribe done again after its first one has ended, as a refresh does; a later subscribe,
            after the end of the first, that other code does or an event leads to.
            """,
        example: """
            let user = Observable<User>.create { … }  // asks the server
            user.subscribe(onNext: showName)
            user.subscribe(onNext: showPicture)  // asks again
            """,
        remedy: "put share(replay: 1) after the side effect, and subscribe to the result",
        signalRemedy: "use replayLazily(), which runs it once, and subscribe to the result")
    static let opening: Set<Trace.Operation> = [.create, .handler]

    /// The closures of a do that run for their side effects.
    private static let acts: ClosureKinds = [.next, .begins]
    /// Those that are effects in an operator of some kind.
    private static let effects: ClosureKinds = [.next, .begins, .creates]

    private typealias Run = SideEffectRuns.Run
    private typealias Source = SideEffectRuns.Source

    /// The closure of an operator's that made an observable, and for which subscription it ran.
    private struct Maker {
        var observable: Int
        var subscription: Int
    }

    private var runs = SideEffectRuns()
    /// The subscriptions whose side effects are known, by source.
    private var known: [Source: Set<Int>] = [:]
    private var makers: [Int: Maker] = [:]
    /// The observables that a closure made and that chains of other subscriptions use.
    private var kept: Set<Int> = []
    /// The first observable of each source that ran its side effect.
    private var examples: [Source: Trace.Node] = [:]
    /// The observables whose closure is the library's: each subscription adds an observer to a thing that is shared
    /// anyway.
    private var librarys: Set<Int> = []

    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .create || sort.runs(effects.union([.outside]))
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .create { noteMaker(of: call, in: walk) }
        let kinds = walk.kinds(of: call)
        if kinds.contains(.outside), let closure = walk.callingHandler?.call.node,
            let node = walk.observable(of: closure)
        {
            librarys.insert(node.id)
        }
        guard !kinds.isDisjoint(with: Self.effects), let node = walk.observable(ofClosure: call), node.site != nil,
            let subscription = call.subscription
        else { return }
        let effects = node.behaviors.contains(.acts) ? Self.acts : [.creates]
        guard !kinds.isDisjoint(with: effects) else { return }
        let (source, id) = origin(of: node, in: subscription, walk)
        guard let facts = walk.facts(of: id) else { return }
        // Resubscribed on events within one root, by retry or flatMap: the first of these stands for all.
        let key = facts.isSetup || facts.connectable != nil ? id : -facts.root
        guard known[source, default: []].insert(key).inserted else { return }
        examples[source] = examples[source] ?? node
        let run = Run(
            isShared: facts.connectable != nil, root: facts.connectable ?? facts.root, subscription: id,
            isSetup: facts.isSetup, handler: call, observable: node.id)
        runs.add(run, to: source, in: walk)
    }

    private mutating func noteMaker(of call: Trace.Call, in walk: TraceWalk) {
        guard let node = call.node, let handler = walk.callingHandler?.call, let sink = handler.node,
            walk.kinds(of: handler).isDisjoint(with: Self.acts.union([.creates])),
            let maker = walk.observable(of: sink),
            let subscription = handler.subscription
        else { return }
        makers[node] = Maker(observable: maker.id, subscription: subscription)
    }

    /// A source that a closure makes runs as often as the operator that has the closure is subscribed.
    private mutating func origin(
        of node: Trace.Node, in subscription: Int, _ walk: TraceWalk
    ) -> (source: Source, subscription: Int) {
        var source = Source(observable: node.id)
        var subscription = subscription
        // One that other chains subscribe to as well was made once, and kept.
        while let maker = makers[source.observable], let site = walk.node(source.observable)?.site,
            !kept.contains(source.observable)
        {
            guard walk.root(of: maker.subscription) == walk.root(of: subscription) else {
                kept.insert(source.observable)
                if let former = runs.keep(source.observable, in: walk) {
                    examples[Source(observable: source.observable)] = examples[former]
                }
                break
            }
            source.observable = maker.observable
            source.made.append(site)
            subscription = maker.subscription
        }
        return (source, subscription)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        // By one of their subscriptions: what is above another is told of for that one too.
        var told: [Int: [Set<Int>]] = [:]
        lazy var files = Set(walk.source.subscriptions.lazy.compactMap { $0.site?.file })
        let sources = runs.sources.compactMap { source, runs in
            examples[source].map { (source, node: $0, runs: runs) }
        }
        return sources.sorted { $0.node.id < $1.node.id }.compactMap { source, node, runs in
            guard runs.count > 1, !librarys.contains(node.id) else { return nil }
            // A source further down the same chains runs as often, for the same reason.
            let subscriptions = Set(runs.map { walk.root(of: $0.subscription) ?? $0.subscription })
            guard let one = subscriptions.first,
                subscriptions.count == 1 || told[one]?.contains(where: subscriptions.isSubset) != true
            else { return nil }
            for row in subscriptions { told[row, default: []].append(subscriptions) }
            let first = runs.first?.handler
            let isMaking = first.map { walk.kinds(of: $0).contains(.creates) } ?? true
            let label = isMaking ? "closure" : first?.label ?? "closure"
            var evidence = runs.prefix(8).map { run in
                Trace.Finding.Evidence(
                    "\(label) runs for the subscription made here", call: run.handler.id,
                    site: walk.site(of: run.subscription))
            }
            if source.observable != node.id, let maker = walk.node(source.observable) {
                let text = "the closure of this \(walk.name(of: maker)) makes it, and runs per subscription"
                evidence.insert(.init(text, call: nil, site: maker.site), at: 0)
            }
            if runs.count > 8 { evidence.append(.init("and \(Count.of(runs.count - 8, "time")) more")) }
            let place =
                source.observable == node.id
                ? joint(of: runs, node, in: walk) ?? keeper(of: node, files)
                : walk.node(source.observable).flatMap { maker(of: node, $0, runs, in: walk) }
            let name = walk.name(of: node)
            if place != nil { evidence.append(.init("the \(label) is that of \(name)", site: node.site)) }
            return finding(
                "\(name) is subscribed \(Count.of(runs.count, "time")), and its \(label) runs each time",
                at: place ?? node.site, evidence, remedy: remedy(for: node, at: place, runs, in: walk))
        }
    }

    /// The way out where what is to be shared has no share(), or has ended before it is subscribed again; nil for the rule's.
    private func remedy(
        for source: Trace.Node, at place: Trace.Site?, _ runs: [Run], in walk: TraceWalk
    ) -> String? {
        if source.isReactiveObjC { return nil }
        // What a share has at its source's end it keeps for nobody, unless it is told to.
        let share = isOver(between: runs, in: walk) ? "share(replay: 1, scope: .forever)" : "share(replay: 1)"
        let places = SourcePlaces(text: text)
        guard let trait = source.site.flatMap({ places.trait(ofStatementAt: $0) }),
            place.map({ text.code(from: $0, lines: 1).contains(".asObservable()") }) != true
        else { return "put \(share) after the side effect, and subscribe to the result" }
        return "put asObservable().\(share) after the side effect: a \(trait) has no share"
    }

    /// Whether a run had come to its end before the next one began.
    private func isOver(between runs: [Run], in walk: TraceWalk) -> Bool {
        zip(runs, runs.dropFirst()).contains { run, next in
            walk.subscription(run.subscription)?.ended == Trace.Event.Kind.completed.name
                && walk.facts(of: run.subscription)?.end.map { $0 < next.handler.id } == true
        }
    }

    /// Where the operator stands whose closure makes the source by a function: what it hands on is to be shared.
    private func maker(of source: Trace.Node, _ maker: Trace.Node, _ runs: [Run], in walk: TraceWalk) -> Trace.Site? {
        guard let made = source.site, let site = maker.site,
            SourceFunction(around: made, butNot: site, in: text) != nil
        else { return nil }
        return joint(of: runs, maker, in: walk) ?? site
    }

    /// Where the only call of the function that makes the source gives it to a variable, which is to be shared.
    ///
    /// - Parameter files: those that subscribe.
    private func keeper(of source: Trace.Node, _ files: Set<String>) -> Trace.Site? {
        guard let site = source.site, let function = SourceFunction(around: site, in: text) else { return nil }
        let calls = function.calls(in: files.union([site.file]))
        guard calls.count == 1, let call = calls.first,
            text.code(from: call, lines: 1).contains(#/^\s*(?:\w+\s+)*(?:let|var)\s+\w+\s*(?::[^=]+)?=/#)
        else { return nil }
        return call
    }

    /// Where the observable is made that all the subscriptions go through, if another statement makes the source: that is
    /// the one to share.
    private func joint(of runs: [Run], _ source: Trace.Node, in walk: TraceWalk) -> Trace.Site? {
        let chains = runs.map { walk.facts(of: $0.subscription)?.chain ?? [] }
        guard let joint = chains.first?.first(where: { node in chains.allSatisfy { $0.contains(node) } }),
            joint != source.id, let site = walk.node(joint)?.site, let made = source.site
        else { return nil }
        guard site.file == made.file else { return site }
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1), lines.indices.contains(made.line - 1) else { return nil }
        var start = SourceStatement.start(of: site.line - 1, in: lines)
        guard start != SourceStatement.start(of: made.line - 1, in: lines) else { return nil }
        if start > 0, SourceCode.plain(lines[start - 1]).last(where: { !$0.isWhitespace }) == "=" { start -= 1 }
        let isConstant = SourceCode.plain(lines[start]).contains(#/^\s*(?:\w+\s+)*?let\s+\w+\s*(?::[^=]+)?=/#)
        return isConstant ? Trace.Site(file: site.file, line: start + 1) : site
    }
}
