/// Goes through the calls of one thread, a block at a time.
final class RecordedThreadCursor {
    /// The thread's index in the tables, and its recorded number.
    let thread: Int
    let number: UInt32
    /// When its next call started, in ticks.
    private(set) var nextStart: UInt64
    private let blocks: RecordingBlocks
    /// The bytes of blocks that are not of the form they should be.
    private(set) var damage: [Range<Int>] = []
    /// The thread's blocks, as positions in `blocks.calls`.
    private var positions: ArraySlice<Int32>
    private var decoded = RecordedCalls()
    private var next = 0
    /// Which of the thread's calls comes next, where none is missing; nil before the first block.
    private var nextCall: Int?
    /// How many of the thread's calls come before the next one.
    private(set) var taken: Int
    /// How many of them an earlier order has gone through.
    private let skipped: Int

    /// - Parameter taken: how many of its calls to leave out.
    init?(thread: Int, positions: ArraySlice<Int32>, of blocks: RecordingBlocks, from taken: Int) {
        guard let first = positions.first else { return nil }
        self.thread = thread
        number = blocks.tables.threads[thread].number
        self.positions = positions
        self.blocks = blocks
        self.taken = taken
        skipped = taken
        nextStart = blocks.calls[Int(first)].firstStart
    }

    /// Gives the thread's calls to `body`, up to the first that started at `limit` or later. Returns whether more follow.
    ///
    /// - Parameter left: how many calls it takes at most, and how many of these are left.
    func take(
        before limit: UInt64, atMost left: inout Int,
        _ body: (borrowing RecordedCalls, RecordedCall) throws -> Void
    ) throws -> Bool {
        while true {
            if next == decoded.calls.count {
                guard try readBlock() else { return false }
            }
            let first = next
            next = try Self.take(
                decoded, from: next, to: left < decoded.calls.count - next ? next + left : decoded.calls.count,
                before: limit, body)
            left -= next - first
            taken += next - first
            if next < decoded.calls.count {
                nextStart = decoded.calls[next].start
                return true
            }
        }
    }

    /// Gives the calls from one on to `body`, up to the first that started at `limit` or later, or to `end`. Returns
    /// where that is.
    ///
    /// Apart from the object, each use of whose properties is checked.
    private static func take(
        _ decoded: borrowing RecordedCalls, from start: Int, to end: Int, before limit: UInt64,
        _ body: (borrowing RecordedCalls, RecordedCall) throws -> Void
    ) rethrows -> Int {
        var next = start
        while next < end {
            let call = decoded.calls[next]
            guard call.start < limit else { break }
            next += 1
            try body(decoded, call)
        }
        return next
    }

    private func readBlock() throws -> Bool {
        while let position = positions.popFirst() {
            let block = blocks.calls[Int(position)]
            next = 0
            try decoded.read(block, of: blocks)
            if decoded.isDamaged {
                damage.append(block.offset..<block.offset + RecordingLayout.headerSize + block.payload)
            }
            if let nextCall, nextCall != block.firstCall { decoded.followLoss() }
            nextCall = block.firstCall + decoded.calls.count
            next = min(decoded.calls.count, max(0, skipped - block.firstCall))
            taken = block.firstCall + next
            if next < decoded.calls.count { return true }
        }
        return false
    }
}
