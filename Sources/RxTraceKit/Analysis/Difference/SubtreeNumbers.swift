/// Gives equal subtrees of several compared trees equal numbers, and labels as well, as far as they are alike.
///
/// Numbers are given by content, not by a hash of it: equal numbers mean equal subtrees.
struct SubtreeNumbers {
    private struct Subtree: Hashable {
        var label: Int
        var children: [Int]
    }

    /// The facts known of one tree's items.
    struct Numbers {
        /// The number of each item's subtree.
        var subtrees: [Int]
        /// For each likeness but ``ComparedLabel/Likeness/same``, the number of each item's label.
        var labels: [[Int]]
    }

    private var labels: [ComparedLabel: Int] = [:]
    private var subtrees: [Subtree: Int] = [:]

    mutating func numbers(of tree: ComparedTree) -> Numbers {
        let levels = ComparedLabel.Likeness.allCases.dropFirst()
        var result = Numbers(
            subtrees: Array(repeating: 0, count: tree.items.count),
            labels: levels.map { level in tree.items.map { number(of: $0.label.reduced(to: level)) } })
        for item in Self.childrenFirst(tree) {
            var children = tree.items[item].children.map { result.subtrees[$0] }
            if tree.items[item].isUnordered { children.sort() }
            let subtree = Subtree(label: number(of: tree.items[item].label), children: children)
            let next = subtrees.count
            if let known = subtrees[subtree] {
                result.subtrees[item] = known
            } else {
                subtrees[subtree] = next
                result.subtrees[item] = next
            }
        }
        return result
    }

    private mutating func number(of label: ComparedLabel) -> Int {
        if let known = labels[label] { return known }
        labels[label] = labels.count
        return labels.count - 1
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
