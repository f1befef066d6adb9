/// How many subscriptions live at a moment of a timeline, and when those end whose last call has come by.
struct LivingSubscriptions {
    /// How many live.
    private(set) var count = 0
    /// Of those that end at one time, the last to be found comes first.
    private var ends = PriorityQueue<(time: UInt64, order: Int, subscription: Int)> {
        ($0.time, -$0.order) < ($1.time, -$1.order)
    }
    private var endCount = 0

    /// Takes one that begins now.
    mutating func begin() { count += 1 }

    /// Takes the time at which one will end, by its place in the table.
    mutating func end(_ subscription: Int, at time: UInt64) {
        ends.enqueue((time, endCount, subscription))
        endCount += 1
    }

    /// The next one that ends at `time` or before, which lives no more from then on; nil where there is none.
    mutating func next(endingBy time: UInt64) -> (subscription: Int, end: UInt64)? {
        guard let (end, _, subscription) = ends.peek(), end <= time else { return nil }
        _ = ends.dequeue()
        count -= 1
        return (subscription, end)
    }
}
