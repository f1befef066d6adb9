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

    /// How many blocks one stands for that were written before the part that is kept.
    static func droppedCount(_ payload: UnsafeRawBufferPointer) throws -> UInt64 {
        var reader = ByteReader(payload)
        let count = try reader.whole(UInt64.self)
        guard (1...BlockHead.numberLimit).contains(count) else { throw ByteReader.Damage() }
        return count
    }
}
