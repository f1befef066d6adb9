/// Several words as one part of a sentence.
enum WordList {
    /// `a`, `a and b`, `a, b and c`.
    static func of(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
