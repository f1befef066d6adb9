import RxTraceKit

/// A table on a screen: figures at the right of a name, and a place at the end of the line.
struct ScreenColumns {
    struct Row {
        var name: String
        var figures: [String]
        var place: String
        var style = ScreenLine.Style.plain
        var isSelected = false
    }

    var title: String
    /// What stands behind the title.
    var note = ""
    /// The heads of the figures.
    var heads: [String]
    var rows: [Row]
    var ellipsis: String

    /// The head and as many rows as there is room for, each in `width` columns.
    func lines(width: Int, height: Int) -> [ScreenLine] {
        guard height > 0 else { return [] }
        let shown = Array(rows.prefix(height - 1))
        let widths = heads.indices.map { index in
            shown.map { TerminalText.columns(of: $0.figures[index]) }.reduce(heads[index].count, max)
        }
        let figures = widths.reduce(0) { $0 + $1 + 2 }
        let rest = max(0, width - figures - 2)
        // A place has up to half of the rest, and gives its start first.
        let placeWidth = min(shown.map { TerminalText.columns(of: $0.place) }.max() ?? 0, rest / 2)
        let nameWidth = max(0, rest - placeWidth)
        var head = ScreenLine(fit(title + (note.isEmpty ? "" : "  \(note)"), nameWidth), .title)
        for (text, width) in zip(heads, widths) { head.add("  " + right(text, width), .note) }
        return [head.fitted(width)]
            + shown.map { row in
                var line = ScreenLine(fit(TerminalText.escaped(row.name), nameWidth), row.style)
                for (text, width) in zip(row.figures, widths) { line.add("  " + right(text, width)) }
                line.add(
                    "  " + TerminalText.shortened(TerminalText.escaped(row.place), to: placeWidth, ellipsis), .place)
                return row.isSelected ? line.fitted(width, padded: true).selected : line.fitted(width)
            }
    }

    private func fit(_ text: String, _ width: Int) -> String {
        let text = TerminalText.fitted(text, to: width, ellipsis)
        return text + String(repeating: " ", count: max(0, width - TerminalText.columns(of: text)))
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - TerminalText.columns(of: text))) + text
    }
}
