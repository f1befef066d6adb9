/// The calls of one segment of a recording, made those of a trace.
final class IndexedSegment {
    /// A call, with what it depends on.
    struct Entry {
        var recorded: RecordedCall
        /// The block that holds it, among ``blocks``.
        var block: Int32
        /// The recorded thread's index.
        var thread: Int32
        var operation: Trace.Operation
        var facts = SegmentFactsReader.NotedFacts()
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
    /// By the index of a recorded thread, its number among those that made calls.
    private let threadNumbers: [Int]
    private let threadBlocks: ThreadBlocks
    private var guess = SegmentGuess()

    /// - Parameter threads: the indexes of recorded threads in the order of their first calls.
    init(_ blocks: RecordingBlocks, threads: [Int]) {
        self.blocks = blocks
        operations = blocks.operations
        threadNumbers = threads.numbers(count: blocks.tables.threads.count)
        threadBlocks = ThreadBlocks(blocks)
    }

    /// - Parameters:
    ///   - end: when the next segment starts, in ticks; nil for the last one.
    ///   - payload: of the segment's block of the index.
    /// - Throws: ``RecordingIndexDamage`` where the two do not fit, `SystemFailure` where bytes cannot be read.
    mutating func read(
        _ segment: CallSegment, before end: UInt64?, _ payload: UnsafeRawBufferPointer
    ) throws -> IndexedSegment {
        let result = IndexedSegment(firstCall: segment.firstCall)
        try addCalls(from: segment.start, to: end, result)
        guard result.entries.count == segment.count else { throw RecordingIndexDamage() }
        do {
            try addFacts(payload, segment, result)
        } catch {
            throw RecordingIndexDamage()
        }
        return result
    }

    private func addCalls(from start: UInt64, to end: UInt64?, _ result: IndexedSegment) throws {
        var threads = 0
        for thread in threadBlocks.threads {
            let before = result.entries.count
            for position in threadBlocks.positions(of: thread, from: start, before: end) {
                try add(blocks.calls[Int(position)], of: thread, from: start, to: end, result)
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
        _ payload: UnsafeRawBufferPointer, _ segment: CallSegment, _ result: IndexedSegment
    ) throws(ByteReader.Damage) {
        var reader = try SegmentFactsReader(payload, segment)
        guess.beginSegment()
        for place in result.entries.indices {
            let entry = result.entries[place]
            var hasOrigins = false
            if entry.recorded.attachment >= 0 {
                let attachments = result.blocks[Int(entry.block)].calls.attachments
                hasOrigins = !attachments[Int(entry.recorded.attachment)].origins.isEmpty
            }
            result.entries[place].facts = try reader.next(
                entry.recorded, entry.operation, thread: threadNumbers[Int(entry.thread)], hasOrigins: hasOrigins,
                &guess)
        }
        result.accumulated = try reader.finish()
        result.parts = reader.parts
    }
}
