/// What the calls of a segment do not tell of themselves: one list per kind of fact, as bytes.
///
/// In each list, a place is the number of calls since the last one in the list, the first since the segment's first.
struct SegmentFacts {
    /// Calls whose parent is another than ``SegmentGuess`` says: their places, and how far behind them the parent is; 0
    /// for none.
    var parents: [UInt8] = []
    /// Calls whose subscription is another: their places, and the subscriptions' numbers from 1; 0 for none.
    var subscriptions: [UInt8] = []
    /// Of each piece of work that runs, how far behind it the call is that asked for it; 0 for none.
    var causes: [UInt8] = []
    /// Of each call with tickets of elements, how far behind it its origin is, plus one, 0 for none; how many parts it
    /// has; and how far behind it these are.
    var origins: [UInt8] = []
    /// The places of calls whose stack leads to no line of the user's.
    var unplaced: [UInt8] = []
    /// Of nodes that make one element of many, by their recorded numbers: how many they were handed before the segment,
    /// and how many they passed on.
    var accumulated: [UInt8] = []

    static let kinds: [WritableKeyPath<SegmentFacts, [UInt8]> & Sendable] = [
        \.parents, \.subscriptions, \.causes, \.origins, \.unplaced, \.accumulated,
    ]

    mutating func removeAll() {
        for kind in Self.kinds { self[keyPath: kind].removeAll(keepingCapacity: true) }
    }

    /// The payload of a block of the index.
    func payload(firstCall: Int, count: Int) -> [UInt8] {
        var bytes: [UInt8] = [IndexPart.segment.rawValue]
        bytes.add(number: UInt64(firstCall))
        bytes.add(number: UInt64(count))
        for kind in Self.kinds {
            bytes.add(number: UInt64(self[keyPath: kind].count))
            bytes += self[keyPath: kind]
        }
        return bytes
    }
}

/// What a block of the index holds; the first byte of its payload.
enum IndexPart: UInt8 {
    case segment = 1
    /// The table of all that is not of single calls, or a part of it.
    case table
    /// Nodes that follow each other, and the numbers of the trace by recorded numbers that do.
    case nodes, numbers
}
