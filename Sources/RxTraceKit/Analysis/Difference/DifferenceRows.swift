/// Walks two compared trees side by side and lists their common rows and the others.
struct DifferenceRows {
    private enum Step {
        case both(old: Int, new: Int, depth: Int)
        case removed(Int, depth: Int)
        case added(Int, depth: Int)
        /// A call of an operator that only the old trace has, or only the new one.
        case removedPart(Int, depth: Int)
        case addedPart(Int, depth: Int)
    }

    private let oldTree: ComparedTree
    private let newTree: ComparedTree
    /// The subtrees' numbers.
    private let old: [Int32]
    private let new: [Int32]
    private let labels: ComparedLabels
    private var rows: [TraceDifference.Row] = []

    init(
        _ oldTree: ComparedTree, _ newTree: ComparedTree, _ old: [Int32], _ new: [Int32], labels: ComparedLabels
    ) {
        self.labels = labels
        self.oldTree = oldTree
        self.newTree = newTree
        self.old = old
        self.new = new
    }

    mutating func build() -> [TraceDifference.Row] {
        let steps = compare()
        // A row that is gone here and has come there, the same with all below it, was moved.
        var gone: [Int32: Int] = [:]
        var come: [Int32: Int] = [:]
        for step in steps {
            switch step {
            case .removed(let item, _): gone[old[item], default: 0] += 1
            case .added(let item, _): come[new[item], default: 0] += 1
            case .both, .removedPart, .addedPart: break
            }
        }
        let moved = gone.merging(come) { min($0, $1) }.filter { gone[$0.key] != nil && come[$0.key] != nil }
        var movedAway = moved
        var movedHere = moved
        func take(_ number: Int32, _ counts: inout [Int32: Int]) -> Bool {
            guard let count = counts[number], count > 0 else { return false }
            counts[number] = count - 1
            return true
        }
        for step in steps {
            switch step {
            case .both(let oldItem, let newItem, let depth): addBoth(oldItem, newItem, depth)
            case .removed(let item, let depth):
                add(old: item, depth, take(old[item], &movedAway) ? .movedAway : .removed)
            case .added(let item, let depth):
                add(new: item, depth, take(new[item], &movedHere) ? .movedHere : .added)
            case .removedPart(let item, let depth): append(.removed, depth, item, nil, isPart: true)
            case .addedPart(let item, let depth): append(.added, depth, nil, item, isPart: true)
            }
        }
        return rows
    }

    /// The pairs that are not the same with all below them, one by one, and the others as a whole.
    private func compare() -> [Step] {
        let alignment = SiblingAlignment(
            old: old, new: new, oldTree: oldTree, newTree: newTree, reduced: labels.reduced())
        var result: [Step] = []
        // The whole is no row of its own: its children are at depth 0.
        var stack: [Step] = [.both(old: 0, new: 0, depth: -1)]
        while let step = stack.popLast() {
            if case .both(_, _, let depth) = step, depth < 0 {} else { result.append(step) }
            // The whole may be the same but for the calls that are looked through.
            guard case .both(let oldItem, let newItem, let depth) = step,
                depth < 0 || old[oldItem] != new[newItem]
            else { continue }
            let matches = alignment.align(
                oldTree.items.children(of: oldItem), newTree.items.children(of: newItem),
                isUnordered: newTree.items.isUnordered(newItem))
            stack += steps(oldItem, newItem, matches, depth + 1).reversed()
        }
        return result
    }

    /// The steps for the children of two items: their matches, and between these the calls that are looked through.
    private func steps(
        _ oldItem: Int, _ newItem: Int, _ matches: [SiblingAlignment.Match], _ depth: Int
    ) -> [Step] {
        var oldParts = (oldTree.lookedThrough[oldItem] ?? [])[...]
        var newParts = (newTree.lookedThrough[newItem] ?? [])[...]
        // Children without an order have no place before which something stands.
        let isOrdered = !newTree.items.isUnordered(newItem)
        var seen = (old: 0, new: 0)
        var result: [Step] = []
        func addParts(all: Bool) {
            while let part = oldParts.first, all || isOrdered && part.before <= seen.old {
                result.append(.removedPart(part.item, depth: depth))
                oldParts.removeFirst()
            }
            while let part = newParts.first, all || isOrdered && part.before <= seen.new {
                result.append(.addedPart(part.item, depth: depth))
                newParts.removeFirst()
            }
        }
        for match in matches {
            addParts(all: false)
            switch match {
            case .both(let oldChild, let newChild):
                result.append(.both(old: oldChild, new: newChild, depth: depth))
                seen = (seen.old + 1, seen.new + 1)
            case .removed(let item):
                result.append(.removed(item, depth: depth))
                seen.old += 1
            case .added(let item):
                result.append(.added(item, depth: depth))
                seen.new += 1
            }
        }
        addParts(all: true)
        return result
    }

    private mutating func addBoth(_ oldItem: Int, _ newItem: Int, _ depth: Int) {
        if old[oldItem] == new[newItem] {
            addSame(oldItem, newItem, depth)
        } else {
            let isSame = oldTree.items.label(of: oldItem) == newTree.items.label(of: newItem)
            append(isSame ? .same : .changed, depth, oldItem, newItem)
        }
    }

    private mutating func addSame(_ oldItem: Int, _ newItem: Int, _ depth: Int) {
        var stack = [Step.both(old: oldItem, new: newItem, depth: depth)]
        while let step = stack.popLast() {
            switch step {
            case .both(let oldItem, let newItem, let depth):
                append(.same, depth, oldItem, newItem)
                var oldChildren = oldTree.items.children(of: oldItem)
                var newChildren = newTree.items.children(of: newItem)
                if newTree.items.isUnordered(newItem) {
                    oldChildren.sort { old[$0] < old[$1] }
                    newChildren.sort { new[$0] < new[$1] }
                }
                let matches = zip(oldChildren, newChildren).map { SiblingAlignment.Match.both(old: $0, new: $1) }
                stack += steps(oldItem, newItem, matches, depth + 1).reversed()
            case .removedPart(let item, let depth): append(.removed, depth, item, nil, isPart: true)
            case .addedPart(let item, let depth): append(.added, depth, nil, item, isPart: true)
            case .removed, .added: break
            }
        }
    }

    private mutating func add(old item: Int, _ depth: Int, _ kind: TraceDifference.Row.Kind) {
        for (next, level, isPart) in Self.subtree(of: item, depth, oldTree) {
            append(isPart ? .removed : kind, level, next, nil, isFollower: level > depth, isPart: isPart)
        }
    }

    private mutating func add(new item: Int, _ depth: Int, _ kind: TraceDifference.Row.Kind) {
        for (next, level, isPart) in Self.subtree(of: item, depth, newTree) {
            append(isPart ? .added : kind, level, nil, next, isFollower: level > depth, isPart: isPart)
        }
    }

    /// An item and all below it, those that are looked through among them.
    private static func subtree(
        of item: Int, _ depth: Int, _ tree: ComparedTree
    ) -> [(item: Int, depth: Int, isPart: Bool)] {
        var result: [(item: Int, depth: Int, isPart: Bool)] = []
        var stack = [(item: item, depth: depth, isPart: false)]
        while let next = stack.popLast() {
            result.append(next)
            guard !next.isPart else { continue }
            var below: [(item: Int, depth: Int, isPart: Bool)] = []
            var parts = (tree.lookedThrough[next.item] ?? [])[...]
            for (number, child) in tree.items.children(of: next.item).enumerated() {
                while let part = parts.first, part.before <= number {
                    below.append((part.item, next.depth + 1, true))
                    parts.removeFirst()
                }
                below.append((child, next.depth + 1, false))
            }
            below += parts.map { ($0.item, next.depth + 1, true) }
            stack += below.reversed()
        }
        return result
    }

    private mutating func append(
        _ kind: TraceDifference.Row.Kind, _ depth: Int, _ oldItem: Int?, _ newItem: Int?, isFollower: Bool = false,
        isPart: Bool = false
    ) {
        rows.append(
            TraceDifference.Row(
                kind: kind, depth: depth, oldCall: oldItem.flatMap { oldTree.items.call(of: $0) },
                newCall: newItem.flatMap { newTree.items.call(of: $0) }, oldItem: oldItem, newItem: newItem,
                isFollower: isFollower, isPart: isPart))
    }
}
