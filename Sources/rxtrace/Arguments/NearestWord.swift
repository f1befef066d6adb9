/// Finds the word somebody meant who misspelt it.
enum NearestWord {
    /// Longer words than this are no names, and comparing them would take its time.
    private static let longest = 64

    /// The word of `words` that takes the fewest edits to become from `word`, the first of equals; nil where all are
    /// too far off to be worth an offer.
    static func find(_ word: String, among words: [String]) -> String? {
        guard !word.isEmpty, word.count <= longest else { return nil }
        let wanted = Array(word.lowercased())
        let near = words.filter { $0.count <= longest }.map { ($0, distance(wanted, Array($0.lowercased()))) }
        if let best = near.min(by: { $0.1 < $1.1 }), best.1 <= max(1, wanted.count / 3) { return best.0 }
        // Half of a long name is not near in edits, but clear.
        return wanted.count < 3 ? nil : words.first { $0.lowercased().hasPrefix(word.lowercased()) }
    }

    /// How many characters have to be put in, left out, replaced or swapped with their neighbour.
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, character) in one.enumerated() {
            var current = [row + 1]
            for (column, target) in other.enumerated() {
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (character == target ? 0 : 1))
                if row > 0, column > 0, character == other[column - 1], one[row - 1] == target {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
