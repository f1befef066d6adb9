/// Tells for people what became of an event: the calls that followed, as a tree, and where each branch ended.
///
/// ```
/// combine-latest: what became of @34?
/// └─ on PublishSubject#2 next(12345)                     samples/CombineLatest.swift:17
///   ↳ on CombineLatestObserver next(12345)
///   ↳ forwardOn CombineLatestSink2_ next(true)
///   ↳ on DistinctUntilChangedSink next(true)
///     ✕ dropped by distinctUntilChanged, equal to @29
/// 5 calls, one branch
/// ```
public struct EventEffectsRenderer: Sendable {
    /// The calls that are shown; the event itself and the ends of branches always are.
    public var zoom: Zoom
    /// The columns that a line may have; nil for any number.
    public var width: Int?
    /// The characters that the tree is drawn with.
    public var branches: BranchStyle
    /// Whether lines are coloured, for a terminal.
    public var usesColor: Bool

    /// Makes a renderer.
    public init(
        zoom: Zoom = .operators, width: Int? = nil, branches: BranchStyle = .unicode, usesColor: Bool = false
    ) {
        self.zoom = zoom
        self.width = width
        self.branches = branches
        self.usesColor = usesColor
    }

    /// Writes what became of an event.
    public func render(
        _ effects: EventEffects, of event: Int, in source: any TraceSource, to output: TextOutput
    ) throws {
        let titles = NodeTitles(NodeNames(source.nodes))
        let words = StepWords(source: source, titles: titles, style: branches)
        let ends = EndWords(source, names: titles.names, makers: effects.makers)
        let tree = ShownEffects(effects, zoom: zoom)
        var line = TreeLine()
        func write() throws {
            try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
            line.clear()
        }
        line.add(TerminalText.escaped(source.title), .event)
        line.add(": what became of @\(event)?", .plain, glued: true)
        try write()
        var lines = TreeBranches(style: branches, limit: width.map { max(1, $0 * 3 / 10) } ?? 40)
        try tree.visit { row in
            line.add(String(lines.enter(level: row.level, row.place).dropLast()), .note)
            switch row.kind {
            case .effect(let index):
                let effect = effects.effects[index]
                let above = effect.above.map { effects.effects[$0].step }
                words.describe(effect.step, after: above, emits: false, on: &line)
                if effect.wasKept { line.add("\(branches.separator) later", .note, minimum: 0) }
                // Work is told with its number anyway.
                let isWork = effect.step.call.operation.row.meaning == .work
                if !isWork, effect.end != nil || effect.above == nil {
                    line.add("@\(effect.step.call.id)", .note, minimum: 0)
                }
            case .end(let end):
                let isLost: Bool
                switch end {
                case .lost, .dropped: isLost = true
                default: isLost = false
                }
                let sign = isLost ? branches.cross : branches.ellipsis
                line.add("\(sign) \(ends.sentence(end))", isLost ? .error : .note)
            }
            try write()
        }
        line.add(summary(effects, shown: tree.count, of: source), .note, minimum: 4)
        try write()
    }

    private func summary(_ effects: EventEffects, shown: Int, of source: any TraceSource) -> String {
        let total = effects.effects.count + effects.omitted
        var parts = [Count.of(total, "call") + (shown < total ? " (\(Count.grouped(shown)) shown)" : "")]
        let reached = effects.effects.count {
            $0.step.call.operation == .handler
                && !source.closures.kinds(of: $0.step.call.label).isDisjoint(with: Trace.ClosureKind.toldOfEvents)
        }
        if reached > 0 { parts.append("reached \(Count.of(reached, "closure"))") }
        let ended = effects.effects.count { $0.end != nil }
        if ended > 0 { parts.append("\(Count.grouped(ended)) \(ended == 1 ? "branch" : "branches") ended without one") }
        if let dropped = DropsText.of(source.drops) { parts.append(dropped) }
        return parts.joined(separator: ", ")
    }
}
