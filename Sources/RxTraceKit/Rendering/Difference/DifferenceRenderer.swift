/// Writes a ``TraceDifference`` for people: its summary, then every difference in its place.
///
/// ```
/// Map → CompactMap at Search.swift:12
/// MapSink → CompactMapSink in 4 calls
/// calls: 6 changed, 2 removed; 40 the same
///
/// @@ subscribe Filter Search.swift:14 › run Filter @@
/// ~ subscribe Map → CompactMap
/// -   handler transform MapSink
/// ```
///
/// `-` stands before calls of the old trace only, `+` before those of the new one only, `~` before changed ones, `<`
/// and `>` before those that moved away and came here, with all below them. Of calls that differ in the same way, the first
/// is shown and the others are counted.
public struct DifferenceRenderer: Sendable {
    /// The columns a line may take; nil for lines of any length.
    public var width: Int?
    /// The characters of arrows and the like.
    public var branches: BranchStyle
    /// Whether lines are coloured, for a terminal.
    public var usesColor: Bool
    /// How many calls are shown around each that differs.
    public var context: Int
    /// How many calls are shown below one that was removed or added.
    public var belowEach: Int

    /// Makes a renderer; without a width, lines are as long as they are.
    public init(
        width: Int? = nil, branches: BranchStyle = .unicode, usesColor: Bool = false, context: Int = 3,
        belowEach: Int = 20
    ) {
        self.width = width
        self.branches = branches
        self.usesColor = usesColor
        self.context = max(0, context)
        self.belowEach = max(0, belowEach)
    }

    /// Writes nothing where the traces are the same.
    ///
    /// - Throws: only the errors of `output`.
    public func render(_ difference: TraceDifference, to output: TextOutput) throws {
        let words = DifferenceWords(difference, style: branches)
        for (position, text) in DifferenceSummary(words).lines.enumerated() {
            // The first line is for somebody who reads one line only: it is never shortened.
            try write(text, position == 0 ? .event : .note, fitting: position > 0, to: output)
        }
        let hunks = DifferenceHunks(words, context: context, belowEach: belowEach)
        for hunk in hunks.hunks { try write(hunk, words, to: output) }
        guard hunks.alike > 0 else { return }
        try output.write("\n")
        try write(
            "\(branches.ellipsis) and \(Count.of(hunks.alike, "call")) more that differ in the same way", .note,
            fitting: true, to: output)
    }

    /// The whole text as one string.
    public func string(from difference: TraceDifference) -> String {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        do {
            try render(difference, to: output)
            try output.flush()
        } catch {
            preconditionFailure("an output in memory does not fail: \(error)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ hunk: DifferenceHunks.Hunk, _ words: DifferenceWords, to output: TextOutput) throws {
        try output.write("\n")
        let rows = words.difference.rows
        try write(heading(hunk, words), .hop, fitting: true, to: output)
        var line = TreeLine()
        var position = hunk.rows.lowerBound
        while position < hunk.rows.upperBound {
            let row = rows[position]
            let (sign, style) = Self.sign(row.kind)
            line.clear()
            let indentation = min(row.depth - hunk.depth, deepest)
            line.add(sign + " " + String(repeating: "  ", count: indentation), style)
            words.describe(row, as: style, on: &line)
            words.addSite(of: row, on: &line)
            let followers = rows[(position + 1)...].prefix { $0.isFollower && $0.kind == row.kind }.count
            let isMoved = row.kind == .movedAway || row.kind == .movedHere
            if isMoved, followers > 0 { line.add("with \(Count.of(followers, "call")) below it", .note, minimum: 0) }
            try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
            position += 1
            if isMoved { position += followers }
            if row.kind == .removed || row.kind == .added, !row.isFollower, followers > belowEach {
                for shown in rows[position..<(position + belowEach)] {
                    try write(shown, hunk, words, to: output)
                }
                try write(
                    "\(sign) \(branches.ellipsis) and \(Count.of(followers - belowEach, "call")) more", style,
                    fitting: true, to: output)
                position += followers
            }
        }
    }

    private func write(
        _ row: TraceDifference.Row, _ hunk: DifferenceHunks.Hunk, _ words: DifferenceWords, to output: TextOutput
    ) throws {
        let (sign, style) = Self.sign(row.kind)
        var line = TreeLine()
        line.add(sign + " " + String(repeating: "  ", count: min(row.depth - hunk.depth, deepest)), style)
        words.describe(row, as: style, on: &line)
        words.addSite(of: row, on: &line)
        try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
    }

    /// Indentation takes no more than half of the width.
    private var deepest: Int { max(1, (width ?? 120) / 4) }

    /// The user's subscription the hunk is in, and the two calls right above it; the place of the first call that differs, or
    /// of one around it, for a hunk that is in no call.
    private func heading(_ hunk: DifferenceHunks.Hunk, _ words: DifferenceWords) -> String {
        let separator = branches == .ascii ? ">" : "›"
        let texts = hunk.path.map { position in
            var line = TreeLine()
            words.describe(words.difference.rows[position], as: .plain, on: &line)
            words.addSite(of: words.difference.rows[position], on: &line)
            return (text: line.plainText, isCall: words.difference.rows[position].newCall != nil)
        }
        let calls = texts.filter(\.isCall).map(\.text)
        let path = calls.isEmpty ? texts.map(\.text) : calls
        guard let first = path.first, let last = path.last else {
            return hunk.place.map { "@@ at \(TerminalText.escaped($0.description))" } ?? "@@ at the top"
        }
        if path.count == 1 { return "@@ \(first)" }
        let gap = path.count > 2 ? "\(branches.ellipsis) \(separator) " : ""
        let whole = "@@ \(first) \(separator) \(gap)\(last)"
        guard let width, TerminalText.columns(of: whole) > width else { return whole }
        // The user's own line says most; without room for it, the call right above has to do.
        let rest = " \(separator) \(gap)\(last)"
        let room = width - 3 - TerminalText.columns(of: rest)
        if room < 24 { return "@@ \(branches.ellipsis) \(separator) \(last)" }
        return "@@ \(TerminalText.shortenedInMiddle(first, to: room, ellipsis: branches.ellipsis))\(rest)"
    }

    private func write(_ text: String, _ style: TreeLine.Style, fitting: Bool, to output: TextOutput) throws {
        var line = TreeLine()
        line.add(text, style, minimum: 4)
        try line.write(
            to: output, width: fitting ? width : nil, ellipsis: branches.ellipsis, usesColor: usesColor)
    }

    private static func sign(_ kind: TraceDifference.Row.Kind) -> (String, TreeLine.Style) {
        switch kind {
        case .same: (" ", .plain)
        case .changed: ("~", .changed)
        case .removed: ("-", .removed)
        case .added: ("+", .added)
        case .movedAway: ("<", .moved)
        case .movedHere: (">", .moved)
        }
    }
}
