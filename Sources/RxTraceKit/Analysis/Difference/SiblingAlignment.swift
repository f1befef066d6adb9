/// Finds which children of two items correspond: first those that are the same with all below them, then between
/// these, those that are less and less alike.
struct SiblingAlignment {
    enum Match {
        case both(old: Int, new: Int)
        case removed(Int)
        case added(Int)
    }

    /// The subtrees' numbers.
    let old: [Int32]
    let new: [Int32]
    let oldTree: ComparedTree
    let newTree: ComparedTree
    /// By likeness, from much to little, and by label.
    let reduced: [[Int32]]

    func align(_ oldItems: [Int], _ newItems: [Int], isUnordered: Bool) -> [Match] {
        if isUnordered { return unordered(oldItems, newItems) }
        return ordered(oldItems[...], newItems[...], level: 0)
    }

    private var levels: Int { reduced.count + 1 }

    private func number(old item: Int, _ level: Int) -> Int {
        Int(level == 0 ? old[item] : reduced[level - 1][oldTree.items.label(of: item)])
    }

    private func number(new item: Int, _ level: Int) -> Int {
        Int(level == 0 ? new[item] : reduced[level - 1][newTree.items.label(of: item)])
    }

    /// As deep as there are levels of likeness.
    private func ordered(_ oldItems: ArraySlice<Int>, _ newItems: ArraySlice<Int>, level: Int) -> [Match] {
        guard level < levels, !oldItems.isEmpty, !newItems.isEmpty else {
            return oldItems.map { .removed($0) } + newItems.map { .added($0) }
        }
        let pairs = LineAlignment(
            oldItems.map { number(old: $0, level) }, newItems.map { number(new: $0, level) }
        ).pairs
        var result: [Match] = []
        var oldNext = oldItems.startIndex
        var newNext = newItems.startIndex
        for pair in pairs {
            let oldPosition = oldItems.startIndex + pair.0
            let newPosition = newItems.startIndex + pair.1
            result += ordered(oldItems[oldNext..<oldPosition], newItems[newNext..<newPosition], level: level + 1)
            result.append(.both(old: oldItems[oldPosition], new: newItems[newPosition]))
            oldNext = oldPosition + 1
            newNext = newPosition + 1
        }
        return result + ordered(oldItems[oldNext...], newItems[newNext...], level: level + 1)
    }

    private func unordered(_ oldItems: [Int], _ newItems: [Int]) -> [Match] {
        var partners: [Int: Int] = [:]
        var oldRest = oldItems
        var newRest = newItems
        for level in 0..<levels {
            var waiting: [Int: [Int]] = [:]
            for item in oldRest.reversed() { waiting[number(old: item, level), default: []].append(item) }
            var taken: Set<Int> = []
            newRest = newRest.filter { item in
                guard let partner = waiting[number(new: item, level)]?.popLast() else { return true }
                partners[item] = partner
                taken.insert(partner)
                return false
            }
            oldRest.removeAll { taken.contains($0) }
        }
        return newItems.map { item in partners[item].map { .both(old: $0, new: item) } ?? .added(item) }
            + oldRest.map { .removed($0) }
    }
}
