/// The calls that are open around the one a walk has come to, thread by thread.
///
/// A trace says where a call starts and what it hangs below, not where it ends: a call has ended when one comes on its
/// thread that does not hang below it.
struct OpenCalls {
    /// An open call, and what the walk knows of it.
    struct Frame {
        var call: Trace.Call
        /// Whether a subscription is being set up: nothing but subscribing lies between the user's subscribe and here.
        var isSetup = false
        /// For an `invoke`, the schedule that asked for it.
        var work: ScheduledWork?
    }

    private var stacks: [Int: [Frame]] = [:]
    private var thread = 0
    /// In the canonical form work hangs below its schedule, and all threads make one tree.
    private let isCanonical: Bool
    /// The open calls of the thread the walk has come to, outermost first.
    private(set) var frames: [Frame] = []

    init(isCanonical: Bool) {
        self.isCanonical = isCanonical
    }

    /// Takes away what has ended when `call` starts, innermost first.
    mutating func close(for call: Trace.Call, _ ended: (Frame) -> Void) {
        if !isCanonical, call.thread != thread {
            stacks[thread] = frames
            frames = stacks[call.thread] ?? []
            stacks[call.thread] = nil
            thread = call.thread
        }
        let around = isCanonical ? call.parent ?? call.cause : call.parent
        while let last = frames.last, last.call.id != around { ended(frames.removeLast()) }
    }

    mutating func open(_ frame: Frame) { frames.append(frame) }

    /// Takes away all that is still open.
    mutating func closeAll(_ ended: (Frame) -> Void) {
        while let last = frames.popLast() { ended(last) }
        for (_, frames) in stacks.sorted(by: { $0.key < $1.key }) { frames.reversed().forEach(ended) }
        stacks.removeAll()
    }

    /// The synchronous callers, innermost first.
    var callers: Callers { Callers(frames: frames) }

    struct Callers: Sequence, IteratorProtocol {
        private let frames: [Frame]
        private var position: Int

        init(frames: [Frame]) {
            self.frames = frames
            position = frames.count
        }

        mutating func next() -> Frame? {
            guard position > 0 else { return nil }
            if position < frames.count, frames[position].call.parent == nil { return nil }
            position -= 1
            return frames[position]
        }
    }
}

/// What a `schedule` call handed to a scheduler.
struct ScheduledWork {
    var call: Int
    var scheduler: Int?
    /// The node and the subscription that asked for it.
    var askedBy: Int?
    var subscription: Int?
    var isSetup: Bool
}
