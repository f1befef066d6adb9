/// The figures beside the lines of ``AnnotatedSourceText``, in columns.
struct Margin {
    typealias Column = AnnotatedSourceText.Column

    let columnsShown: [Column]
    let bar: String
    private let widths: [Int]
    private let branches: BranchStyle

    /// No name of a thread takes more.
    private static let threadWidth = 12

    init(_ annotated: AnnotatedSource, showsThreads: Bool, width: Int?, branches: BranchStyle) {
        self.branches = branches
        bar = branches == .ascii ? "|" : "│"
        let lines = annotated.activity.lines
        let shown = Column.allCases.filter { column in
            column == .thread
                ? showsThreads
                : lines.contains { !Self.text($0, column, annotated, branches).isEmpty }
        }
        columnsShown = shown
        widths = shown.map { column in
            lines.map { TerminalText.columns(of: Self.text($0, column, annotated, branches)) }
                .reduce(Self.least(column), max)
        }
    }

    /// Times of any length take as much room: two runs have their lines at the same place.
    private static func least(_ column: Column) -> Int {
        column == .time || column == .waited ? "99.9 ms".count : column.rawValue.count
    }

    /// How many columns of the terminal it takes.
    var columns: Int { widths.reduce(0) { $0 + $1 + 1 } - 1 }

    var head: String { joined(columnsShown.map(\.rawValue)) }
    var blank: String { String(repeating: " ", count: columns) }

    /// The cells of a row, each with the space before it.
    func cells(_ row: AnnotatedSource.Row, _ annotated: AnnotatedSource) -> [(column: Column, text: String)] {
        columnsShown.indices.map { index in
            let text = row.activity.map { Self.text($0, columnsShown[index], annotated, branches) } ?? ""
            return (columnsShown[index], (index == 0 ? "" : " ") + padded(text, index))
        }
    }

    private func joined(_ cells: [String]) -> String {
        cells.enumerated().map { padded($0.element, $0.offset) }.joined(separator: " ")
    }

    private func padded(_ text: String, _ index: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, widths[index] - TerminalText.columns(of: text)))
        return columnsShown[index] == .thread ? text + blanks : blanks + text
    }

    private static func text(
        _ line: LineActivity.Line, _ column: Column, _ annotated: AnnotatedSource, _ branches: BranchStyle
    ) -> String {
        func count(_ number: Int) -> String { number == 0 ? "" : Count.short(number) }
        func time(_ time: UInt64) -> String {
            time == 0 ? "" : DurationText.of(time, micro: branches == .ascii ? "u" : "µ")
        }
        switch column {
        // What nobody ever subscribed to is worth a figure.
        case .subs: return line.subscriptions == 0 && line.created > 0 ? "0" : count(line.subscriptions)
        case .live: return count(line.live)
        case .in: return count(line.eventsIn)
        case .out: return count(line.eventsOut)
        case .drops: return count(line.drops)
        case .time: return time(line.time)
        case .waited: return time(line.waited)
        case .thread:
            let names = annotated.threadNames(line)
            guard let first = names.first else { return "" }
            let more = names.count > 1 ? " +\(names.count - 1)" : ""
            let name = TerminalText.shortenedInMiddle(
                TerminalText.escaped(first), to: threadWidth - more.count, ellipsis: branches.ellipsis)
            return name + more
        }
    }
}
