/// A cache answers after the network, and what it has kept replaces what is true.
struct StaleCache: LintRule {
    static let definition = LintDefinition(
        name: "stale-cache", severity: .warning,
        summary: "merge hands on a cache's answer after that of the network",
        explanation: """
            Fires where merge has two sources that answer once, the name of the function or variable of one speaks of
            something kept (cache, disk, local, stored, saved …, read in the source), and it answers after the other:
            the older value stands at the end. The line is that of merge. A note: a source of amb answers while it is
            being subscribed to, so that no other can ever be first; the line is that of amb. No fault: a cache that
            answers first; concat, which keeps the order; a source without such a name.
            """,
        example: """
            Observable.merge(fromDisk(id), fromNetwork(id))  // the disk may be slower
                .subscribe(onNext: show)
            """,
        remedy: "end the cache when the network answers: take(until:), or use concat")
    static let dependsOnOrder = true
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    private static let words: Set<String> = [
        "cache", "cached", "disk", "local", "stored", "saved", "kept", "offline", "database", "storage", "memory",
    ]

    private struct Source {
        var row: Int
        var answer: Trace.Call?
        var count = 0
    }

    /// The first three sources of each merge, by its sink, and their places by the sources' subscriptions.
    private var sources: [Int: [Source]] = [:]
    private var places: [Int: (sink: Int, index: Int)] = [:]
    /// By the sinks of amb, the element that a source gave while it was being subscribed to.
    private var atOnce: [Int: Trace.Call] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe || sort.event == .next && sort.role == .observer
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let row = call.subscription else { return }
        if call.operation == .on {
            noteChoice(call, in: walk)
            guard call.eventKind == .next, walk.role == .observer, let place = places[row] else { return }
            sources[place.sink]?[place.index].answer = call
            sources[place.sink]?[place.index].count += 1
        } else if walk.begins(call), walk.isOperators(row),
            let frame = walk.callers.first(where: { $0.role == .sink }), frame.call.operation == .run,
            walk.subscription(row)?.parent == frame.call.subscription, let sink = frame.call.node,
            let operation = walk.observable(of: sink), walk.word(for: operation) == "merge"
        {
            // Of two sources one may be a cache: more are none of this rule's.
            let index = sources[sink]?.count ?? 0
            guard index <= 2 else { return }
            places[row] = (sink, index)
            sources[sink, default: []].append(Source(row: row))
        }
    }

    /// Notes that amb takes a source which answers at once: no other can ever be first.
    private mutating func noteChoice(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next, walk.role == .observer, walk.behaviors == [.drops],
            let sink = walk.sink(of: call.node), atOnce[sink.id] == nil,
            walk.callers.contains(where: { $0.call.operation == .run && $0.call.node == sink.id }),
            walk.observable(of: sink.id).map({ walk.word(for: $0) }) == "amb"
        else { return }
        atOnce[sink.id] = call
    }

    private func chosen(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site?> = []
        return atOnce.sorted { $0.key < $1.key }.compactMap { id, answer in
            guard let sink = walk.node(id), let site = walk.observable(of: id)?.site, told.insert(site).inserted else {
                return nil
            }
            return finding(
                "\(walk.name(of: sink)) takes the source that answers at once, \(CallText.event(answer)): it always wins",
                at: site, [.init("handed on while it is being subscribed to", call: answer.id)], severity: .note,
                remedy: "use concat, which hands on the kept answer and then the new one")
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] { chosen(in: walk) + merged(in: walk) }

    private func merged(in walk: TraceWalk) -> [Trace.Finding] {
        sources.sorted { $0.key < $1.key }.compactMap { id, all in
            let answered = all.filter { $0.count == 1 && walk.subscription($0.row)?.ended == "completed" }
            guard all.count == 2, answered.count == 2, let kept = answered.first(where: { isKept($0.row, in: walk) }),
                let other = answered.first(where: { $0.row != kept.row }), !isKept(other.row, in: walk),
                let late = kept.answer, let early = other.answer, late.id > early.id,
                early.event?.value != late.event?.value, let sink = walk.node(id)
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) hands on what was kept after what is new: \(CallText.event(late)) stands",
                at: walk.observable(of: id)?.site,
                [
                    .init("the new answer: \(CallText.event(early))", call: early.id),
                    .init("then the kept one", call: late.id, site: walk.node(walk.subscription(kept.row)?.node)?.site),
                ])
        }
    }

    /// Whether the name of a source, or of the function that makes it, speaks of something kept.
    private func isKept(_ row: Int, in walk: TraceWalk) -> Bool {
        guard let chain = walk.facts(of: row)?.chain else { return false }
        let nodes = chain.compactMap { walk.node($0) }
        let functions = nodes.compactMap { $0.site.flatMap { SourceFunction(around: $0, in: text)?.name } }
        let names = nodes.compactMap(\.variable) + functions.prefix(1)
        return names.flatMap(SourceCode.words).contains(where: Self.words.contains)
    }
}
