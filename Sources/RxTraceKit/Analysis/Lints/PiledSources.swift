/// An operator that merges keeps more and more sources.
struct PiledSources: LintRule {
    static let definition = LintDefinition(
        name: "piled-sources", severity: .warning,
        summary: "flatMap listens to more and more sources at once",
        explanation: """
            Fires where flatMap or merge subscribes to the same subject or share three times or more, once per element,
            and leaves none of these subscriptions, so that each event comes as many times. Fires where a timer begins
            sources of which three or more run at once: requests of a poll that take longer than its period. Fires where
            the sources that it has begun and that have not ended grow to ten or more by the end. It is a note where an
            older stream goes on after a newer one has begun (two streams of a merge that follows a map, three of a
            flatMap): each new one may have been meant to replace the one before. It is a note too where ten requests or
            more run at once, or eight creates of one list, each for another element, and end: a server may not like
            that. A note too: a closure that leaves its event aside (flatMap { _ in … }, read in the source) begins a
            timer beside one that ticks, or a second stream for the value of a state (BehaviorRelay) that a filter lets
            through once more, as where it is to wait for that value once. No fault: sources that one event began; fewer
            that end.
            """,
        example: """
            taps.flatMap { settings }  // a second tap hands each setting on twice
                .subscribe(onNext: show)
            """,
        remedy: "use flatMapLatest, flatMapFirst, or withLatestFrom for the newest value",
        signalRemedy: "use map and switchToLatest for the newest value, or a RACCommand, which runs one at a time")
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .handler]

    private struct Source {
        var row: Int
        /// The call that asked for it, and the event that it handed on.
        var asked: Int
        var event: Trace.Event?
        var cause: Int
        /// How many ran as it had been begun.
        var atOnce: Int
        /// Its first element.
        var first: Int?
    }

    private struct Merge {
        var sources: [Source] = []
        /// How many have not ended.
        var running = 0
        /// How many ran at the end, where that were ever more, or many.
        var overlap: Int? {
            guard let last = sources.last?.atOnce, last >= 3, last >= 4 || last > sources[sources.count / 2].atOnce
            else { return nil }
            return last
        }

        /// An element of a source that came after a newer source had begun.
        var older: (source: Source, call: Trace.Call)?
        /// The source at the far end of what is merged.
        var outer: Int?
        /// Whether its closure makes a source of each element, as flatMap's does.
        var selects = false

        /// Adds a source, and gives its position.
        mutating func add(_ row: Int, asked: Trace.Call, cause: Int) -> Int {
            running += 1
            sources.append(Source(row: row, asked: asked.id, event: asked.event, cause: cause, atOnce: running))
            return sources.count - 1
        }

        mutating func note(_ element: Trace.Call, ofSourceAt position: Int) {
            if sources[position].first == nil { sources[position].first = element.id }
            guard older == nil, position != sources.count - 1,
                sources[position].cause != sources[sources.count - 1].cause
            else { return }
            older = (sources[position], element)
        }
    }

    private var merges: [Int: Merge] = [:]
    /// The subscriptions that have not ended: the sink that runs each, and its position among the sink's sources.
    private var places: [Int: (sink: Int, position: Int)] = [:]
    private var selecting: Set<Int> = []

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on: sort.role == .observer
        case .handler: sort.role == .sink && sort.runs([.makes])
        default: true
        }
    }

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler {
            if walk.role == .sink, let id = call.node, walk.kinds(of: call).contains(.makes) { selecting.insert(id) }
            return
        }
        guard call.operation == .subscribe else { return noteEvent(call, in: walk) }
        guard walk.begins(call), let row = call.subscription, walk.isOperators(row) else {
            return
        }
        for frame in walk.callers {
            guard frame.role == .sink, let sink = frame.call.node else { continue }
            let does = frame.behaviors
            guard frame.call.operation == .on, frame.call.eventKind == .next,
                does.isDisjoint(with: [.switches, .follows, .retries, .continues])
            else { return }
            let cause = walk.outermost(around: call)
            let outer = merges[sink]?.outer ?? walk.facts(of: frame.call.subscription)?.chain.last
            let position = merges[sink, default: Merge()].add(row, asked: frame.call, cause: cause)
            merges[sink]?.outer = outer
            merges[sink]?.selects = selecting.contains(sink)
            places[row] = (sink, position)
            return
        }
    }

    private mutating func noteEvent(_ call: Trace.Call, in walk: TraceWalk) {
        guard !places.isEmpty, walk.role == .observer, let row = call.subscription, let place = places[row] else {
            return
        }
        if call.eventKind == .next {
            merges[place.sink]?.note(call, ofSourceAt: place.position)
        } else {
            places[row] = nil
            merges[place.sink]?.running -= 1
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        merges.sorted { $0.key < $1.key }.compactMap { id, merge in
            walk.node(id).flatMap { finding(of: $0, merge, walk) }
        }
    }

    private func finding(of sink: Trace.Node, _ merge: Merge, _ walk: TraceWalk) -> Trace.Finding? {
        let live = merge.sources.filter { source in
            walk.facts(of: source.row)?.end == nil && walk.subscription(source.row)?.endedByEvent != true
        }
        let name = walk.name(of: sink)
        let site = walk.observable(of: sink.id)?.site
        if let (node, sources) = shared(live, in: walk) {
            return finding(
                "\(name) listens to \(walk.name(of: node)) \(Count.of(sources.count, "time")) at once", at: site,
                evidence(sources) + [.init("its source: \(walk.name(of: node))", site: node.site)])
        }
        if let running = merge.overlap, let timer = walk.node(merge.outer), timer.behaviors.contains(.endless) {
            return finding(
                "\(name) begins a source as \(walk.name(of: timer)) ticks, while \(running - 1) before it still run",
                at: site, evidence(merge.sources.suffix(running)),
                remedy: "use flatMapFirst, which skips a tick while a request runs, or concatMap")
        }
        let causes = Set(live.map(\.cause)).count
        if live.count >= 10, causes >= 10, live.count * 10 >= merge.sources.count * 9 {
            return finding(
                "\(name) has begun \(Count.of(merge.sources.count, "source")); \(live.count) of them had not ended at the end",
                at: site, evidence(live))
        }
        let areGroups = merge.sources.allSatisfy { isGroup($0, in: walk) }
        let isList = Set(merge.sources.map(\.cause)).count == 1 && merge.sources.allSatisfy { isRequest($0, in: walk) }
        let most = merge.sources.lazy.map(\.atOnce).max() ?? 0
        if most >= (isList ? 8 : 10), live.isEmpty, merge.selects, !areGroups,
            Set(merge.sources.compactMap(\.event?.value)).count >= most
        {
            return finding(
                "\(name) runs \(most) sources at once", at: site, evidence(merge.sources),
                severity: .note, remedy: "use merge(maxConcurrent:) below a map, or concatMap for one at a time")
        }
        if let older = merge.older, live.count >= 2, let site, isWait(merge, live, in: walk),
            leavesAside(site) || live[0].event?.value == "()"
        {
            return finding(
                "\(name) begins its source again for \(CallText.event(live[0].event)), and the one before goes on",
                at: site,
                evidence(live) + [.init("the older one goes on: \(CallText.event(older.call))", call: older.call.id)],
                severity: .note, remedy: "put take(1) above it to wait once, or use flatMapLatest")
        }
        if let older = merge.older, let newest = merge.sources.last, let site,
            older.source.first ?? newest.asked < newest.asked, areSameTimers(older.source, newest, in: walk),
            leavesAside(site)
        {
            return finding(
                "\(name) begins a timer anew, and the older one goes on beside it", at: site,
                evidence([older.source, newest])
                    + [.init("the older one goes on: \(CallText.event(older.call))", call: older.call.id)],
                severity: .note, remedy: "use flatMapLatest, which leaves the older timer for the newest")
        }
        guard let older = merge.older, causes >= (merge.selects ? 3 : 2), live.count == merge.sources.count,
            live.contains(where: { $0.row == older.source.row })
        else { return nil }
        return finding(
            "\(name) listens to \(Count.of(live.count, "source")) at the end: a newer one does not replace an older",
            at: site,
            evidence(live) + [.init("the older one goes on: \(CallText.event(older.call))", call: older.call.id)],
            severity: .note)
    }

    /// Whether the closure of the flatMap at a line makes no use of its element.
    private func leavesAside(_ site: Trace.Site) -> Bool {
        text.code(from: site, lines: 2)
            .contains(#/^[^\n]*flatMap\s*\(?\s*\{\s*(?:\[[^\]\n]*\]\s*)?\(?_\s*(?::[^\n)]*)?\)?\s*(?:->[^\n]*)?in\b/#)
    }

    /// Whether the sources that go on were begun for one value of a state, which is waited for.
    private func isWait(_ merge: Merge, _ live: [Source], in walk: TraceWalk) -> Bool {
        guard let state = walk.node(merge.outer), state.role == .subject, state.behaviors.contains(.replays),
            let value = live[0].event?.value, live.allSatisfy({ $0.event?.value == value }),
            let chain = walk.facts(of: walk.subscription(live[0].row)?.parent)?.chain
        else { return false }
        return chain.contains { walk.node($0)?.behaviors.contains(.selects) == true }
    }

    /// Whether a source comes from a create, whose closure asks for it.
    private func isRequest(_ source: Source, in walk: TraceWalk) -> Bool {
        guard let leaf = walk.node(walk.facts(of: source.row)?.chain.last) else { return false }
        return leaf.role == .observable && leaf.behaviors.contains(.sentTo)
    }

    /// Whether a source is a part of what is divided: a group, or a window.
    private func isGroup(_ source: Source, in walk: TraceWalk) -> Bool {
        walk.facts(of: source.row)?.chain.contains { walk.node($0)?.behaviors.contains(.handedOver) == true } == true
    }

    /// Whether two sources are timers that one line makes.
    private func areSameTimers(_ one: Source, _ other: Source, in walk: TraceWalk) -> Bool {
        let ends = [one, other].compactMap { walk.node(walk.facts(of: $0.row)?.chain.last) }
        return ends.count == 2 && ends.allSatisfy { $0.behaviors.contains(.endless) } && ends[0].site == ends[1].site
            && ends[0].site != nil && ends[0].role == .observable
    }

    /// The subject or share that several of the sources end at.
    private func shared(_ live: [Source], in walk: TraceWalk) -> (Trace.Node, [Source])? {
        let leaves = Dictionary(grouping: live) { walk.facts(of: $0.row)?.chain.last ?? 0 }
        for (leaf, sources) in leaves.sorted(by: { $0.key < $1.key }) where sources.count >= 3 {
            guard let node = walk.node(leaf), node.role == .subject || node.behaviors.contains(.shares) else {
                continue
            }
            return (node, sources)
        }
        return nil
    }

    private func evidence(_ sources: some Sequence<Source>) -> [Trace.Finding.Evidence] {
        sources.prefix(3).map { .init("begun by \(CallText.event($0.event))", call: $0.asked) }
    }
}
