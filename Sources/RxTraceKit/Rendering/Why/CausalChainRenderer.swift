/// Tells a ``CausalChain`` for people: from the user's closure back to the emission, and on to the causes of that.
///
/// ```
/// observe-on: why handler onNext AnonymousObserver next(B)?
///   handler onNext AnonymousObserver next(B)      samples/ObserveOn.swift:15
/// ← on AnonymousObserver next(B)                  samples/ObserveOn.swift:15
/// ← invoke @61 on thread 1, waited 1.2 ms
/// …
/// ```
public struct CausalChainRenderer: Sendable {
    /// The calls that are passed over unless they are the event itself or its emission.
    public var zoom: Zoom
    /// The columns that a line may have; nil for any number.
    public var width: Int?
    /// The characters of arrows and the like.
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

    /// Writes the chain of an event that was found.
    public func render(
        _ chain: CausalChain, match: EventQuery.Match, of source: any TraceSource, to output: TextOutput
    ) throws {
        let titles = NodeTitles(NodeNames(source.nodes))
        let words = StepWords(source: source, titles: titles, style: branches)
        let shown = CausalChainZoom(chain, zoom: zoom).shown
        var line = TreeLine()
        func end() throws {
            try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
            line.clear()
        }
        line.add(TerminalText.escaped(source.title), .event)
        line.add(": why @\(match.call)?", .plain, glued: true)
        if match.count > 1 {
            line.add("\(Count.grouped(match.ordinal)) of \(Count.grouped(match.count)) that match", .note, minimum: 0)
        }
        try end()
        let turns = RepeatedTurns(chain, shown: shown)
        var hidden = 0
        for (position, step) in chain.steps.enumerated() {
            if let omitted = chain.omitted, omitted.before == position {
                line.add("  \(branches.ellipsis) \(Count.of(omitted.count, "call")) in between", .note)
                try end()
            }
            guard shown[position], !turns.isLeftOut(position) else {
                hidden += 1
                if let turn = turns.ending(at: position) {
                    words.describe(turn, on: &line)
                    try end()
                }
                continue
            }
            line.add(position == 0 ? " " : branches.backArrow, .note)
            let before = position == 0 ? nil : chain.steps[position - 1]
            words.describe(step, after: before, emits: position == chain.emission && position > 0, on: &line)
            try end()
            for (index, side) in step.sides.enumerated() {
                if words.describe(side, after: index > 0 ? step.sides[index - 1] : nil, on: &line) { try end() }
                words.describe(side, on: &line)
                try end()
            }
        }
        // On main, the program itself subscribes and begins all else; an event may be a run loop's as well.
        if let first = chain.steps.last, first.isOutside,
            first.call.operation == .on || source.threads[id: first.call.thread]?.name != "main"
        {
            words.describeOutside(first, on: &line)
            try end()
        }
        for (position, one) in chain.subscriptions.enumerated() {
            words.describe(one, isInner: position + 1 < chain.subscriptions.count, on: &line)
            try end()
        }
        line.add(summary(chain, hidden: hidden, source.drops), .note, minimum: 4)
        try end()
    }

    private func summary(_ chain: CausalChain, hidden: Int, _ drops: Trace.Drops) -> String {
        let total = chain.steps.count + (chain.omitted?.count ?? 0)
        var parts = [Count.of(total, "call")]
        if hidden > 0 { parts[0] += " (\(Count.grouped(chain.steps.count - hidden)) shown)" }
        let hops = zip(chain.steps, chain.steps.dropFirst()).filter { $0.call.thread != $1.call.thread }.count
        parts.append(hops == 0 ? "one thread" : Count.of(hops, "hop") + " between threads")
        let waits = chain.steps.indices.compactMap { chain.steps[$0].waited ?? chain.waiting(at: $0) }
        if !waits.isEmpty {
            let micro = branches == .ascii ? "u" : "µ"
            parts.append("waited \(DurationText.of(waits.reduce(0) { $0 &+ $1 }, micro: micro)) in all")
        }
        if let dropped = DropsText.of(drops) { parts.append(dropped) }
        return parts.joined(separator: ", ")
    }
}
