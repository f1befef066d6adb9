/// Values that each wait for their time; the earliest comes first, and of equal times the one inserted last.
struct EarliestFirst<Value> {
    private var heap: [(time: UInt64, order: Int, value: Value)] = []
    private var inserted = 0

    mutating func insert(_ value: Value, at time: UInt64) {
        inserted -= 1
        heap.append((time, inserted, value))
        var child = heap.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes out the earliest value; nil where none is due by `time`.
    mutating func removeEarliest(upTo time: UInt64) -> (time: UInt64, value: Value)? {
        guard let first = heap.first, first.time <= time else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, least) {
                least = child
            }
            guard least != parent else { return (first.time, first.value) }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        (heap[one].time, heap[one].order) < (heap[other].time, heap[other].order)
    }
}
