/// Goes through the calls of all threads of a recording in the order they started.
struct RecordedCallOrder {
    private let blocks: RecordingBlocks
    /// The bytes of blocks whose calls are not all there, as far as they were gone through.
    private(set) var damage: [Range<Int>] = []
    /// By thread, how many of its calls were gone through.
    private(set) var taken: [Int]
    /// Threads that have not begun yet, the next to begin last, so that only those that run are in memory.
    private var waiting: [(start: UInt64, thread: Int, positions: ArraySlice<Int32>)]
    private var running: [RecordedThreadCursor] = []

    /// - Parameter taken: by thread, how many of its calls to leave out: an earlier order went through them.
    init(_ blocks: RecordingBlocks, taken: [Int] = []) {
        let positions = blocks.positionsOfThreads.enumerated().map { (thread: $0, blocks: $1[...]) }
        self.init(blocks, positions, taken: taken)
    }

    /// - Parameter positions: with the index of a thread, those in `blocks.calls` of its blocks to go through.
    init(_ blocks: RecordingBlocks, _ positions: [(thread: Int, blocks: ArraySlice<Int32>)], taken: [Int] = []) {
        self.blocks = blocks
        let threads = blocks.tables.threads
        self.taken = taken + repeatElement(0, count: max(0, threads.count - taken.count))
        waiting = positions.compactMap { thread, positions in
            positions.first.map { (start: blocks.calls[Int($0)].firstStart, thread: thread, positions: positions) }
        }
        waiting.sort { ($0.start, threads[$0.thread].number) > ($1.start, threads[$1.thread].number) }
    }

    /// Whether there are calls, or may be, that started before a moment.
    func goesOn(before end: UInt64) -> Bool {
        waiting.last.map { $0.start < end } ?? false || running.contains { $0.nextStart < end }
    }

    /// Goes through the calls that follow, once or from where the last time ended.
    ///
    /// Calls that started at the same time come in the order of their threads' recorded numbers.
    ///
    /// - Parameters:
    ///   - end: later calls, and those that started then, are left.
    ///   - most: after so many, the rest is left.
    ///   - body: is told the thread by its index in the tables.
    mutating func forEachCall(
        before end: UInt64 = .max, atMost most: Int = .max,
        _ body: (_ thread: Int, borrowing RecordedCalls, RecordedCall) throws -> Void
    ) throws {
        var left = most
        while left > 0 {
            var earliest: Int?
            for (index, cursor) in running.enumerated() where earliest.map({ cursor.isBefore(running[$0]) }) ?? true {
                earliest = index
            }
            if let next = waiting.last, next.start < end || end == .max,
                earliest.map({ next.start <= running[$0].nextStart }) ?? true
            {
                waiting.removeLast()
                if let cursor = RecordedThreadCursor(
                    thread: next.thread, positions: next.positions, of: blocks, from: taken[next.thread])
                {
                    running.append(cursor)
                }
                continue
            }
            guard let earliest else { return }
            let cursor = running[earliest]
            guard cursor.nextStart < end || end == .max else { return }
            var limit = waiting.last?.start ?? .max
            for other in running where other !== cursor {
                limit = min(limit, other.number > cursor.number ? other.nextStart &+ 1 : other.nextStart)
            }
            let goesOn = try cursor.take(before: min(max(limit, cursor.nextStart &+ 1), end), atMost: &left) {
                calls, call in
                try body(cursor.thread, calls, call)
            }
            taken[cursor.thread] = cursor.taken
            if !goesOn {
                damage += cursor.damage
                running.remove(at: earliest)
            }
        }
    }
}

extension RecordedThreadCursor {
    fileprivate func isBefore(_ other: RecordedThreadCursor) -> Bool {
        (nextStart, number) < (other.nextStart, other.number)
    }
}
