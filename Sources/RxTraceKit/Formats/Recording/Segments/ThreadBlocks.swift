/// The blocks of calls of each thread of a recording, in order.
struct ThreadBlocks: Sendable {
    private let blocks: RecordingBlocks
    /// By the thread's index, positions in `blocks.calls`.
    private let positions: [[Int32]]
    /// The threads in the order of their recorded numbers: calls that started at the same time come so.
    let threads: [Int]

    init(_ blocks: RecordingBlocks) {
        self.blocks = blocks
        positions = blocks.positionsOfThreads
        threads = positions.indices.sorted { blocks.tables.threads[$0].number < blocks.tables.threads[$1].number }
    }

    /// The positions of a thread's blocks that may have calls from a moment on and before another, in ticks; nil for no end.
    func positions(of thread: Int, from start: UInt64, before end: UInt64?) -> ArraySlice<Int32> {
        let own = positions[thread]
        let first = own.partitioningIndex { blocks.calls[Int($0)].lastStart >= start }
        var last = first
        while last < own.count, end.map({ blocks.calls[Int(own[last])].firstStart < $0 }) ?? true { last += 1 }
        return own[first..<last]
    }
}

extension [Int] {
    /// The places here of the numbers below `count`; -1 for one that is not here.
    func numbers(count: Int) -> [Int] {
        var numbers = [Int](repeating: -1, count: count)
        for (number, place) in enumerated() { numbers[place] = number }
        return numbers
    }
}
