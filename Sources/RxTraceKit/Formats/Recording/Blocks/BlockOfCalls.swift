extension RecordingBlocks {
    /// Where a block of calls is.
    struct Calls {
        var offset: Int
        /// The block's number.
        var number: UInt64
        var payload: Int
        var definitions: Int
        /// The thread's index in the tables.
        var thread: Int
        var count: Int
        /// Which of its thread's calls the first one is.
        var firstCall: Int
        var firstStart: UInt64
        var lastStart: UInt64
        var firstDepth: Int32
    }

    /// The operations of calls, by their recorded numbers; nil for one that is not known by name.
    var operations: [Trace.Operation?] { (about?.operations ?? []).map { Trace.Operation(name: $0) } }

    /// By the index of a thread, the positions of its blocks among ``calls``.
    var positionsOfThreads: [[Int32]] {
        var positions: [[Int32]] = Array(repeating: [], count: tables.threads.count)
        for (position, block) in calls.enumerated() { positions[block.thread].append(Int32(position)) }
        return positions
    }

    /// How many blocks one stands for that were written before the part that is kept.
    static func droppedCount(_ payload: UnsafeRawBufferPointer) throws -> UInt64 {
        var reader = ByteReader(payload)
        let count = try reader.whole(UInt64.self)
        guard (1...BlockHead.numberLimit).contains(count) else { throw ByteReader.Damage() }
        return count
    }
}
