/// Makes the spans of each thread's calls nest: clocks are coarse, and readers of slices take no overlap.
struct NestedSpans {
    private struct Open {
        var call: Int
        var end: UInt64
        /// When the last call right below ended.
        var reached: UInt64
    }

    private let isBySteps: Bool
    private var threads = ThreadSlots()
    /// The threads, as they show up.
    private var ids: [Int] = []
    /// For each thread, the calls that are open, after one that stands for the thread.
    private var stacks: [[Open]] = []
    /// The ends of the calls that ended on the last call's thread before it started, the inner ones first.
    private(set) var ended: [UInt64] = []

    /// - Parameter isBySteps: whether the spans nest already, though calls of several callers may take turns.
    init(isBySteps: Bool) {
        self.isBySteps = isBySteps
    }

    /// The span of the next call within that of the call around it, and after that of the call before it.
    mutating func fit(_ call: Trace.Call, _ span: (start: UInt64, end: UInt64)) -> (start: UInt64, end: UInt64) {
        ended.removeAll(keepingCapacity: true)
        let thread = threads[call.thread]
        if stacks.count == thread {
            stacks.append([Open(call: .min, end: .max, reached: 0)])
            ids.append(call.thread)
        }
        while let last = stacks[thread].last, last.call != .min, last.call != call.parent,
            !isBySteps || last.end <= span.start
        {
            stacks[thread].removeLast()
            ended.append(last.end)
        }
        let top = stacks[thread].count - 1
        let start = min(max(span.start, stacks[thread][top].reached), stacks[thread][top].end)
        let end = min(max(start, span.end), stacks[thread][top].end)
        stacks[thread][top].reached = end
        stacks[thread].append(Open(call: call.id, end: end, reached: start))
        return (start, end)
    }

    /// The ends of the calls that have not ended yet, thread by thread, the inner ones first.
    func open() -> [(thread: Int, end: UInt64)] {
        zip(ids, stacks).flatMap { thread, stack in
            stack.dropFirst().reversed().map { (thread, $0.end) }
        }
    }
}
