/// Writes ``TraceStatistics`` as a table for people: a row for each operator, the largest first.
///
/// Columns that say nothing are left out: those without a figure, and how many lived or ran at once where that was one.
/// Numbers of 100,000 and more are shortened (`2.50M`), so that the table fits 80 columns; the JSON has them exactly.
public struct StatisticsTable: Sendable {
    /// The column that the rows are sorted by.
    public var column: TraceStatistics.Column
    /// The columns that a line may have; nil for any number.
    public var width: Int?
    /// The characters of arrows and the like.
    public var branches: BranchStyle
    /// Whether the head is coloured, for a terminal.
    public var usesColor: Bool

    /// Makes a renderer.
    public init(
        sortedBy column: TraceStatistics.Column, width: Int? = nil, branches: BranchStyle = .unicode,
        usesColor: Bool = false
    ) {
        self.column = column
        self.width = width
        self.branches = branches
        self.usesColor = usesColor
    }

    /// The columns, and their heads.
    public static let columns: [(column: TraceStatistics.Column, title: String)] = [
        (.calls, "calls"), (.subscriptions, "subs"), (.peak, "peak"), (.threads, "thr"), (.in, "in"), (.out, "out"),
        (.drops, "drops"), (.closures, "closures"), (.own, "own"), (.waited, "waited"),
    ]

    /// Writes the statistics.
    public func render(_ statistics: TraceStatistics, of source: any TraceSource, to output: TextOutput) throws {
        let rows = statistics.sorted(by: column)
        let shown = Self.columns.filter { one in
            let most = rows.map { $0.totals[one.column] }.max() ?? 0
            // One at a time is what everybody expects.
            return most > (one.column == .peak || one.column == .threads ? 1 : 0) || one.column == column
        }
        let texts = rows.map { row in shown.map { text(row.totals, $0.column) } }
        let widths = shown.indices.map { index in
            texts.map { TerminalText.columns(of: $0[index]) }.reduce(shown[index].title.count, max)
        }
        let figures = widths.reduce(0) { $0 + $1 + 2 }
        let names = rows.map { TerminalText.escaped($0.name) }
        let longest = names.map { TerminalText.columns(of: $0) }.reduce(8, max)
        let nameWidth = max(8, min(longest, (width ?? .max) - figures))
        let head = zip(shown, widths).map { "  " + padded($0.title, $1) }.joined()
        try write(pad(statistics.grouping.rawValue, nameWidth) + head, .note, to: output)
        for (position, row) in rows.enumerated() {
            let name = TerminalText.shortenedInMiddle(names[position], to: nameWidth, ellipsis: branches.ellipsis)
            let cells = zip(texts[position], widths).map { "  " + padded($0, $1) }.joined()
            try write(pad(name, nameWidth) + cells, .plain, to: output)
            // The place has a line of its own: beside ten figures there is no room for it.
            if let site = row.site, statistics.grouping != .site {
                let place = TerminalText.escaped(site.description)
                let limit = (width ?? .max) - 2
                try write(
                    "  " + TerminalText.shortenedAtStart(place, to: limit, ellipsis: branches.ellipsis), .site,
                    to: output)
            }
            try write(row.sources, to: output)
        }
        try write(summary(statistics, source.drops), .note, to: output)
        if let text = text(source.descriptions) { try write(text, .note, to: output) }
    }

    /// The most sources of a row that are told.
    private static let mostSources = 12

    /// What the events of a row came from.
    private func write(_ sources: [TraceStatistics.Source], to output: TextOutput) throws {
        for source in sources.prefix(Self.mostSources) {
            var line = TreeLine()
            line.add("  \(branches.backArrow) in \(Count.short(source.eventsIn)) from", .note)
            line.add(TerminalText.escaped(source.name), .plain, minimum: 8)
            if let site = source.site { line.setSite(site) }
            try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
        }
        guard sources.count > Self.mostSources else { return }
        let more = Count.of(sources.count - Self.mostSources, "more source")
        try write("  \(branches.ellipsis) \(more)", .note, to: output)
    }

    private func summary(_ statistics: TraceStatistics, _ drops: Trace.Drops) -> String {
        let dropped = DropsText.of(drops).map { ", \($0)" } ?? ""
        let counts = "\(Count.of(statistics.callCount, "call")), \(Count.of(statistics.rows.count, "row"))"
        let rest = statistics.callsInNoRow
        let manner =
            switch statistics.grouping {
            case .site: "without a place"
            case .subscription: "of no subscription"
            case .operator, .type, .thread: "in no row"
            }
        let text = counts + (rest == 0 ? "" : ", \(Count.of(rest, "call")) \(manner)") + dropped
        return statistics.hasTimes || statistics.callCount == 0 ? text : text + "; the trace has no times"
    }

    /// Below this time, and with all there, the descriptions are no matter.
    private static let leastDescribing: UInt64 = 1_000_000

    private func text(_ descriptions: Trace.Descriptions) -> String? {
        guard descriptions.cut > 0 || descriptions.nanoseconds >= Self.leastDescribing else { return nil }
        let time = DurationText.of(descriptions.nanoseconds, micro: branches == .ascii ? "u" : "µ")
        let cut = descriptions.cut == 0 ? "" : ", \(Count.of(descriptions.cut, "value")) cut"
        return "\(time) for the values' descriptions\(cut)"
    }

    private func text(_ totals: TraceStatistics.Totals, _ column: TraceStatistics.Column) -> String {
        switch column {
        case .closures, .own, .waited:
            let time = totals[column]
            return time == 0 ? "-" : DurationText.of(time, micro: branches == .ascii ? "u" : "µ")
        case .peak: return totals.peakLive.map { Count.short($0) } ?? "-"
        default: return totals[column] == 0 ? "-" : Count.short(Int(clamping: totals[column]))
        }
    }

    private func write(_ text: String, _ style: TreeLine.Style, to output: TextOutput) throws {
        var line = TreeLine()
        line.add(text, style, minimum: 4)
        try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TerminalText.columns(of: text)))
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - TerminalText.columns(of: text))) + text
    }
}
