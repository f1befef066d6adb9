import RxTraceKit

/// The rows of a program's outcomes: how many orders came to each, what can be seen of it, and how it ended.
///
/// ```
/// 1:   201  onNext "swift"               finished
/// 2:    12  onNext "swift", onNext "sw"  finished
/// ```
package struct OutcomeTable {
    /// The rows, in lines.
    package private(set) var lines: [String] = []
    /// Whether something of an outcome is not in its row.
    package private(set) var isCut: Bool
    /// Whether what is printed is left out, which is the same wherever the events are.
    package let hasNoPrints: Bool

    private let width: Int?
    private let isWhole: Bool
    private let rows: [[OutcomePhrase]]
    /// Each row in one line, however long.
    private let texts: [String]
    /// The columns of the longest of them.
    private let longest: Int
    private let outcomes: [OrderOutcome]

    /// The widest column of what can be seen, where lines are of any length.
    private static let widest = 60
    /// With less room, an end stands on a line of its own.
    private static let narrowest = 24
    private static let longestEnd = 30
    /// An outcome is told in so many lines, and how it ended.
    private static let most = 4

    /// - Parameters:
    ///   - counted: the outcomes, the commonest first, and how many orders came to each.
    ///   - shown: which of them have a row; nil for all.
    ///   - width: the columns a line may take; nil for lines of any length.
    ///   - isWhole: whether everything of each is told.
    package init(
        _ counted: [(count: Int, outcome: OrderOutcome)], shown: [Int]? = nil, width: Int? = nil, isWhole: Bool = false
    ) {
        self.width = width
        self.isWhole = isWhole
        outcomes = counted.map(\.outcome)
        hasNoPrints = !isWhole && OutcomeSection.leavesOutPrints(of: outcomes)
        let all = OutcomeRows(outcomes, isWhole: isWhole)
        rows = all.rows
        texts = rows.map { OutcomePhrase.lines($0, to: .max, most: nil).lines.joined() }
        longest = texts.map { TerminalText.columns(of: $0) }.max() ?? 0
        isCut = all.sumsUp
        let heads = counted.map { "\(Self.right("\($0.count)", 5))  " }
        let isNumbered = counted.count > 1
        let digits = "\(counted.count)".count
        for index in shown ?? Array(counted.indices) {
            let number = isNumbered ? "\(Self.right("\(index + 1)", digits)): " : ""
            add(index, head: number + heads[index])
        }
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
    }

    /// The columns of what can be seen, beside the ends that are short.
    private func column(_ head: Int) -> Int {
        guard let width else { return min(Self.widest, longest) }
        let ends = outcomes.map { TerminalText.columns(of: $0.end.text) }.filter { $0 <= Self.longestEnd }.max() ?? 0
        return min(longest, width - head - 2 - ends)
    }

    private mutating func add(_ index: Int, head: String) {
        let margin = String(repeating: " ", count: head.count)
        let end = outcomes[index].end.text
        guard let width else {
            let seen = texts[index]
            let column = column(head.count)
            let fill = String(repeating: " ", count: max(0, column - TerminalText.columns(of: seen)))
            lines.append("\(head)\(seen)\(fill)\(column > 0 ? "  " : "")\(end)")
            return
        }
        var column = column(head.count)
        let isBeside =
            TerminalText.columns(of: end) <= Self.longestEnd && (column >= Self.narrowest || longest <= column)
        if !isBeside { column = max(1, width - head.count) }
        let seen = OutcomePhrase.lines(rows[index], to: max(1, column), most: isWhole ? nil : Self.most)
        isCut = isCut || seen.isCut
        var texts = seen.lines
        if isBeside {
            let first = texts.first ?? ""
            let fill = String(repeating: " ", count: max(0, column - TerminalText.columns(of: first)))
            texts = ["\(first)\(fill)\(column > 0 ? "  " : "")\(end)"] + texts.dropFirst()
        } else {
            texts += TerminalText.wrapped(end, to: max(1, width - head.count), hanging: 2)
        }
        lines += texts.enumerated().map { ($0 == 0 ? head : margin) + $1 }
    }
}
