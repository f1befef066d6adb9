/// The last events of a recording that is still read: closures of the user's with what they were handed, sends by the
/// user's code, and marks.
package struct RecentEvents: Sendable {
    /// A call that is shown by itself, when the calls around it are gone.
    package struct Event: Sendable, Equatable, Identifiable {
        package var id: Int
        package var operation: Trace.Operation
        /// The index of its operator's row; nil for a mark.
        package var row: Int?
        package var label: String?
        package var event: Trace.Event?
        package var thread: Int
        package var subscription: Int?
        /// Nanoseconds from the recording's start.
        package var start: UInt64

        /// Whether the other one is told in the same words, but for its time.
        package func readsAs(_ other: Event) -> Bool {
            operation == other.operation && row == other.row && label == other.label && event == other.event
                && thread == other.thread
        }
    }

    private let limit: Int
    private var ring: [Event] = []
    private var next = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ event: Event) {
        if ring.count < limit {
            ring.append(event)
        } else {
            ring[next] = event
            next = (next + 1) % limit
        }
    }

    /// The oldest first.
    package var all: [Event] { Array(ring[next...] + ring[..<next]) }
}
