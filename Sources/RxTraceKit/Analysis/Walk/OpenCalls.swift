/// The calls that are open around the one a walk has come to, thread by thread.
struct OpenCalls {
    /// An open call, and the walk's knowledge of it.
    ///
    /// A class, so that the calls around another are looked at where they are: a copy takes longer than most looks.
    final class Frame {
        let call: Trace.Call
        /// What is known of its node; nil and none where that is not known.
        let role: Trace.Role?
        let behaviors: Trace.Behaviors
        /// For a handler, the kinds of the user's closure.
        let kinds: ClosureKinds
        /// Whether a subscription is being set up: nothing but subscribing lies between the user's subscribe and here.
        var isSetup = false
        /// For an `invoke`, the schedule that asked for it.
        var work: ScheduledWork?
        /// How many calls were made in this one so far that are more than setting something up.
        var deeds = 0

        init(call: Trace.Call, node: WalkedNodes.Traits, kinds: ClosureKinds) {
            self.call = call
            (role, behaviors) = (node.role, node.behaviors)
            self.kinds = kinds
        }
    }

    private var running = RunningCalls<Frame>()
    /// In the canonical form work hangs below its schedule, and all threads make one tree.
    private let isCanonical: Bool

    init(isCanonical: Bool) {
        self.isCanonical = isCanonical
    }

    /// Takes away the innermost call that has ended when `call` starts; nil where none has. To be asked until then.
    mutating func end(before call: Trace.Call) -> Frame? {
        let around = isCanonical ? call.parent ?? call.cause : call.parent
        return running.end(onThread: isCanonical ? 0 : call.thread) { $0 != around }
    }

    /// Takes note of a call that is more than setting something up, in the innermost call that is open.
    mutating func noteDeed() { running.last?.deeds += 1 }

    mutating func open(_ frame: Frame) { running.start(frame.call.id, with: frame) }

    /// Takes away one of those that are still open; nil where none is left.
    mutating func endNext() -> Frame? { running.endNext() }

    /// The innermost call that is open.
    var last: Frame? { running.last }

    /// The synchronous callers, innermost first.
    var callers: Callers { Callers(frames: running.calls) }

    struct Callers: Sequence, IteratorProtocol {
        private let frames: [RunningCalls<Frame>.Running]
        private var position: Int

        init(frames: [RunningCalls<Frame>.Running]) {
            self.frames = frames
            position = frames.count
        }

        mutating func next() -> Frame? {
            guard position > 0 else { return nil }
            if position < frames.count, frames[position].value.call.parent == nil { return nil }
            position -= 1
            return frames[position].value
        }
    }
}

/// The work that a `schedule` call handed to a scheduler.
struct ScheduledWork {
    var call: Int
    var scheduler: Int?
    /// The node and the subscription that asked for it.
    var askedBy: Int?
    var subscription: Int?
    var isSetup: Bool
}
