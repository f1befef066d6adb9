/// Walks two compared trees side by side and lists what they have in common and what not.
struct DifferenceRows {
    private enum Step {
        case both(old: Int, new: Int, depth: Int)
        case removed(Int, depth: Int)
        case added(Int, depth: Int)
    }

    private let oldTree: ComparedTree
    private let newTree: ComparedTree
    private let old: SubtreeNumbers.Numbers
    private let new: SubtreeNumbers.Numbers
    private var rows: [TraceDifference.Row] = []

    init(
        _ oldTree: ComparedTree, _ newTree: ComparedTree, _ old: SubtreeNumbers.Numbers, _ new: SubtreeNumbers.Numbers
    ) {
        self.oldTree = oldTree
        self.newTree = newTree
        self.old = old
        self.new = new
    }

    mutating func build() -> [TraceDifference.Row] {
        let steps = compare()
        // A row that is gone here and has come there, the same with all below it, was moved.
        var gone: [Int: Int] = [:]
        var come: [Int: Int] = [:]
        for step in steps {
            switch step {
            case .removed(let item, _): gone[old.subtrees[item], default: 0] += 1
            case .added(let item, _): come[new.subtrees[item], default: 0] += 1
            case .both: break
            }
        }
        let moved = gone.merging(come) { min($0, $1) }.filter { gone[$0.key] != nil && come[$0.key] != nil }
        var movedAway = moved
        var movedHere = moved
        func take(_ number: Int, _ counts: inout [Int: Int]) -> Bool {
            guard let count = counts[number], count > 0 else { return false }
            counts[number] = count - 1
            return true
        }
        for step in steps {
            switch step {
            case .both(let oldItem, let newItem, let depth): addBoth(oldItem, newItem, depth)
            case .removed(let item, let depth):
                add(old: item, depth, take(old.subtrees[item], &movedAway) ? .movedAway : .removed)
            case .added(let item, let depth):
                add(new: item, depth, take(new.subtrees[item], &movedHere) ? .movedHere : .added)
            }
        }
        return rows
    }

    /// The pairs that are not the same with all below them, one by one, and the others as a whole.
    private func compare() -> [Step] {
        let alignment = SiblingAlignment(old: old, new: new)
        var result: [Step] = []
        // The whole is no row of its own: its children are at depth 0.
        var stack: [Step] = [.both(old: 0, new: 0, depth: -1)]
        while let step = stack.popLast() {
            if case .both(_, _, let depth) = step, depth < 0 {} else { result.append(step) }
            guard case .both(let oldItem, let newItem, let depth) = step,
                old.subtrees[oldItem] != new.subtrees[newItem]
            else { continue }
            let matches = alignment.align(
                oldTree.items[oldItem].children, newTree.items[newItem].children,
                isUnordered: newTree.items[newItem].isUnordered)
            for match in matches.reversed() {
                switch match {
                case .both(let oldChild, let newChild):
                    stack.append(.both(old: oldChild, new: newChild, depth: depth + 1))
                case .removed(let item): stack.append(.removed(item, depth: depth + 1))
                case .added(let item): stack.append(.added(item, depth: depth + 1))
                }
            }
        }
        return result
    }

    private mutating func addBoth(_ oldItem: Int, _ newItem: Int, _ depth: Int) {
        if old.subtrees[oldItem] == new.subtrees[newItem] {
            addSame(oldItem, newItem, depth)
        } else {
            let isSame = oldTree.items[oldItem].label == newTree.items[newItem].label
            append(isSame ? .same : .changed, depth, oldItem, newItem)
        }
    }

    private mutating func addSame(_ oldItem: Int, _ newItem: Int, _ depth: Int) {
        var stack = [(old: oldItem, new: newItem, depth: depth)]
        while let (oldItem, newItem, depth) = stack.popLast() {
            append(.same, depth, oldItem, newItem)
            var oldChildren = oldTree.items[oldItem].children
            var newChildren = newTree.items[newItem].children
            if newTree.items[newItem].isUnordered {
                oldChildren.sort { old.subtrees[$0] < old.subtrees[$1] }
                newChildren.sort { new.subtrees[$0] < new.subtrees[$1] }
            }
            for (oldChild, newChild) in zip(oldChildren, newChildren).reversed() {
                stack.append((oldChild, newChild, depth + 1))
            }
        }
    }

    private mutating func add(old item: Int, _ depth: Int, _ kind: TraceDifference.Row.Kind) {
        var stack = [(item, depth)]
        while let (next, level) = stack.popLast() {
            append(kind, level, next, nil, isFollower: level > depth)
            stack += oldTree.items[next].children.reversed().map { ($0, level + 1) }
        }
    }

    private mutating func add(new item: Int, _ depth: Int, _ kind: TraceDifference.Row.Kind) {
        var stack = [(item, depth)]
        while let (next, level) = stack.popLast() {
            append(kind, level, nil, next, isFollower: level > depth)
            stack += newTree.items[next].children.reversed().map { ($0, level + 1) }
        }
    }

    private mutating func append(
        _ kind: TraceDifference.Row.Kind, _ depth: Int, _ oldItem: Int?, _ newItem: Int?, isFollower: Bool = false
    ) {
        rows.append(
            TraceDifference.Row(
                kind: kind, depth: depth, oldCall: oldItem.flatMap { oldTree.items[$0].call },
                newCall: newItem.flatMap { newTree.items[$0].call }, oldItem: oldItem, newItem: newItem,
                isFollower: isFollower))
    }
}
