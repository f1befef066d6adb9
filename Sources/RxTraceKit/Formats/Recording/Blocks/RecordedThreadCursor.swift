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
    private let positions: [Int32]
    private var nextPosition = 0
    private var decoded = RecordedCalls()
    private var next = 0
    /// Which of the thread's calls comes next, where none is missing; nil before the first block.
    private var nextCall: Int?

    init?(thread: Int, positions: [Int32], of blocks: RecordingBlocks) {
        guard let first = positions.first else { return nil }
        self.thread = thread
        number = blocks.tables.threads[thread].number
        self.positions = positions
        self.blocks = blocks
        nextStart = blocks.calls[Int(first)].firstStart
    }

    /// Gives the thread's calls to `body`, up to the first that started at `limit` or later. Returns whether more follow.
    func take(
        before limit: UInt64, _ body: (borrowing RecordedCalls, RecordedCall) throws -> Void
    ) throws -> Bool {
        while true {
            if next == decoded.calls.count {
                guard try readBlock() else { return false }
            }
            next = try Self.take(decoded, from: next, before: limit, body)
            if next < decoded.calls.count {
                nextStart = decoded.calls[next].start
                return true
            }
        }
    }

    /// Gives the calls from one on to `body`, up to the first that started at `limit` or later. Returns where that is.
    ///
    /// Apart from the object, each use of whose properties is checked.
    private static func take(
        _ decoded: borrowing RecordedCalls, from start: Int, before limit: UInt64,
        _ body: (borrowing RecordedCalls, RecordedCall) throws -> Void
    ) rethrows -> Int {
        var next = start
        while next < decoded.calls.count {
            let call = decoded.calls[next]
            guard call.start < limit else { break }
            next += 1
            try body(decoded, call)
        }
        return next
    }

    private func readBlock() throws -> Bool {
        while nextPosition < positions.count {
            let block = blocks.calls[Int(positions[nextPosition])]
            nextPosition += 1
            next = 0
            try decoded.read(block, of: blocks)
            if decoded.isDamaged {
                damage.append(block.offset..<block.offset + RecordingLayout.headerSize + block.payload)
            }
            if let nextCall, nextCall != block.firstCall { decoded.followLoss() }
            nextCall = block.firstCall + decoded.calls.count
            if !decoded.calls.isEmpty { return true }
        }
        return false
    }
}
