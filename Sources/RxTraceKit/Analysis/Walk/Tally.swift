/// How many there are of each kind.
struct Tally<Kind: Hashable> {
    private var counts: [Kind: Int] = [:]
    private(set) var total = 0

    subscript(kind: Kind) -> Int { counts[kind] ?? 0 }

    mutating func add(_ kind: Kind) {
        counts[kind, default: 0] += 1
        total += 1
    }

    /// Takes one away, of a kind of which there is one.
    mutating func remove(_ kind: Kind) {
        counts[kind] = self[kind] > 1 ? self[kind] - 1 : nil
        total -= 1
    }
}
