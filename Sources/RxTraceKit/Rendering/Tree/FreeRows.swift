/// The rows of a tree that were given up, to be taken again from the lowest on: rows that are made one after the other
/// then stand side by side in memory.
struct FreeRows {
    /// A bit for each row.
    private var words: [UInt64] = []
    /// No row of the words before is free.
    private var first = 0
    private(set) var count = 0

    mutating func insert(_ row: Int) {
        let word = row >> 6
        while words.count <= word { words.append(0) }
        words[word] |= 1 << UInt64(row & 63)
        first = min(first, word)
        count += 1
    }

    /// Takes the lowest one; nil where none is free.
    mutating func take() -> Int? {
        guard count > 0 else { return nil }
        while words[first] == 0 { first += 1 }
        let bit = words[first].trailingZeroBitCount
        words[first] &= words[first] - 1
        count -= 1
        return first << 6 | bit
    }
}
