/// The calls of one segment of a recording, made those of a trace.
final class IndexedSegment {
    /// A call, with the ids of those that it depends on; 0 for none.
    struct Entry {
        var recorded: RecordedCall
        /// The block that holds it, among ``blocks``.
        var block: Int32
        /// The recorded thread's index.
        var thread: Int32
        var operation: Trace.Operation
        var isPlaced = true
        var parent: Int32 = 0
        var cause: Int32 = 0
        var origin: Int32 = 0
        var subscription: Int32 = -1
        /// Where its parts stand among ``parts``.
        var parts: Range<Int32> = 0..<0
    }

    /// A block with its calls.
    final class Block {
        var calls = RecordedCalls()
    }

    /// The id of the first call.
    let firstCall: Int
    fileprivate(set) var entries: [Entry] = []
    fileprivate(set) var blocks: [Block] = []
    fileprivate(set) var parts: [Int32] = []
    /// By recorded number, how many elements a node that makes one of many was handed before the segment, and passed on.
    fileprivate(set) var accumulated: [UInt32: (handed: Int, passedOn: Int)] = [:]

    fileprivate init(firstCall: Int) {
        self.firstCall = firstCall
    }
}

/// Reads segments: their calls from the blocks of the recording, and what these do not tell from the index.
struct SegmentReader {
    private let blocks: RecordingBlocks
    private let operations: [Trace.Operation?]
    /// By the index of a recorded thread, its number among those that made calls; the threads in the order of their recorded
    /// numbers, and the blocks of each.
    private let threadNumbers: [Int32]
    private let threadsInOrder: [Int]
    private let blocksOfThread: [[Int32]]
    private var guess = SegmentGuess()

    /// - Parameter threads: the indexes of recorded threads in the order of their first calls.
    init(_ blocks: RecordingBlocks, threads: [Int]) {
        self.blocks = blocks
        operations = (blocks.about?.operations ?? []).map { Trace.Operation(name: $0) }
        var numbers = [Int32](repeating: -1, count: blocks.tables.threads.count)
        for (number, thread) in threads.enumerated() { numbers[thread] = Int32(number) }
        threadNumbers = numbers
        threadsInOrder = numbers.indices.sorted {
            blocks.tables.threads[$0].number < blocks.tables.threads[$1].number
        }
        var ofThread: [[Int32]] = Array(repeating: [], count: numbers.count)
        for (position, block) in blocks.calls.enumerated() { ofThread[block.thread].append(Int32(position)) }
        blocksOfThread = ofThread
    }

    /// - Parameters:
    ///   - end: when the next segment starts, in ticks; nil for the last one.
    ///   - payload: of the segment's block of the index.
    /// - Throws: ``RecordingIndexDamage`` where the two do not fit, `SystemFailure` where bytes cannot be read.
    mutating func read(
        _ segment: RecordingIndex.Segment, before end: UInt64?, _ payload: UnsafeRawBufferPointer
    ) throws -> IndexedSegment {
        let result = IndexedSegment(firstCall: segment.firstCall)
        try addCalls(from: segment.start, to: end, result)
        guard result.entries.count == segment.count else { throw RecordingIndexDamage() }
        do {
            try addFacts(payload, segment, result)
        } catch is ByteReader.Damage {
            throw RecordingIndexDamage()
        }
        return result
    }

    private func addCalls(from start: UInt64, to end: UInt64?, _ result: IndexedSegment) throws {
        var threads = 0
        for thread in threadsInOrder {
            let before = result.entries.count
            var next = firstBlock(of: thread, endingAt: start)
            while next < blocksOfThread[thread].count {
                let block = blocks.calls[Int(blocksOfThread[thread][next])]
                if let end, block.firstStart >= end { break }
                try add(block, of: thread, from: start, to: end, result)
                next += 1
            }
            if result.entries.count > before { threads += 1 }
        }
        guard threads > 1 else { return }
        // Calls that started at the same time come in the order of their threads' numbers, as they stand here.
        let order = result.entries.indices.map { (start: result.entries[$0].recorded.start, place: $0) }.sorted {
            $0 < $1
        }
        result.entries = order.map { result.entries[$0.place] }
    }

    /// Which of a thread's blocks is the first that may have a call from a moment on.
    private func firstBlock(of thread: Int, endingAt start: UInt64) -> Int {
        blocksOfThread[thread].partitioningIndex { blocks.calls[Int($0)].lastStart >= start }
    }

    private func add(
        _ block: RecordingBlocks.Calls, of thread: Int, from start: UInt64, to end: UInt64?, _ result: IndexedSegment
    ) throws {
        let held = IndexedSegment.Block()
        try held.calls.read(block, of: blocks)
        guard !held.calls.isDamaged else { throw RecordingIndexDamage() }
        let place = Int32(result.blocks.count)
        let last = result.entries.count
        for call in held.calls.calls where call.start >= start && end.map({ call.start < $0 }) ?? true {
            let number = Int(call.operation)
            // Calls of operations that are not known are none of the trace's.
            guard operations.indices.contains(number), let operation = operations[number] else { continue }
            result.entries.append(
                IndexedSegment.Entry(
                    recorded: call, block: place, thread: Int32(thread), operation: operation))
        }
        // Those of the segment are entries now.
        held.calls.forgetCalls()
        if result.entries.count > last { result.blocks.append(held) }
    }

    private mutating func addFacts(
        _ payload: UnsafeRawBufferPointer, _ segment: RecordingIndex.Segment, _ result: IndexedSegment
    ) throws {
        var reader = ByteReader(payload)
        guard try reader.byte() == IndexPart.segment.rawValue, try reader.count() == segment.firstCall,
            try reader.count() == segment.count
        else { throw ByteReader.Damage() }
        var parents = PlacedFacts(try reader.part())
        var subscriptions = PlacedFacts(try reader.part())
        var causes = ByteReader(try reader.part())
        var origins = ByteReader(try reader.part())
        var unplaced = PlacedFacts(try reader.part())
        var accumulated = ByteReader(try reader.part())
        guard reader.isAtEnd else { throw ByteReader.Damage() }
        guess.beginSegment()
        try parents.begin()
        try subscriptions.begin()
        try unplaced.begin()
        for place in result.entries.indices {
            let entry = result.entries[place]
            let id = Int32(truncatingIfNeeded: segment.firstCall + place)
            let (thread, depth) = (Int(threadNumbers[Int(entry.thread)]), Int(entry.recorded.depth))
            guard thread >= 0 else { throw ByteReader.Damage() }
            var parent = guess.parent(onThread: thread, atDepth: depth)
            if parents.next == place {
                parent = try Self.earlier(parents.value(), than: id)
                try parents.advance()
            }
            var subscription = guess.subscription(
                onThread: thread, parent: parent, operation: entry.operation,
                node: entry.recorded.node)
            if subscriptions.next == place {
                subscription = Int32(truncatingIfNeeded: try subscriptions.value()) &- 1
                try subscriptions.advance()
            }
            guess.add(
                id, onThread: thread, atDepth: depth, node: entry.recorded.node, subscription: subscription)
            result.entries[place].parent = parent
            result.entries[place].subscription = subscription
            if entry.operation == .invoke {
                result.entries[place].cause = try Self.earlier(try causes.count(), than: id)
            }
            if unplaced.next == place {
                result.entries[place].isPlaced = false
                try unplaced.advance()
            }
            guard entry.recorded.attachment >= 0 else { continue }
            let attachments = result.blocks[Int(entry.block)].calls.attachments
            guard !attachments[Int(entry.recorded.attachment)].origins.isEmpty else { continue }
            let origin = try origins.count()
            if origin > 0 { result.entries[place].origin = try Self.notLater(origin - 1, than: id) }
            let first = Int32(result.parts.count)
            for _ in 0..<(try origins.count()) {
                result.parts.append(try Self.notLater(try origins.count(), than: id))
            }
            result.entries[place].parts = first..<Int32(result.parts.count)
        }
        guard parents.isAtEnd, subscriptions.isAtEnd, unplaced.isAtEnd, causes.isAtEnd, origins.isAtEnd else {
            throw ByteReader.Damage()
        }
        while !accumulated.isAtEnd {
            let node = UInt32(truncatingIfNeeded: try accumulated.count())
            result.accumulated[node] = (try accumulated.count(), try accumulated.count())
        }
    }

    /// The id of the call that is so far behind another; 0 for 0.
    private static func earlier(_ distance: Int, than id: Int32) throws -> Int32 {
        distance == 0 ? 0 : try notLater(distance, than: id)
    }

    private static func notLater(_ distance: Int, than id: Int32) throws -> Int32 {
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

    mutating func begin() throws {
        next = 0
        try advance()
    }

    mutating func value() throws -> Int { try reader.count() }

    mutating func advance() throws {
        next = reader.isAtEnd ? -1 : next + (try reader.count())
    }
}
