/// The calls that are open around the one a walk has come to, thread by thread.
struct OpenCalls {
    /// An open call, and the walk's knowledge of it.
    ///
    /// A class, so that the calls around another are looked at where they are: a copy takes longer than most looks.
    final class Frame {
        private(set) var call: Trace.Call
        /// What is known of its node; nil and none where that is not known.
        private(set) var role: Trace.Role?
        private(set) var behaviors: Trace.Behaviors
        /// For a handler, the kinds of the user's closure.
        private(set) var kinds: ClosureKinds
        /// The number of the call's sort: see ``CallSort``.
        private(set) var sort: Int
        /// Whether a subscription is being set up: nothing but subscribing lies between the user's subscribe and here.
        var isSetup = false
        /// For an `invoke`, the schedule that asked for it.
        var work: ScheduledWork?
        /// How many calls were made in this one so far that are more than setting something up.
        var deeds = 0
        /// The outermost event around it, or its own, by the call.
        private(set) var event: Int?
        /// The same of a subject or connection.
        private(set) var delivery: Int?
        /// The outermost call around it, or itself.
        private(set) var outermost = 0

        init(call: Trace.Call, node: WalkedNodes.Traits, kinds: ClosureKinds, sort: Int) {
            self.call = call
            (role, behaviors) = (node.role, node.behaviors)
            (self.kinds, self.sort) = (kinds, sort)
        }

        /// Whether it asks a scheduler for work, is some, or begins an operator.
        var isWork: Bool { call.operation == .schedule || call.operation == .invoke || call.operation == .run }

        func noteAround(_ caller: Frame?) {
            let outer = call.parent == nil ? nil : caller
            outermost = outer?.outermost ?? call.id
            event = outer?.event ?? (call.eventKind == nil ? nil : call.id)
            let isDelivery = call.operation == .on && (role == .subject || behaviors.contains(.connects))
            delivery = outer?.delivery ?? (isDelivery ? call.id : nil)
        }

        fileprivate func take(_ call: Trace.Call, _ node: WalkedNodes.Traits, _ kinds: ClosureKinds, _ sort: Int) {
            self.call = call
            (role, behaviors, self.kinds, self.sort) = (node.role, node.behaviors, kinds, sort)
            (isSetup, work, deeds) = (false, nil, 0)
        }
    }

    private var running = RunningCalls<Frame>()
    /// A frame of a call that has ended, to be that of the next one: to make one takes longer than all that it is asked.
    private var spare: Frame?
    /// In the canonical form work hangs below its schedule, and all threads make one tree.
    private let isCanonical: Bool

    init(isCanonical: Bool) {
        self.isCanonical = isCanonical
    }

    /// Takes away the innermost call that has ended when `call` starts; nil where none has. To be asked until then.
    mutating func end(before call: Trace.Call) -> Frame? {
        let around = isCanonical ? call.parent ?? call.cause : call.parent
        guard let ended = running.end(onThread: isCanonical ? 0 : call.thread, where: { $0 != around }) else {
            return nil
        }
        spare = ended
        return ended
    }

    /// The frame of the next call, yet to be opened.
    mutating func frame(of call: Trace.Call, node: WalkedNodes.Traits, kinds: ClosureKinds, sort: Int) -> Frame {
        // Who holds on to a frame keeps it.
        guard isKnownUniquelyReferenced(&spare), let frame = spare else {
            return Frame(call: call, node: node, kinds: kinds, sort: sort)
        }
        spare = nil
        frame.take(call, node, kinds, sort)
        return frame
    }

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
