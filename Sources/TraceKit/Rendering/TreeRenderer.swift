/// Draws the causal tree of a trace for people: what called what, across every scheduler hop.
///
/// ```
/// create-subscribe
/// ├─ create AnonymousObservable (create)                 samples/CreateSubscribe.swift:12
/// └─ subscribe AnonymousObservable · subscription 1, completed           samples/…swift:18
///   └─ handler onNext AnonymousObserver next(10)
/// 38 calls (3 shown), 9 nodes, 1 subscription, none live
/// ```
///
/// Siblings that repeat each other, with all below them, are drawn once with their number (`×1,000`; `×1,000
/// instances` where each is about nodes of its own). Work that ran on a scheduler hangs below the `schedule` that
/// asked for it, and names its thread where it ran on another; the turns of work that schedules itself again follow
/// each other at one level. Time and memory grow with the number of calls.
public struct TreeRenderer: TraceRenderer, Sendable {
    public var zoom: Zoom
    /// The columns a line may take; nil for lines of any length.
    public var width: Int?
    public var branches: BranchStyle
    /// Whether to write the escape sequences of ANSI terminals.
    public var usesColor: Bool
    /// How many levels are indented; a deeper row shows its depth as a number instead.
    public var maximumIndentation: Int

    public init(
        zoom: Zoom = .internals, width: Int? = nil, branches: BranchStyle = .unicode, usesColor: Bool = false,
        maximumIndentation: Int = 40
    ) {
        self.zoom = zoom
        self.width = width
        self.branches = branches
        self.usesColor = usesColor
        self.maximumIndentation = maximumIndentation
    }

    public func render(_ trace: Trace, to output: TextOutput) throws {
        let tree = CallTree(trace)
        let outline = Outline(trace, tree: tree, zoom: zoom)
        let writer = TreeLineWriter(trace, tree: tree, style: branches)
        try writeLine(trace.scenario.isEmpty ? "trace" : trace.scenario, .event, to: output)
        try render(outline, writer: writer, to: output)
        try writeLine(TraceSummary.text(trace, shown: outline.rows.count), .note, to: output)
    }

    private func render(_ outline: Outline, writer: TreeLineWriter, to output: TextOutput) throws {
        let rows = outline.rows
        let repetitions = Repetitions(
            outline, trace: writer.trace, nodeKinds: writer.names.kinds, nodes: writer.nodes)
        var branches = TreeBranches(style: branches, limit: indentationLimit)
        // Where folded rows start, and where to go on after them; the innermost last.
        var folded: [(start: Int, end: Int)] = []
        var line = TreeLine()
        var position = 0
        while position < rows.count {
            if let next = folded.last, next.start == position {
                position = next.end
                folded.removeLast()
                continue
            }
            let row = rows[position]
            let limit = row.parent < 0 ? rows.count : Int(rows[Int(row.parent)].end)
            let run = repetitions.run(from: position, limit: limit)
            if run.count > 1 { folded.append((Int(row.end), run.end)) }
            line.clear()
            line.add(branches.enter(depth: Int(row.depth), isLast: run.end == limit), .note)
            writer.describe(row, run: run, on: &line)
            try line.write(to: output, width: width, ellipsis: self.branches.ellipsis, usesColor: usesColor)
            position += 1
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
