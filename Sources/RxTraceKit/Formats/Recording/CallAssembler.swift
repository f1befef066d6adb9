/// Which calls of a recording make up a trace.
package struct RecordingExtent: Sendable {
    /// Where the blocks begin that hold these calls; 0 for the whole recording.
    package var offset: Int
    /// Calls that started before, in ticks, are left out.
    package var start: UInt64
    /// Where given, only calls of the thread with this key are taken, and the work they scheduled.
    package var causedBy: UInt?
    /// Where given, the calls of the thread with this key are one sequence, though it may be one of a pool.
    package var sequence: UInt?

    package init(offset: Int = 0, start: UInt64 = 0, causedBy: UInt? = nil, sequence: UInt? = nil) {
        self.offset = offset
        self.start = start
        self.causedBy = causedBy
        self.sequence = sequence
    }
}

/// A call of a recording with its place in the trace.
struct AssembledCall {
    var id: Int
    var parent: Int?
    var cause: Int?
    var origin: Int?
    var parts: [Int] = []
    /// The thread's number in the trace.
    var thread: Int
    var operation: Trace.Operation
    /// The node's slot, ``RecordedNodes/none`` for no node.
    var node: Int32
    /// -1 for none.
    var subscription: Int32
    /// The stack that led to the call from the user's code; -1 for none.
    var stack: Int32
    /// The receiver's type, where it is not the node's; -1 for none.
    var type: Int32
    /// Whether it was made right below the work of a hop.
    var isInHop: Bool
}

/// Makes a trace of recorded calls: numbers calls and threads, links parents and causes, and finds the subscriptions.
struct CallAssembler {
    private struct ThreadState {
        var open = RecordedStack()
        /// The thread's number in the trace, from its first call in it.
        var number: Int?
        /// The work that the thread scheduled, by ticket: the call's id (0 for one that is no part of the trace), its
        /// subscription and, if it has none, the one around it.
        var scheduled: [(id: Int32, subscription: Int32, around: Int32)] = []
        /// The count of the first of these tickets: of a recording's last part, earlier ones are gone.
        var firstTicket = 1
        /// The ids of the thread's ``KeptCalls``; 0 for those that have not come, or are no part of the trace.
        var keepers: [Int32] = []
    }

    private var blocks: RecordingBlocks
    /// Of the blocks' threads, for use with each call: a copy of all blocks is not made for one.
    private var recordedThreads: [RecordedThread]
    private var threadIndices: [UInt32: Int]
    private let extent: RecordingExtent
    private var operations: [Trace.Operation?]
    /// How much of each thread's work that was asked for is remembered.
    private let ticketLimit: Int
    private var states: [ThreadState]
    var tracker: SubscriptionTracker
    /// The recorded threads, in the order of their numbers in the trace.
    private(set) var threads: [Int] = []
    private(set) var count = 0
    /// How many calls there were, with those that are left out.
    private var all = 0
    /// The hops, and work of hops, to leave out; by their ids in a trace that has all of them.
    private let barren: BarrenHops?
    /// The bytes of blocks whose calls are not all there; known when all calls were gone through.
    private(set) var damage: [Range<Int>] = []
    /// By slot, the nodes that calls before the extent speak of; empty where there were no such calls.
    private(set) var isNodeBefore: [Bool] = []

    /// - Parameter ticketLimit: of how much work, that a thread has asked for last, it is known who did.
    init(
        _ blocks: RecordingBlocks, extent: RecordingExtent, leavingOut barren: BarrenHops? = nil,
        ticketLimit: Int = .max
    ) {
        self.barren = barren
        self.ticketLimit = ticketLimit
        self.blocks = blocks
        recordedThreads = blocks.tables.threads
        threadIndices = blocks.tables.threadIndices
        self.extent = extent
        operations = (blocks.about?.operations ?? []).map { Trace.Operation(name: $0) }
        states = Array(repeating: ThreadState(), count: blocks.tables.threads.count)
        tracker = SubscriptionTracker(tables: blocks.tables)
    }

    /// Goes on with the blocks that a recording has got since.
    mutating func goOn(with blocks: RecordingBlocks) {
        self.blocks = blocks
        recordedThreads = blocks.tables.threads
        threadIndices = blocks.tables.threadIndices
        operations = (blocks.about?.operations ?? []).map { Trace.Operation(name: $0) }
        while states.count < recordedThreads.count { states.append(ThreadState()) }
        tracker.goOn(with: blocks.tables.nodes)
    }

    /// Gives the blocks back, so that their definitions are not in memory twice when more come.
    mutating func rest() {
        blocks = RecordingBlocks(definitionsOfVersion: blocks.version)
        recordedThreads = []
        tracker.rest()
    }

    mutating func forEachCall(_ body: (AssembledCall, RecordedCall, borrowing RecordedCalls) throws -> Void) throws {
        blocks.beginPass()
        damage = try RecordedCallOrder(blocks).forEachCall { thread, calls, call in
            guard let assembled = add(call, of: thread, calls) else { return }
            try body(assembled, call, calls)
        }
    }

    private mutating func add(
        _ call: RecordedCall, of thread: Int, _ calls: borrowing RecordedCalls
    ) -> AssembledCall? {
        let index = Int(call.operation)
        guard operations.indices.contains(index), let operation = operations[index] else {
            passOver(call, on: thread)
            return nil
        }
        let place = open(call, operation: operation, on: thread)
        let parent = states[thread].open.parent(of: place)
        let schedule = operation == .invoke ? scheduled(by: call.value) : nil
        guard isPart(call, parent: parent, schedule: schedule?.id, thread: thread) else {
            if operation.asksForWork { remember(call, (0, -1, -1), of: thread) }
            if call.start < extent.start { noteBefore(states[thread].open.stack[place].node) }
            return nil
        }
        all += 1
        if let barren, barren.count > 0, operation == .hop || operation == .invoke, barren.contains(all) {
            return nil
        }
        count += 1
        states[thread].open.stack[place].id = count
        if call.keeper >= 0 { noteKeeper(Int(call.keeper), of: thread) }
        var attachment = RecordedAttachment()
        if call.attachment >= 0 { attachment = calls.attachments[Int(call.attachment)] }
        if let schedule, schedule.id != 0 { states[thread].open.stack[place].scheduledIn = schedule.around }
        tracker.add(&states[thread].open, scheduled: schedule?.subscription ?? -1, stack: attachment.stack)
        let entry = states[thread].open.last
        if operation.asksForWork {
            let around = states[thread].open.nearestSubscription(from: place)
            remember(call, (Int32(truncatingIfNeeded: count), entry.subscription, around), of: thread)
        }
        let parentCall = parent.map { states[thread].open.stack[$0] }
        let isUsers =
            operation == .subscribe || operation == .hop || attachment.stack >= 0 && isByUser(place, on: thread)
        let parts = attachment.origins.isEmpty ? [] : keepers(by: calls.origins[attachment.origins])
        return AssembledCall(
            id: count, parent: parentCall?.id, cause: schedule.flatMap { $0.id == 0 ? nil : Int($0.id) },
            origin: parts.isEmpty ? nil : origin(of: parts, at: place, on: thread), parts: parts.count > 1 ? parts : [],
            thread: number(of: thread), operation: operation, node: entry.node, subscription: entry.subscription,
            stack: isUsers ? attachment.stack : -1, type: attachment.type,
            isInHop: parent.map { states[thread].open.stack[$0].isWorkOfHop } ?? false)
    }

    private mutating func noteKeeper(_ place: Int, of thread: Int) {
        if states[thread].keepers.isEmpty {
            states[thread].keepers = Array(repeating: 0, count: recordedThreads[thread].kept.count)
        }
        states[thread].keepers[place] = Int32(truncatingIfNeeded: count)
    }

    /// The calls that handed in the elements kept by tickets, as far as they are known.
    private func keepers(by tickets: ArraySlice<UInt64>) -> [Int] {
        tickets.compactMap { ticket in
            guard let thread = giver(of: ticket), !states[thread].keepers.isEmpty,
                let place = recordedThreads[thread].kept.index(ofTicket: ticket & Self.ticketCount)
            else { return nil }
            let id = Int(states[thread].keepers[place])
            return id == 0 ? nil : id
        }
    }

    /// The last of the calls that handed in elements; nil where one of them is around the call at `place`.
    private func origin(of parts: [Int], at place: Int, on thread: Int) -> Int? {
        parts.contains { states[thread].open.place(of: $0, before: place) != nil } ? nil : parts.last
    }

    /// Whether the user's code made the call, rather than another call of the library's.
    private func isByUser(_ place: Int, on thread: Int) -> Bool {
        guard let caller = states[thread].open.caller(of: place) else { return true }
        return states[thread].open.stack[caller].operation == .handler
    }

    /// Puts the call on its thread's stack, for the calls made in it.
    private mutating func open(_ call: RecordedCall, operation: Trace.Operation?, on thread: Int) -> Int {
        let depth = Int(call.depth)
        let excess = states[thread].open.stack.count - depth
        if excess > 0 {
            states[thread].open.stack.removeLast(excess)
        } else if excess < 0, depth < 1 << 16 {
            states[thread].open.stack.append(contentsOf: repeatElement(RecordedStack.unknown, count: -excess))
        }
        if call.followsLoss { states[thread].open.forget(endedBefore: call.start) }
        states[thread].open.stack.append(
            RecordedStackCall(
                id: 0, operation: operation, detail: call.detail, value: call.value,
                node: tracker.nodes.slot(of: call.node), end: call.end))
        return states[thread].open.stack.count - 1
    }

    /// Calls within one of an unknown operation hang below the call around it, which stands on the stack in its place.
    private mutating func passOver(_ call: RecordedCall, on thread: Int) {
        let place = open(call, operation: nil, on: thread)
        if place > 0 { states[thread].open.stack[place] = states[thread].open.stack[place - 1] }
    }

    private func isPart(_ call: RecordedCall, parent: Int?, schedule: Int32?, thread: Int) -> Bool {
        // Made before this recording, a part of another, began.
        guard call.start >= extent.start else { return false }
        guard let key = extent.causedBy, parent == nil else { return true }
        return recordedThreads[thread].key == key || schedule ?? 0 != 0
    }

    private mutating func noteBefore(_ node: Int32) {
        guard node >= 0 else { return }
        if isNodeBefore.isEmpty { isNodeBefore = Array(repeating: false, count: tracker.nodes.count) }
        isNodeBefore[Int(node)] = true
    }

    private mutating func number(of thread: Int) -> Int {
        if let number = states[thread].number { return number }
        let number = threads.count
        threads.append(thread)
        states[thread].number = number
        return number
    }

    /// The part of a ticket that counts its thread's.
    private static let ticketCount = (1 as UInt64) << RecordingLayout.ticketBits - 1

    private mutating func remember(
        _ call: RecordedCall, _ schedule: (Int32, Int32, Int32), of thread: Int
    ) {
        let ticket = Int(call.value & Self.ticketCount)
        // Where so many tickets are missing, the work known before them is given up: memory is in proportion to the calls.
        if ticket - states[thread].firstTicket > 1 << 16 + 64 * count {
            states[thread].scheduled.removeAll()
        }
        if states[thread].scheduled.isEmpty { states[thread].firstTicket = ticket }
        let index = ticket - states[thread].firstTicket
        guard index >= 0 else { return }
        while states[thread].scheduled.count <= index { states[thread].scheduled.append((0, -1, -1)) }
        states[thread].scheduled[index] = schedule
        let excess = states[thread].scheduled.count - ticketLimit
        guard excess > ticketLimit else { return }
        states[thread].scheduled.removeFirst(excess)
        states[thread].firstTicket += excess
    }

    /// The index of the thread that gave out a ticket.
    private func giver(of ticket: UInt64) -> Int? {
        let number = ticket >> RecordingLayout.ticketBits
        return number == 0 ? nil : UInt32(exactly: number - 1).flatMap { threadIndices[$0] }
    }

    private func scheduled(by ticket: UInt64) -> (id: Int32, subscription: Int32, around: Int32)? {
        guard let thread = giver(of: ticket) else { return nil }
        let index = Int(ticket & Self.ticketCount) - states[thread].firstTicket
        guard states[thread].scheduled.indices.contains(index) else { return nil }
        return states[thread].scheduled[index]
    }
}
