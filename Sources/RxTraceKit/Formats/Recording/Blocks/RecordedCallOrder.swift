/// Goes through the calls of all threads of a recording in the order they started.
struct RecordedCallOrder {
    private let blocks: RecordingBlocks

    init(_ blocks: RecordingBlocks) {
        self.blocks = blocks
    }

    /// Calls that started at the same time come in the order of their threads' recorded numbers.
    ///
    /// - Returns: the bytes of blocks whose calls are not all there.
    /// - Parameter body: is told the thread by its index in the tables.
    @discardableResult
    func forEachCall(
        _ body: (_ thread: Int, borrowing RecordedCalls, RecordedCall) throws -> Void
    ) throws -> [Range<Int>] {
        var damage: [Range<Int>] = []
        var positions: [[Int32]] = Array(repeating: [], count: blocks.tables.threads.count)
        for (position, block) in blocks.calls.enumerated() { positions[block.thread].append(Int32(position)) }
        // Threads that have not begun yet, the next to begin last, so that only those that run are in memory.
        var waiting = positions.enumerated().compactMap { thread, positions in
            positions.first.map { (start: blocks.calls[Int($0)].firstStart, thread: thread, positions: positions) }
        }
        let threads = blocks.tables.threads
        waiting.sort { ($0.start, threads[$0.thread].number) > ($1.start, threads[$1.thread].number) }
        var running: [RecordedThreadCursor] = []
        while true {
            var earliest: Int?
            for (index, cursor) in running.enumerated() where earliest.map({ cursor.isBefore(running[$0]) }) ?? true {
                earliest = index
            }
            if let next = waiting.last, earliest.map({ next.start <= running[$0].nextStart }) ?? true {
                waiting.removeLast()
                if let cursor = RecordedThreadCursor(thread: next.thread, positions: next.positions, of: blocks) {
                    running.append(cursor)
                }
                continue
            }
            guard let earliest else { return damage }
            let cursor = running[earliest]
            var limit = waiting.last?.start ?? .max
            for other in running where other !== cursor {
                limit = min(limit, other.number > cursor.number ? other.nextStart &+ 1 : other.nextStart)
            }
            let goesOn = try cursor.take(before: max(limit, cursor.nextStart &+ 1)) { calls, call in
                try body(cursor.thread, calls, call)
            }
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
