/// Writes ``AnnotatedSource`` for people: the source with the figures of each line in a margin.
///
/// ```
/// subs  in  out     time │    samples/MapFilter.swift
///    1        3   35 µs  │  7 Observable.of(1, 2, 3)
///    1   3    3   12 µs  │  8     .map { $0 * 10 }
/// ```
///
/// Columns without a figure are left out; so is the column of threads where all lines ran on one.
public struct AnnotatedSourceText: Sendable {
    /// The columns a line may take; nil for lines of any length.
    public var width: Int?
    /// The characters of arrows and the like.
    public var branches: BranchStyle
    /// Whether to colour the lines by their share of the time, for a terminal.
    public var usesColor: Bool

    /// A figure of the margin.
    public enum Column: String, Sendable, CaseIterable {
        /// ``LineActivity/Line/subscriptions``.
        case subs
        /// ``LineActivity/Line/live``.
        case live
        /// ``LineActivity/Line/eventsIn``.
        case `in`
        /// ``LineActivity/Line/eventsOut``.
        case out
        /// ``LineActivity/Line/drops``.
        case drops
        /// ``LineActivity/Line/time``.
        case time
        /// ``LineActivity/Line/waited``.
        case waited
        /// ``LineActivity/Line/threads``.
        case thread

        /// A line about its figures.
        public var meaning: String {
            switch self {
            case .subs: "subscriptions that the line made, and those to the operators it makes"
            case .live: "those still alive at the end"
            case .in: "events that came from other lines, or from outside"
            case .out: "events that went to other lines, counted once per receiver"
            case .drops: "events that went nowhere: nobody was there, or it had ended"
            case .time: "time in its operators and closures, without calls to other lines"
            case .waited: "time that its elements, or work that it asked for, waited"
            case .thread: "the threads its events came by; shown unless all lines have the same one"
            }
        }
    }

    /// Makes a renderer; without a width, lines are as long as they are.
    public init(width: Int? = nil, branches: BranchStyle = .unicode, usesColor: Bool = false) {
        self.width = width
        self.branches = branches
        self.usesColor = usesColor
    }

    /// Writes the files, then the findings that have no place, and a last line.
    ///
    /// - Throws: only the errors of `output`.
    public func render(_ annotated: AnnotatedSource, to output: TextOutput) throws {
        let threads = Set(annotated.activity.lines.flatMap(\.threads))
        let margin = Margin(annotated, showsThreads: threads.count > 1, width: width, branches: branches)
        for file in annotated.files { try write(file, margin, annotated, to: output) }
        let findings = FindingText(width: width, branches: branches, usesColor: usesColor)
        for finding in annotated.homeless { try findings.render(finding, to: output) }
        let count = annotated.activity.lines.count
        var parts = [Count.of(count, "line")] + TraceSummary.lines(annotated.source)
        if threads.count == 1, let line = annotated.activity.lines.first(where: { !$0.threads.isEmpty }) {
            parts[0] += " on \(annotated.threadNames(line)[0])"
        }
        parts[0] += ": \(parts.remove(at: 1))"
        for part in parts { try write([(TerminalText.escaped(part), .note)], to: output) }
    }

    private typealias Piece = (text: String, style: TreeLine.Style)

    private func write(
        _ file: AnnotatedSource.File, _ margin: Margin, _ annotated: AnnotatedSource, to output: TextOutput
    ) throws {
        let numbers = String(file.rows.last?.number ?? 0).count
        let gap = String(repeating: " ", count: numbers)
        let path = TerminalText.escaped(file.path) + (file.isAtHand ? "" : " (not found here)")
        let room = width.map { max(8, $0 - margin.columns - numbers - 4) }
        let shown = room.map { TerminalText.shortenedAtStart(path, to: $0, ellipsis: branches.ellipsis) } ?? path
        try write([("\(margin.head) \(margin.bar) \(gap) ", .note), (shown, .event)], to: output)
        let indent = file.rows.compactMap { $0.text.flatMap(Self.indent) }.min() ?? 0
        for row in file.rows {
            var pieces: [Piece] = []
            let share = row.activity.map(annotated.activity.share) ?? 0
            for (column, cell) in margin.cells(row, annotated) {
                pieces.append((cell, style(column, share: share, margin)))
            }
            let number = String(row.number)
            pieces.append((" \(margin.bar) ", .note))
            pieces.append((String(gap.dropLast(number.count)) + number + " ", share >= Self.much ? .event : .note))
            let code = TerminalText.escaped(Self.code(row.text ?? "", from: indent))
            let fitted =
                room.map { TerminalText.shortenedAtEnd(code, to: $0, ellipsis: branches.ellipsis) } ?? code
            pieces.append((fitted, row.activity == nil && row.findings.isEmpty ? .note : .plain))
            try write(pieces, to: output)
            for finding in row.findings {
                try write(finding, below: "\(margin.blank) \(margin.bar) \(gap) ", room, to: output)
            }
        }
    }

    /// From these shares of the whole on, a line took some, or much.
    private static let some = 0.05
    private static let much = 0.25

    private func style(_ column: Column, share: Double, _ margin: Margin) -> TreeLine.Style {
        guard column == .time || !margin.columnsShown.contains(.time) && (column == .in || column == .out) else {
            return column == .drops ? .error : column == .live ? .handler : .plain
        }
        return share >= Self.much ? .error : share >= Self.some ? .handler : .plain
    }

    private func write(
        _ finding: Trace.Finding, below margin: String, _ room: Int?, to output: TextOutput
    ) throws {
        let text = TerminalText.escaped("^ \(finding.severity.name): \(finding.sentence) [\(finding.rule)]")
        let lines = TerminalText.wrapped(text, to: room ?? .max, hanging: 2)
        for line in lines { try write([(margin, .note), (line, finding.severity.style)], to: output) }
    }

    private static func indent(of text: String) -> Int? {
        let blanks = text.prefix { $0 == " " || $0 == "\t" }
        return blanks.count == text.count ? nil : blanks.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    }

    private static func code(_ text: String, from indent: Int) -> String {
        let wide = text.replacing("\t", with: "    ").replacing("\r", with: "")
        return String(wide.prefix { $0 == " " }.dropFirst(indent)) + wide.drop { $0 == " " }
    }

    private func write(_ pieces: [Piece], to output: TextOutput) throws {
        var line = TreeLine()
        // Blanks at the end of a line are nobody's.
        let last = pieces.lastIndex { !$0.text.allSatisfy { $0 == " " } } ?? -1
        for (index, piece) in pieces.prefix(last + 1).enumerated() {
            let text = index == last ? String(piece.text.reversed().drop { $0 == " " }.reversed()) : piece.text
            line.add(text, piece.style, glued: true)
        }
        try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
    }
}
