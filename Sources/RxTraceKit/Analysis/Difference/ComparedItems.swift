/// The items of a compared tree, spoken of by their numbers: a few bytes each, for there is one for each call.
struct ComparedItems {
    private struct Item {
        var call: Int32
        var label: Int32
        var firstChild = ComparedItems.none
        var lastChild = ComparedItems.none
        var next = ComparedItems.none
        var isUnordered: Bool
    }

    private static let none: Int32 = -1
    private var items: [Item] = []

    var count: Int { items.count }

    /// The call's position in the trace; nil for a group of calls.
    func call(of item: Int) -> Int? { items[item].call < 0 ? nil : Int(items[item].call) }

    /// The number of its label, see ``ComparedLabels``.
    func label(of item: Int) -> Int { Int(items[item].label) }

    /// Whether the order of the children means nothing.
    func isUnordered(_ item: Int) -> Bool { items[item].isUnordered }

    /// The items right below one, in order.
    func children(of item: Int) -> [Int] {
        var children: [Int] = []
        var child = items[item].firstChild
        while child >= 0 {
            children.append(Int(child))
            child = items[Int(child)].next
        }
        return children
    }

    mutating func reserveCapacity(_ count: Int) { items.reserveCapacity(count) }

    /// Adds an item that hangs below none yet.
    @discardableResult
    mutating func add(label: Int, call: Int? = nil, isUnordered: Bool = false) -> Int {
        items.append(Item(call: call.map { Int32($0) } ?? Self.none, label: Int32(label), isUnordered: isUnordered))
        return items.count - 1
    }

    /// Hangs an item that hangs below none below another, after those that do.
    mutating func append(_ item: Int, below parent: Int) {
        let last = items[parent].lastChild
        if last < 0 { items[parent].firstChild = Int32(item) } else { items[Int(last)].next = Int32(item) }
        items[parent].lastChild = Int32(item)
    }

    /// Hangs these items below one, in place of those that hang there. No others may be left where they hung before.
    mutating func setChildren(_ children: [Int], of parent: Int) {
        items[parent].firstChild = Self.none
        items[parent].lastChild = Self.none
        for child in children {
            items[child].next = Self.none
            append(child, below: parent)
        }
    }
}
