/// The lines in which two texts differ.
///
/// ```swift
/// if let difference = TextDifference(old: golden, new: rendering).unified(oldName: "golden", newName: "now") {
///     print(difference)
/// }
/// ```
/// prints
/// ```
/// --- golden
/// +++ now
/// @@ -1,2 +1,2 @@
///  create Just
/// -subscribe Just
/// +subscribe Map
/// ```
package struct TextDifference: Sendable {
    /// A line of one text or of both.
    package enum Line: Sendable, Equatable {
        case same(old: Int, new: Int)
        case removed(old: Int)
        case added(new: Int)

        var isChange: Bool {
            if case .same = self { false } else { true }
        }
    }

    private let old: TextLines
    private let new: TextLines
    /// The lines of both texts from first to last, spoken of by their positions, from 0; where lines were replaced,
    /// those removed stand before those added.
    package let lines: [Line]

    /// Lines end in a line feed; they are equal when their bytes are.
    ///
    /// - Complexity: O(*n* × *d*) in time, with *d* the number of lines that differ; O(*n*) in memory.
    package init(old: String, new: String) {
        self.old = TextLines(old)
        self.new = TextLines(new)
        var numbering = TextLines.Numbering()
        let oldNumbers = numbering.numbers(of: self.old)
        let newNumbers = numbering.numbers(of: self.new)
        let common = LineAlignment(oldNumbers, newNumbers).pairs

        var lines: [Line] = []
        var oldNext = 0
        var newNext = 0
        for pair in common + [(oldNumbers.count, newNumbers.count)] {
            lines += (oldNext..<pair.0).map { .removed(old: $0) }
            lines += (newNext..<pair.1).map { .added(new: $0) }
            if pair.0 < oldNumbers.count, pair.1 < newNumbers.count { lines.append(.same(old: pair.0, new: pair.1)) }
            oldNext = pair.0 + 1
            newNext = pair.1 + 1
        }
        self.lines = lines
    }

    /// Whether the texts are the same.
    package var isEmpty: Bool { !lines.contains(where: \.isChange) }

    /// The difference as `diff -u` and `git diff` show it, ending in a newline; nil when the texts are the same.
    ///
    /// - Parameter context: how many equal lines are shown before and after a change.
    package func unified(context: Int = 3, oldName: String = "old", newName: String = "new") -> String? {
        let hunks = hunks(context: max(0, context))
        guard !hunks.isEmpty else { return nil }
        var text = "--- \(oldName)\n+++ \(newName)\n"
        // How many lines of each text stand before the hunk.
        var oldCount = 0
        var newCount = 0
        var done = 0
        for hunk in hunks {
            let skipped = hunk.lowerBound - done
            oldCount += skipped
            newCount += skipped
            let oldLines = lines[hunk].count { if case .added = $0 { false } else { true } }
            let newLines = lines[hunk].count { if case .removed = $0 { false } else { true } }
            text += "@@ -\(Self.range(oldCount, oldLines)) +\(Self.range(newCount, newLines)) @@\n"
            for line in lines[hunk] { text += self.text(of: line) }
            oldCount += oldLines
            newCount += newLines
            done = hunk.upperBound
        }
        return text
    }

    /// The runs of lines to show: every change with its context, those that touch made one.
    private func hunks(context: Int) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for position in lines.indices where lines[position].isChange {
            let lower = max(0, position - context)
            let upper = min(lines.count, position + context + 1)
            if let last = hunks.last, lower <= last.upperBound {
                hunks[hunks.count - 1] = last.lowerBound..<upper
            } else {
                hunks.append(lower..<upper)
            }
        }
        return hunks
    }

    /// A hunk's range of lines: an empty one names the line before it, a length of one is left out.
    private static func range(_ before: Int, _ count: Int) -> String {
        switch count {
        case 0: "\(before),0"
        case 1: "\(before + 1)"
        default: "\(before + 1),\(count)"
        }
    }

    private func text(of line: Line) -> String {
        switch line {
        case .same(let position, _): " " + old.text(of: position)
        case .removed(let position): "-" + old.text(of: position)
        case .added(let position): "+" + new.text(of: position)
        }
    }
}
