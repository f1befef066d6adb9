/// Gives equal subtrees of several compared trees equal numbers.
///
/// Numbers are given by content, not by a hash of it: equal numbers mean equal subtrees.
struct SubtreeNumbers {
    private struct Subtree: Hashable {
        var label: Int
        var children: [Int]
    }

    private var subtrees: [Subtree: Int] = [:]

    /// The number of each item's subtree.
    mutating func numbers(of tree: ComparedTree) -> [Int] {
        var result = Array(repeating: 0, count: tree.items.count)
        for item in Self.childrenFirst(tree) {
            var children = tree.items[item].children.map { result[$0] }
            if tree.items[item].isUnordered { children.sort() }
            let subtree = Subtree(label: tree.items[item].label, children: children)
            if let known = subtrees[subtree] {
                result[item] = known
            } else {
                result[item] = subtrees.count
                subtrees[subtree] = subtrees.count
            }
        }
        return result
    }

    /// All items, each after those below it; without recursion, for a trace may be as deep as it is long.
    private static func childrenFirst(_ tree: ComparedTree) -> [Int] {
        var order: [Int] = []
        order.reserveCapacity(tree.items.count)
        var stack = [0]
        while let item = stack.popLast() {
            order.append(item)
            stack += tree.items[item].children
        }
        return order.reversed()
    }
}
