/// Draws the causal tree of a trace for people: each call below its cause, across every scheduler hop.
///
/// ```
/// create-subscribe
/// ├─ create AnonymousObservable (create)                 samples/CreateSubscribe.swift:12
/// └─ subscribe AnonymousObservable · subscription 1, completed           samples/…swift:18
///   ↳ handler onNext AnonymousObserver next(1 … 1000) ×1,000
/// 38 calls (3 shown), 9 nodes, 1 subscription, none live
/// ```
///
/// A call that is alone below its caller follows it after a `↳` without going deeper, so that long chains keep their
/// room. Siblings that repeat each other, with all below them, are drawn once with their number: see ``folds``. Work
/// that ran on a scheduler hangs below the `schedule` that asked for it, and names its thread where it ran on another;
/// the turns of work that schedules itself again follow each other at one level. Memory grows with the drawn rows, and
/// by four bytes per call.
public struct TreeRenderer: TraceSourceRenderer, Sendable {
    /// Whose calls are drawn.
    public var zoom: Zoom
    /// The columns a line may take; nil for lines of any length.
    public var width: Int?
    /// The characters that the tree is drawn with.
    public var branches: BranchStyle
    /// Whether to write the escape sequences of ANSI terminals.
    public var usesColor: Bool
    /// How many levels are indented; a deeper row shows its depth as a number instead.
    public var maximumIndentation: Int
    /// Whether four or more siblings in a row that read the same but for ids and values are drawn as one: with their
    /// number, and with the first and the last value (`next(1 … 1000) ×1,000`); rounds of siblings likewise.
    ///
    /// Numbers below a folded row are those of one of its calls. In a tree of more than 32,768 rows, work on other
    /// threads is counted over all of them.
    public var folds: Bool
    /// Whether a call that is alone below its caller is indented as any other.
    public var indentsChains: Bool

    /// Makes a renderer; without a width, lines are as long as they are.
    public init(
        zoom: Zoom = .internals, width: Int? = nil, branches: BranchStyle = .unicode, usesColor: Bool = false,
        maximumIndentation: Int = 40, folds: Bool = true, indentsChains: Bool = false
    ) {
        self.zoom = zoom
        self.width = width
        self.branches = branches
        self.usesColor = usesColor
        self.maximumIndentation = maximumIndentation
        self.folds = folds
        self.indentsChains = indentsChains
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let shown = try zoomed(source)
        let names = NodeNames(shown.nodes)
        let tree = try FoldedTree(shown, names: names, folds: folds)
        try writeLine(source.title, .event, to: output)
        try render(tree, TreeLineWriter(shown, titles: NodeTitles(names), style: branches), to: output)
        for text in TraceSummary.lines(shown) { try writeLine(text, .note, to: output) }
    }

    /// The calls that the zoom shows of those a filter keeps: levels, for one, are counted among the shown.
    private func zoomed(_ source: any TraceSource) throws -> any TraceSource {
        let filtered = source as? FilteredTrace
        var filter = filtered?.filter ?? TraceFilter()
        guard filter.zoom != zoom, zoom != .internals else { return source }
        filter.zoom = zoom
        return try filter.apply(to: filtered?.whole ?? source)
    }

    private func render(_ tree: FoldedTree, _ writer: TreeLineWriter, to output: TextOutput) throws {
        struct Visit {
            var row: Int32
            var level: Int
            var place: TreeBranches.Place
        }
        var lines = TreeBranches(style: branches, limit: indentationLimit)
        var line = TreeLine()
        var stack: [Visit] = []
        func push(_ rows: [Int32], level: Int, isChain: Bool) {
            for (position, row) in rows.enumerated().reversed() {
                let isLast = position == rows.count - 1
                stack.append(Visit(row: row, level: level, place: isChain ? .step : isLast ? .lastBranch : .branch))
            }
        }
        push(tree.children(of: FoldedTree.root), level: 0, isChain: false)
        while let visit = stack.popLast() {
            line.clear()
            line.add(lines.enter(level: visit.level, visit.place), .note)
            writer.describe(tree.rows[Int(visit.row)], tree.links[Int(visit.row)], on: &line)
            try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
            let children = tree.children(of: visit.row)
            let isChain = children.count == 1 && !indentsChains
            push(children, level: isChain && visit.place == .step ? visit.level : visit.level + 1, isChain: isChain)
        }
    }

    /// Branches take no more than three fifths of the width, so that there is always room for words.
    private var indentationLimit: Int {
        let room = width.map { $0 * 3 / 5 / TreeBranches.columnsPerLevel } ?? maximumIndentation
        return max(1, min(maximumIndentation, room))
    }

    private func writeLine(_ text: String, _ style: TreeLine.Style, to output: TextOutput) throws {
        var line = TreeLine()
        line.add(TerminalText.escaped(text), style, minimum: 4)
        try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
    }
}
