/// Draws a trace as marble diagrams in text: for each subscription of the user's, a row for every subject, operator and
/// observer, from the source down.
///
/// ```
/// subscription 1, completed  samples/MapFilter.swift:8
/// of :5     1---2---3---|-
/// map :6    10--20--30--|-
/// observer  10------30--|-
/// ```
///
/// A row has the name that the source gives, or the line that made it, and a line as long as it is subscribed. A column is a
/// moment: one emission with all that came of it at once. `|` is completed, `X` an error, and a value in `!…!` went nowhere:
/// a line below says why. With ``Axis/time``, columns are spans of equal time. Long values lose their middle, as much of it
/// as it takes for the row to fit. Rows that do not fit the width even so go on below.
public struct MarbleRenderer: TraceRenderer, Sendable {
    /// What a column is.
    public enum Axis: String, Sendable, CaseIterable {
        /// A moment: one emission with all that came of it at once.
        case moments
        /// A span of time.
        case time
    }

    /// What a column stands for.
    public var axis: Axis
    /// The columns a line may take.
    public var width: Int
    /// Whether four are drawn, and the others counted, where more than eight subscriptions, or rows of one, come from the same
    /// line of the source; and where all have many rows, the first subscriptions alone.
    public var folds: Bool
    /// The call whose moment is marked, and the sign below it.
    package var mark: (call: Int, sign: String)?
    /// How many columns a row's title may take.
    static let titleLimit = 32
    /// The most events of a diagram that are told of.
    private static let mostLost = 20
    /// A value of so many columns is not shortened further for all to fit in one line.
    private static let shortValue = 12

    /// Makes a renderer; longer rows go on below.
    public init(axis: Axis = .moments, width: Int = 80, folds: Bool = true) {
        self.axis = axis
        self.width = width
        self.folds = folds
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let picture = try PicturedTrace(source)
        let marbles = Marbles(picture, folds: folds)
        try output.write("\(picture.title)\n")
        for diagram in marbles.diagrams {
            try output.write("\n\(diagram.title)\n")
            try write(diagram, moment: mark.flatMap { marbles.moment(of: $0.call) }, to: output)
            if let more = diagram.more { try output.write("\(more)\n") }
            try write(lost: diagram.lost, to: output)
        }
        if let emptiness = marbles.emptiness { try output.write("\n\(emptiness)\n") }
        if !marbles.lost.isEmpty {
            try output.write("\n")
            try write(lost: marbles.lost, to: output)
        }
        for line in marbles.more { try output.write("\n\(line)\n") }
        for line in picture.missing { try output.write("\n\(line)\n") }
    }

    private func write(_ diagram: Marbles.Diagram, moment: Int?, to output: TextOutput) throws {
        guard !diagram.rows.isEmpty else { return try output.write("no events\n") }
        let names = diagram.rows.map { TerminalText.shortenedInMiddle($0.name, to: Self.titleLimit, ellipsis: "…") }
        let titles = diagram.rows.map { TerminalText.shortenedInMiddle($0.title, to: Self.titleLimit, ellipsis: "…") }
        let margin = (titles.map { TerminalText.columns(of: $0) }.max() ?? 0) + 2
        let room = max(20, width - margin)
        let columns = columns(of: diagram, room: room)
        var columnOfMoment: [Int: Int] = [:]
        for (index, column) in columns.enumerated() { for moment in column.moments { columnOfMoment[moment] = index } }
        let ends = diagram.rows.map { row in
            row.ending.flatMap { columnOfMoment[$0.moment] }
        }
        let marked = moment.flatMap { moment in columns.lastIndex { $0.moments.first.map { $0 <= moment } ?? false } }
        for (number, block) in blocks(columns, room: room).enumerated() {
            if number > 0 { try output.write("\n") }
            for (row, name) in (number > 0 ? names : titles).enumerated() {
                var line = name + String(repeating: " ", count: margin - TerminalText.columns(of: name))
                line += cells(row, columns, block, diagram.rows[row], end: ends[row])
                while line.last == " " { line.removeLast() }
                try output.write(line + "\n")
            }
            if let marked, let mark, block.contains(marked) {
                let before = columns[block.lowerBound..<marked].reduce(margin) { $0 + $1.width }
                try output.write(String(repeating: " ", count: before) + mark.sign + "\n")
            }
        }
    }

    /// Writes why nobody took the events that went nowhere.
    private func write(lost: [Marbles.Lost], to output: TextOutput) throws {
        for lost in lost.prefix(Self.mostLost) {
            let line = "✕ \(lost.event): \(lost.sentence)"
            let isLong = TerminalText.columns(of: line) > width
            try output.write(isLong ? "✕ \(lost.event):\n  \(lost.sentence)\n" : line + "\n")
        }
        if lost.count > Self.mostLost {
            try output.write("✕ \(Count.of(lost.count - Self.mostLost, "more event")) went nowhere\n")
        }
    }

    // MARK: Columns

    /// The moments of a column, and how wide it is.
    private struct Column {
        var moments: ArraySlice<Int>
        /// The last moment before it; nil where there is none.
        var before: Int?
        /// By row, whether it was left there, outside of any moment.
        var isLeft: [Bool]
        var texts: [String]
        var width: Int

        func isAlive(_ row: Marbles.Row) -> Bool {
            // Where nothing happens, what lived on lives.
            guard moments.isEmpty else { return moments.contains(where: row.isSubscribed) }
            return before.map { row.isSubscribed(at: $0 + 1) } ?? false
        }
    }

    private func columns(of diagram: Marbles.Diagram, room: Int) -> [Column] {
        let all = diagram.rows.flatMap(\.marbles)
        let moments = Set(all.map(\.moment)).sorted()
        var groups = moments.indices.map { moments[$0...$0] }
        if axis == .time, let first = all.map(\.time).min(), let last = all.map(\.time).max(), last > first {
            // As many spans as fit with room for a short value in each.
            let count = UInt64(max(8, room / 4))
            var startOfMoment: [Int: UInt64] = [:]
            for marble in all { startOfMoment[marble.moment] = min(marble.time, startOfMoment[marble.moment] ?? .max) }
            groups = []
            var next = 0
            for span in 0..<count {
                let end = first + (last - first) / count * (span + 1)
                let from = next
                while next < moments.count, span == count - 1 || (startOfMoment[moments[next]] ?? 0) < end { next += 1 }
                groups.append(moments[from..<next])
            }
        }
        let places = Self.places(groups, moments, diagram.rows)
        let rows = diagram.rows.map { Dictionary(grouping: $0.marbles, by: \.moment) }
        func made(_ limit: Int) -> [Column] {
            places.map { group, isLeft in
                let texts = rows.map { row in
                    let text = text(group.flatMap { row[$0] ?? [] }, limit: limit)
                    return TerminalText.shortenedInMiddle(text, to: room - 2, ellipsis: "…")
                }
                let widest = texts.map { TerminalText.columns(of: $0) }.max() ?? 0
                let before = group.startIndex > 0 ? moments[group.startIndex - 1] : nil
                // Behind the last moment there is room for the end alone.
                let isLast = group.isEmpty && group.startIndex == moments.count && axis == .moments
                let width = isLast ? 1 : max(widest, isLeft.contains(true) ? 1 : 0) + 2
                return Column(moments: group, before: before, isLeft: isLeft, texts: texts, width: width)
            }
        }
        return Self.widest(from: Self.shortValue, to: max(Self.shortValue, room - 2), room: room, made) { columns in
            columns.reduce(0) { $0 + $1.width } <= room
        } ?? made(max(Self.shortValue, room / 3))
    }

    /// The moments of each column, and which rows were left there outside of any: an empty column, made where there was none.
    private static func places(
        _ groups: [ArraySlice<Int>], _ moments: [Int], _ rows: [Marbles.Row]
    ) -> [(moments: ArraySlice<Int>, isLeft: [Bool])] {
        let none = rows.map { _ in false }
        var places: [(moments: ArraySlice<Int>, isLeft: [Bool])] = []
        var told = -1
        func rowsLeft(before index: Int) -> [Bool] {
            guard index > told, !moments.isEmpty else { return none }
            told = index
            let before = index > 0 ? moments[index - 1] : -1
            let next = index < moments.count ? moments[index] : .max
            return rows.map { $0.isLeft(between: before, and: next) }
        }
        for group in groups {
            let isLeft = rowsLeft(before: group.startIndex)
            if group.isEmpty || isLeft.contains(true) {
                places.append((moments[group.startIndex..<group.startIndex], isLeft))
            }
            if !group.isEmpty { places.append((group, none)) }
        }
        let isLeft = rowsLeft(before: moments.count)
        if isLeft.contains(true) { places.append((moments[moments.endIndex...], isLeft)) }
        return places
    }

    /// What the largest limit makes of which all fits; nil where that is none.
    private static func widest(
        from least: Int, to most: Int, room: Int, _ made: (Int) -> [Column], fits: ([Column]) -> Bool
    ) -> [Column]? {
        let whole = made(most)
        // No limit makes room for so many.
        guard whole.count * 3 <= room || fits(whole) else { return nil }
        if fits(whole) { return whole }
        var (best, low, high): ([Column]?, Int, Int) = (nil, least, most - 1)
        while low <= high {
            let middle = (low + high) / 2
            let columns = made(middle)
            if fits(columns) { (best, low) = (columns, middle + 1) } else { high = middle - 1 }
        }
        return best
    }

    /// The events of one column: `A`, or `(A,B,|)` where there are several.
    private func text(_ marbles: [Marbles.Marble], limit: Int) -> String {
        let parts = marbles.map { marble in
            var text =
                switch marble.event.kind {
                case .next: Self.short(marble.event.value ?? "o", limit)
                case .error: "X"
                case .completed: "|"
                }
            if marble.isLost { text = "!\(text)!" }
            return text
        }
        if parts.count > 4 { return "(\(parts[0])…\(parts[parts.count - 1]) ×\(parts.count))" }
        return parts.count < 2 ? parts.first ?? "" : "(\(parts.joined(separator: ",")))"
    }

    private static func short(_ value: String, _ limit: Int) -> String {
        value.isEmpty ? "\"\"" : TerminalText.shortenedInMiddle(TerminalText.escaped(value), to: limit, ellipsis: "…")
    }

    /// The columns of each line.
    private func blocks(_ columns: [Column], room: Int) -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var start = 0
        var used = 0
        for (index, column) in columns.enumerated() {
            if used > 0, used + column.width > room {
                blocks.append(start..<index)
                (start, used) = (index, 0)
            }
            used += column.width
        }
        return blocks + [start..<columns.count]
    }

    /// A row in the columns of a line: a thread that begins where the row is subscribed, and stops where it ends, with a `]` if no
    /// event ended it.
    private func cells(
        _ row: Int, _ columns: [Column], _ block: Range<Int>, _ source: Marbles.Row, end: Int?
    ) -> String {
        block.reduce("") { line, index in
            let column = columns[index]
            let isOver = end.map { index >= $0 } ?? false
            let isAlive = !isOver && column.isAlive(source)
            let endsWithin = column.moments.last.map { source.ends(in: $0) || !source.isSubscribed(at: $0) } ?? false
            let isLast = column.isLeft[row] || isAlive && endsWithin
            let text = column.texts[row]
            let fill = String(
                repeating: isAlive && !isLast ? "-" : " ", count: column.width - TerminalText.columns(of: text))
            return line + text + (isLast && !fill.isEmpty ? "]" + fill.dropFirst() : fill)
        }
    }
}
