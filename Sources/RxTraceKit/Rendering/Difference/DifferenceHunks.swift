/// The runs of rows of a difference that are worth showing: rows that differ, and the rows around them.
struct DifferenceHunks {
    struct Hunk {
        var rows: Range<Int>
        /// The rows above the hunk's own, from the top.
        var path: [Int]
        /// How far the least indented row of the hunk is indented.
        var depth: Int
        /// The place of the first row that differs, or of a row around it, in a hunk that has no rows above.
        var place: Trace.Site?
    }

    /// A changed row as far as it looks like others: the same operator was replaced in each.
    private struct Look: Hashable {
        var old: ComparedLabel
        var new: ComparedLabel
    }

    private(set) var hunks: [Hunk] = []
    /// How many rows differ as one that is shown, and are in no hunk.
    private(set) var alike = 0

    /// - Parameters:
    ///   - context: how many rows are shown around each that differs.
    ///   - belowEach: how many rows are shown below one that was removed or added.
    init(_ words: DifferenceWords, context: Int, belowEach: Int) {
        let rows = words.difference.rows
        var seen: Set<Look> = []
        var shownBelow = 0
        var ranges: [Range<Int>] = []
        var hidden: [Int] = []
        for (position, row) in rows.enumerated() where row.kind != .same {
            shownBelow = row.isFollower ? shownBelow + 1 : 0
            if row.isFollower, shownBelow > belowEach || row.kind == .movedAway || row.kind == .movedHere { continue }
            if row.kind == .changed || row.isPart {
                guard seen.insert(Self.look(words.labels(of: row), isPart: row.isPart)).inserted else {
                    hidden.append(position)
                    continue
                }
            }
            // Rows that follow a removed or added one stand below it: no context there.
            let lower = row.isFollower ? position : max(0, position - context)
            let upper = min(rows.count, position + 1 + context)
            if let last = ranges.last, lower <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, upper)
            } else {
                ranges.append(lower..<upper)
            }
        }
        alike = hidden.count { position in
            let next = ranges.partitioningIndex { $0.upperBound > position }
            return next == ranges.endIndex || ranges[next].lowerBound > position
        }
        hang(ranges, words)
    }

    private mutating func hang(_ ranges: [Range<Int>], _ words: DifferenceWords) {
        let rows = words.difference.rows
        var path: [Int] = []
        var next = ranges[...]
        for (position, row) in rows.enumerated() {
            while let last = path.last, rows[last].depth >= row.depth { path.removeLast() }
            if let range = next.first, range.lowerBound == position {
                let depth = rows[range].map(\.depth).min() ?? 0
                hunks.append(Hunk(rows: range, path: path.filter { rows[$0].depth < depth }, depth: depth))
                next.removeFirst()
            }
            path.append(position)
            if row.kind != .same, !row.isFollower, let hunk = hunks.last, hunk.rows.contains(position),
                hunk.path.isEmpty, hunk.place == nil
            {
                hunks[hunks.count - 1].place = path.reversed().lazy.compactMap { words.place(of: rows[$0]) }.first
            }
        }
    }

    /// Where a value changed, every change is shown; where a name did, one of each kind.
    private static func look(_ labels: (old: ComparedLabel, new: ComparedLabel), isPart: Bool) -> Look {
        var look = Look(old: labels.old, new: labels.new)
        if isPart || look.old.value == look.new.value { (look.old.value, look.new.value) = (nil, nil) }
        return look
    }
}
