/// Finds which lines two texts have in common: the most there can be in the same order (Myers' algorithm in its
/// linear-space form), or, where the texts differ too much for that to be found in reasonable time, very many.
struct LineAlignment {
    /// The positions of equal lines in both texts, in order.
    private(set) var pairs: [(Int, Int)] = []

    private let old: [Int]
    private let new: [Int]
    private var search: MiddleSearch

    /// - Parameters:
    ///   - old: the lines of one text, equal lines being equal numbers.
    ///   - new: those of the other.
    init(_ old: [Int], _ new: [Int]) {
        // A line that the other text has nowhere matches nothing. Without such lines, texts that have little to do
        // with one another are compared fast.
        let common = Set(old).intersection(new)
        let oldKept = old.indices.filter { common.contains(old[$0]) }
        let newKept = new.indices.filter { common.contains(new[$0]) }
        self.old = oldKept.map { old[$0] }
        self.new = newKept.map { new[$0] }
        search = MiddleSearch(longest: oldKept.count + newKept.count)
        align()
        pairs = pairs.map { (oldKept[$0.0], newKept[$0.1]) }
    }

    private mutating func align() {
        // Halves still to be aligned, the earlier on top: a stack of our own, for halves may nest deep.
        var pending = [(old.indices, new.indices)]
        while var (oldRange, newRange) = pending.popLast() {
            while let first = oldRange.first, let other = newRange.first, old[first] == new[other] {
                pairs.append((first, other))
                oldRange.removeFirst()
                newRange.removeFirst()
            }
            let ends = (oldRange.upperBound, newRange.upperBound)
            while let last = oldRange.last, let other = newRange.last, old[last] == new[other] {
                oldRange.removeLast()
                newRange.removeLast()
            }
            // The equal ending comes after all between, as a half of its own.
            if oldRange.upperBound < ends.0 {
                pending.append((oldRange.upperBound..<ends.0, newRange.upperBound..<ends.1))
            }
            guard !oldRange.isEmpty, !newRange.isEmpty else { continue }
            let middle = search.middle(of: old[oldRange], new[newRange])
            let oldMiddle = oldRange.lowerBound + middle.0
            let newMiddle = newRange.lowerBound + middle.1
            pending.append((oldMiddle..<oldRange.upperBound, newMiddle..<newRange.upperBound))
            pending.append((oldRange.lowerBound..<oldMiddle, newRange.lowerBound..<newMiddle))
        }
    }
}
