import RxTraceKit

/// Some words of an outcome's row, which stay on one line.
struct OutcomePhrase: Equatable {
    var text: String
    /// How many parts of the outcome it stands for.
    var count = 1
    /// What stands behind it where another phrase follows.
    var separator = ","

    /// From so many parts on that are told elsewhere, or that repeat, they are summed up.
    static let fewest = 3
    private static let longestCycle = 4

    /// The parts in a row, with what repeats told once.
    static func folded(_ parts: [String]) -> [OutcomePhrase] {
        var phrases: [OutcomePhrase] = []
        var next = 0
        while next < parts.count {
            let rest = parts[next...]
            var (length, times) = (1, 1)
            for cycle in 1...longestCycle where cycle <= rest.count {
                let found = repetitions(of: rest.prefix(cycle), in: rest)
                if found >= fewest, found * cycle > length * times || times == 1 { (length, times) = (cycle, found) }
            }
            let cycle = rest.prefix(length)
            let text = cycle.joined(separator: ", ")
            let counted = length == 1 ? "\(text) (\(times) times)" : "(\(text)) \(times) times"
            phrases.append(OutcomePhrase(text: times == 1 ? text : counted, count: length * times))
            next += length * times
        }
        return phrases
    }

    private static func repetitions(of cycle: ArraySlice<String>, in rest: ArraySlice<String>) -> Int {
        var (times, start) = (0, rest.startIndex)
        while start + cycle.count <= rest.endIndex, rest[start..<(start + cycle.count)] == cycle {
            times += 1
            start += cycle.count
        }
        return times
    }

    /// The phrases in lines of at most `limit` columns. Where they take more than `most` lines, the last ones are counted, and a
    /// phrase that is longer than a line lacks its middle; nil for all.
    static func lines(_ phrases: [OutcomePhrase], to limit: Int, most: Int?) -> (lines: [String], isCut: Bool) {
        let all = laid(phrases, to: limit, isWhole: most == nil)
        guard let most, all.count > most else { return (all, false) }
        // A phrase takes two columns at least, beside its separator and a blank.
        var kept = min(phrases.count, most * max(1, limit) / 4 + 1)
        while kept > 0 {
            kept -= 1
            let left = phrases[kept...].reduce(0) { $0 + $1.count }
            let lines = laid(
                phrases[..<kept] + [OutcomePhrase(text: "and \(Count.grouped(left)) more")], to: limit, isWhole: false)
            if lines.count <= most { return (lines, true) }
        }
        return (Array(all.prefix(most)), true)
    }

    private static func laid(_ phrases: some Collection<OutcomePhrase>, to limit: Int, isWhole: Bool) -> [String] {
        var lines: [String] = []
        var used = 0
        var left = phrases.count
        for phrase in phrases {
            left -= 1
            let separator = left > 0 ? phrase.separator : ""
            let text =
                (isWhole ? phrase.text : TerminalText.fitted(phrase.text, to: max(1, limit - separator.count)))
                + separator
            let columns = TerminalText.columns(of: text)
            if lines.isEmpty || used + 1 + columns > limit {
                lines.append(text)
                used = columns
            } else {
                lines[lines.count - 1] += " \(text)"
                used += 1 + columns
            }
        }
        return lines
    }
}
