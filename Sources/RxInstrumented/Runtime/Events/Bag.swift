/// Values in the order they were inserted, each removable by its key.
///
/// As in RxSwift, the first value has a place of its own. Once that value is removed, the next inserted value takes the
/// place, and so comes before values inserted earlier. This decides the order in which a subject's observers are
/// called.
///
/// Copies share their storage until one changes. A loop over a copy sees the values as of the time of copying.
@usableFromInline
package struct Bag<Value> {
    @usableFromInline
    package struct Key: Hashable {
        @usableFromInline package let number: UInt64
        @inlinable package init(number: UInt64) { self.number = number }
    }

    @usableFromInline
    struct Item {
        @usableFromInline let key: UInt64
        @usableFromInline let value: Value

        @inlinable init(key: UInt64, value: Value) {
            self.key = key
            self.value = value
        }
    }

    @usableFromInline var first: Item?
    /// The other values, by ascending key.
    @usableFromInline var rest: ContiguousArray<Item> = []
    @usableFromInline var nextKey: UInt64 = 0

    @inlinable package init() {}

    @inlinable init(_ values: some Sequence<Value>) {
        for value in values { _ = insert(value) }
    }

    @inlinable package var count: Int { rest.count + (first == nil ? 0 : 1) }
    @inlinable var isEmpty: Bool { first == nil && rest.isEmpty }

    @inlinable package mutating func insert(_ value: Value) -> Key {
        let item = Item(key: nextKey, value: value)
        nextKey += 1
        if first == nil { first = item } else { rest.append(item) }
        return Key(number: item.key)
    }

    @inlinable @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        if let item = first, item.key == key.number {
            first = nil
            return item.value
        }
        var low = 0
        var high = rest.count
        while low < high {
            let middle = (low + high) / 2
            if rest[middle].key < key.number { low = middle + 1 } else { high = middle }
        }
        guard low < rest.count, rest[low].key == key.number else { return nil }
        return rest.remove(at: low).value
    }

    @inlinable package mutating func removeAll() {
        first = nil
        rest = []
    }

    @inlinable package func visit(_ body: (Value) throws -> Void) rethrows {
        if let first { try body(first.value) }
        for item in rest { try body(item.value) }
    }
}
