/// Gives equal subtrees of several compared trees equal numbers.
///
/// Numbers are given by content, not by a hash of it: equal numbers mean equal subtrees.
struct SubtreeNumbers {
    private static let emptyList: Int32 = -1
    /// A list of subtrees is a pair of the list without its last one and of that; a subtree one of its label, as a number
    /// below that of any list, and of the list of those below it.
    private var pairs = PairNumbers()

    /// The number of each item's subtree.
    mutating func numbers(of items: ComparedItems) -> [Int32] {
        var result = [Int32](repeating: 0, count: items.count)
        for item in Self.childrenFirst(items) {
            var children = items.children(of: Int(item)).map { result[$0] }
            if items.isUnordered(Int(item)) { children.sort() }
            let list = children.reduce(Self.emptyList) { pairs.number(of: $0, $1) }
            result[Int(item)] = pairs.number(of: Self.emptyList - 1 - Int32(items.label(of: Int(item))), list)
        }
        return result
    }

    /// All items, each after those below it; without recursion, for a trace may be as deep as it is long.
    private static func childrenFirst(_ items: ComparedItems) -> ReversedCollection<[Int32]> {
        var order: [Int32] = []
        order.reserveCapacity(items.count)
        var stack: [Int32] = [0]
        while let item = stack.popLast() {
            order.append(item)
            stack += items.children(of: Int(item)).lazy.map { Int32($0) }
        }
        return order.reversed()
    }
}
