/// An operator that merges keeps more and more sources.
struct PiledSources: LintRule {
    static let definition = LintDefinition(
        name: "piled-sources", severity: .warning,
        summary: "flatMap listens to more and more sources at once",
        explanation: """
            Fires where flatMap or merge subscribes to the same subject or share three times or more, once per element,
            and leaves none of these subscriptions, so that each event comes as many times. Fires too where the sources
            that it has begun and that have not ended grow to ten or more by the end: requests of a poll that take
            longer than its period, streams of which each new one was meant to replace the one before. No fault: ten
            sources that one event began; sources that end.
            """,
        example: """
            taps.flatMap { settings }  // a second tap hands each setting on twice
                .subscribe(onNext: show)
            """,
        remedy: "use flatMapLatest, flatMapFirst, or withLatestFrom for the newest value")
    static let opening: Set<Trace.Operation> = [.subscribe]

    private struct Source {
        var row: Int
        var asked: Trace.Call
        var cause: Int
    }

    private var sources: [Int: [Source]] = [:]

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.begun(by: call) != nil, let row = call.subscription, walk.subscription(row)?.parent != nil else {
            return
        }
        for frame in walk.callers {
            guard frame.role == .sink, let sink = frame.call.node else { continue }
            let does = frame.behaviors
            guard frame.call.operation == .on, frame.call.eventKind == .next, !does.contains(.switches),
                !does.contains(.follows), !does.contains(.retries), !does.contains(.continues)
            else { return }
            let cause = walk.callers.reduce(call.id) { $1.call.id }
            sources[sink, default: []].append(Source(row: row, asked: frame.call, cause: cause))
            return
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        sources.sorted { $0.key < $1.key }.compactMap { id, all in
            guard let sink = walk.node(id) else { return nil }
            let live = all.filter { source in
                walk.facts(of: source.row)?.end == nil && !Self.ends.contains(walk.subscription(source.row)?.ended)
            }
            let leaves = Dictionary(grouping: live) { walk.facts(of: $0.row)?.chain.last ?? 0 }
            let shared = leaves.filter { leaf, sources in
                guard sources.count >= 3, let node = walk.node(leaf) else { return false }
                return node.role == .subject || node.behaviors.contains(.shares)
            }
            let name = walk.name(of: sink)
            let site = walk.observable(of: id)?.site
            if let (leaf, sources) = shared.min(by: { $0.key < $1.key }), let node = walk.node(leaf) {
                return finding(
                    "\(name) listens to \(walk.name(of: node)) \(Count.of(sources.count, "time")) at once", at: site,
                    evidence(sources) + [.init("its source: \(walk.name(of: node))", site: node.site)])
            }
            let causes = Set(live.map(\.cause)).count
            guard live.count >= 10, causes >= 10, live.count * 10 >= all.count * 9 else { return nil }
            return finding(
                "\(name) has begun \(Count.of(all.count, "source")); \(live.count) of them had not ended at the end",
                at: site, evidence(live))
        }
    }

    private static let ends = Set([Trace.Event.Kind.completed.name, Trace.Event.Kind.error.name].map(Optional.some))

    private func evidence(_ sources: [Source]) -> [Trace.Finding.Evidence] {
        sources.prefix(3).map { .init("begun by \(CallText.event($0.asked))", call: $0.asked.id) }
    }
}
