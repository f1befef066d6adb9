/// Tells, of the calls of a segment one after the other, what ``SegmentFactsWriter`` noted of them.
///
/// It reads the payload where that lies: it is not to be used when the payload is gone.
struct SegmentFactsReader {
    /// What one call depends on: ids among all calls, 0 for none.
    struct NotedFacts {
        var parent: Int32 = 0
        var cause: Int32 = 0
        var origin: Int32 = 0
        /// Counted from 0; -1 for none.
        var subscription: Int32 = -1
        /// Where its parts stand among ``SegmentFactsReader/parts``.
        var parts: Range<Int32> = 0..<0
        /// Whether the stack that led to it leads to a line of the user's.
        var isPlaced = true
    }

    private(set) var parts: [Int32] = []
    private var parents: PlacedFacts
    private var subscriptions: PlacedFacts
    private var causes: ByteReader
    private var origins: ByteReader
    private var unplaced: PlacedFacts
    private var accumulated: ByteReader
    private let segment: CallSegment
    private var place = 0

    /// - Throws: `ByteReader.Damage` where the payload is not that of the segment.
    init(_ payload: UnsafeRawBufferPointer, _ segment: CallSegment) throws(ByteReader.Damage) {
        var reader = ByteReader(payload)
        guard try reader.byte() == IndexPart.segment.rawValue, try reader.count() == segment.firstCall,
            try reader.count() == segment.count
        else { throw ByteReader.Damage() }
        self.segment = segment
        parents = PlacedFacts(try reader.part())
        subscriptions = PlacedFacts(try reader.part())
        causes = ByteReader(try reader.part())
        origins = ByteReader(try reader.part())
        unplaced = PlacedFacts(try reader.part())
        accumulated = ByteReader(try reader.part())
        guard reader.isAtEnd else { throw ByteReader.Damage() }
        try parents.begin()
        try subscriptions.begin()
        try unplaced.begin()
    }

    /// What is known of the segment's next call.
    ///
    /// - Parameters:
    ///   - thread: the number of its thread among all that made calls.
    ///   - hasOrigins: whether tickets of elements are attached to it.
    ///   - guess: has been asked about the calls of the segment before it.
    /// - Throws: `ByteReader.Damage` where that cannot be.
    mutating func next(
        _ recorded: RecordedCall, _ operation: Trace.Operation, thread: Int, hasOrigins: Bool,
        _ guess: inout SegmentGuess
    ) throws(ByteReader.Damage) -> NotedFacts {
        let id = Int32(truncatingIfNeeded: segment.firstCall + place)
        let depth = Int(recorded.depth)
        guard thread >= 0, place < segment.count else { throw ByteReader.Damage() }
        var facts = NotedFacts()
        facts.parent = guess.parent(onThread: thread, atDepth: depth)
        if parents.next == place {
            facts.parent = try Self.earlier(parents.value(), than: id)
            try parents.advance()
        }
        facts.subscription = guess.subscription(
            onThread: thread, parent: facts.parent, operation: operation, node: recorded.node)
        if subscriptions.next == place {
            facts.subscription = Int32(truncatingIfNeeded: try subscriptions.value()) &- 1
            try subscriptions.advance()
        }
        guess.add(id, onThread: thread, atDepth: depth, node: recorded.node, subscription: facts.subscription)
        if operation == .invoke { facts.cause = try Self.earlier(try causes.count(), than: id) }
        if unplaced.next == place {
            facts.isPlaced = false
            try unplaced.advance()
        }
        if hasOrigins { try readOrigins(of: id, &facts) }
        place += 1
        return facts
    }

    private mutating func readOrigins(of id: Int32, _ facts: inout NotedFacts) throws(ByteReader.Damage) {
        let origin = try origins.count()
        if origin > 0 { facts.origin = try Self.notLater(origin - 1, than: id) }
        let first = Int32(parts.count)
        for _ in 0..<(try origins.count()) { parts.append(try Self.notLater(try origins.count(), than: id)) }
        facts.parts = first..<Int32(parts.count)
    }

    /// To be called behind the last call. Returns, by recorded number, how many elements a node that makes one of many was
    /// handed before the segment, and passed on.
    ///
    /// - Throws: `ByteReader.Damage` where facts are left.
    mutating func finish() throws(ByteReader.Damage) -> [UInt32: (handed: Int, passedOn: Int)] {
        guard place == segment.count, parents.isAtEnd, subscriptions.isAtEnd, unplaced.isAtEnd, causes.isAtEnd,
            origins.isAtEnd
        else { throw ByteReader.Damage() }
        var counts: [UInt32: (handed: Int, passedOn: Int)] = [:]
        while !accumulated.isAtEnd {
            let node = UInt32(truncatingIfNeeded: try accumulated.count())
            counts[node] = (try accumulated.count(), try accumulated.count())
        }
        return counts
    }

    /// The id of the call that is so far behind another; 0 for 0.
    private static func earlier(_ distance: Int, than id: Int32) throws(ByteReader.Damage) -> Int32 {
        distance == 0 ? 0 : try notLater(distance, than: id)
    }

    private static func notLater(_ distance: Int, than id: Int32) throws(ByteReader.Damage) -> Int32 {
        guard distance < Int(id) else { throw ByteReader.Damage() }
        return id - Int32(distance)
    }
}

/// A list of ``SegmentFacts`` that begins each fact with its place.
private struct PlacedFacts {
    private var reader: ByteReader
    /// The place of the next fact; -1 behind the last.
    private(set) var next = -1

    init(_ bytes: UnsafeRawBufferPointer) {
        reader = ByteReader(bytes)
    }

    var isAtEnd: Bool { next < 0 }

    mutating func begin() throws(ByteReader.Damage) {
        next = 0
        try advance()
    }

    mutating func value() throws(ByteReader.Damage) -> Int { try reader.count() }

    mutating func advance() throws(ByteReader.Damage) {
        next = reader.isAtEnd ? -1 : next + (try reader.count())
    }
}
