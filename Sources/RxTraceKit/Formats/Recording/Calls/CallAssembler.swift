/// Makes a trace of recorded calls: numbers calls and threads, links parents and causes, and finds the subscriptions.
struct CallAssembler {
    private var blocks: RecordingBlocks
    /// Of the blocks' threads, for use with each call: a copy of all blocks is not made for one.
    private var recordedThreads: [RecordedThread]
    private var threadIndices: [UInt32: Int]
    /// By its number, whose a range of tickets is: the thread's index, and how many it had before, of those by which work
    /// was asked for.
    private var ticketRanges: [UInt64: (thread: Int, index: Int)] = [:]
    /// The same of the range that was looked up last.
    private var lastRange: (number: UInt64, thread: Int, index: Int) = (0, -1, 0)
    private let extent: RecordingExtent
    private var operations: [Trace.Operation?]
    /// How much of each thread's work that was asked for is remembered.
    private let ticketLimit: Int
    private var states: [AssembledThread]
    /// The state of the thread whose calls come now, taken out of ``states`` meanwhile.
    private var current = AssembledThread()
    private var currentThread = -1
    var tracker: SubscriptionTracker
    /// The recorded threads, in the order of their numbers in the trace.
    private(set) var threads: [Int] = []
    private(set) var count = 0
    /// How many calls there were, with those that are left out.
    private var all = 0
    /// The hops, and work of hops, to leave out; by their ids in a trace that has all of them.
    private let unusedHops: UnusedHops?
    /// The bytes of blocks whose calls are not all there; known when all calls were gone through.
    private(set) var damage: [Range<Int>] = []
    /// By slot, the nodes that calls before the extent speak of; empty where there were no such calls.
    private(set) var isNodeBefore: [Bool] = []

    /// Ids are kept in 32 bits: no call is taken for another.
    private static let mostCalls = Int(Int32.max)

    /// - Parameter ticketLimit: of how much work, that a thread has asked for last, it is known who did.
    init(
        _ blocks: RecordingBlocks, extent: RecordingExtent, leavingOut unusedHops: UnusedHops? = nil,
        ticketLimit: Int = .max
    ) {
        self.unusedHops = unusedHops
        self.ticketLimit = ticketLimit
        self.blocks = blocks
        recordedThreads = blocks.tables.threads
        threadIndices = blocks.tables.threadIndices
        self.extent = extent
        operations = blocks.operations
        states = Array(repeating: AssembledThread(), count: blocks.tables.threads.count)
        tracker = SubscriptionTracker(tables: blocks.tables)
    }

    /// Goes on with the blocks that a recording has got since.
    mutating func resume(with blocks: RecordingBlocks) {
        leave()
        self.blocks = blocks
        recordedThreads = blocks.tables.threads
        threadIndices = blocks.tables.threadIndices
        operations = blocks.operations
        while states.count < recordedThreads.count { states.append(AssembledThread()) }
        tracker.resume(with: blocks.tables.nodes)
    }

    /// Gives the blocks back, so that their definitions are not in memory twice when more come.
    mutating func releaseBlocks() {
        leave()
        for thread in recordedThreads.indices { states[thread].resume(after: recordedThreads[thread].kept) }
        blocks = .definitions
        recordedThreads = []
        tracker.releaseBlocks()
    }

    mutating func forEachCall(_ body: (AssembledCall, RecordedCall, borrowing RecordedCalls) throws -> Void) throws {
        blocks.beginPass()
        var order = RecordedCallOrder(blocks)
        try order.forEachCall { thread, calls, call in
            enter(thread)
            try add(call, of: thread, calls, body)
        }
        damage = order.damage
    }

    /// Goes through the calls of a recording that is still written, as far as they are in order already.
    mutating func forEachCall(
        in order: inout RecordedCallOrder, before end: UInt64, atMost most: Int,
        _ body: (AssembledCall, RecordedCall, borrowing RecordedCalls) throws -> Void
    ) throws {
        try order.forEachCall(before: end, atMost: most) { thread, calls, call in
            enter(thread)
            try add(call, of: thread, calls, body)
        }
    }

    private mutating func enter(_ thread: Int) {
        guard thread != currentThread else { return }
        leave()
        swap(&states[thread], &current)
        currentThread = thread
    }

    /// Puts the current thread's state back among the others.
    private mutating func leave() {
        if currentThread >= 0 { swap(&states[currentThread], &current) }
        currentThread = -1
    }

    private mutating func add(
        _ call: RecordedCall, of thread: Int, _ calls: borrowing RecordedCalls,
        _ body: (AssembledCall, RecordedCall, borrowing RecordedCalls) throws -> Void
    ) throws {
        let index = Int(call.operation)
        guard operations.indices.contains(index), let operation = operations[index] else {
            passOver(call)
            return
        }
        let place = open(call, operation: operation)
        let parent = current.open.parent(of: place)
        let schedule = operation == .invoke ? scheduled(by: call.value) : nil
        guard isPart(call, parent: parent, schedule: schedule?.id, thread: thread) else {
            if operation.asksForWork { remember(call, (0, -1, -1)) }
            if call.start < extent.start { noteBefore(current.open.stack[place].node) }
            return
        }
        all += 1
        if let unusedHops, unusedHops.count > 0, operation == .hop || operation == .invoke, unusedHops.contains(all) {
            // Its work is a part of the trace as it is, and counts as it did when the unused ones were looked for.
            if operation == .hop { remember(call, Self.workOfUnusedHop) }
            return
        }
        count += 1
        guard count <= Self.mostCalls else { throw TooManyCalls() }
        current.open.stack[place].id = count
        if call.keeper >= 0 { noteKeeper(Int(call.keeper), of: thread) }
        var attachment = RecordedAttachment()
        if call.attachment >= 0 { attachment = calls.attachments[Int(call.attachment)] }
        if let schedule, schedule.id > 0 { current.open.stack[place].scheduledIn = schedule.around }
        tracker.add(&current.open, scheduled: schedule?.subscription ?? -1, stack: attachment.stack)
        let entry = current.open.last
        if operation.asksForWork {
            let around = current.open.nearestSubscription(from: place)
            remember(call, (Int32(truncatingIfNeeded: count), entry.subscription, around))
        }
        let parentCall = parent.map { current.open.stack[$0] }
        let isPlaced = attachment.stack >= 0 && (operation.row.hasPlaceAnywhere || isByUser(place))
        let parts = attachment.origins.isEmpty ? [] : keepers(by: calls.origins[attachment.origins])
        let assembled = AssembledCall(
            id: count, parent: parentCall?.id, cause: schedule.flatMap { $0.id > 0 ? Int($0.id) : nil },
            origin: parts.isEmpty ? nil : origin(of: parts, at: place), parts: parts.count > 1 ? parts : [],
            thread: number(of: thread), operation: operation, node: entry.node,
            disposable: tracker.nodes.slot(of: operation.row.disposable(in: call.value)),
            subscription: entry.subscription, stack: isPlaced ? attachment.stack : -1, type: attachment.type,
            isInHop: parent.map { current.open.stack[$0].isWorkOfHop } ?? false)
        try body(assembled, call, calls)
    }

    private static let workOfUnusedHop: AssembledThread.Work = (-1, -1, -1)

    private mutating func noteKeeper(_ place: Int, of thread: Int) {
        if current.keepers.isEmpty {
            current.keepers = Array(repeating: 0, count: recordedThreads[thread].kept.count)
        }
        current.keepers[place] = Int32(truncatingIfNeeded: count)
    }

    /// The calls that handed in the elements kept by tickets, as far as they are known.
    private func keepers(by tickets: ArraySlice<UInt64>) -> [Int] {
        tickets.compactMap { ticket in
            guard let number = blocks.tables.keptRanges[ticket >> RecordingLayout.ticketRangeBits],
                let thread = threadIndices[number]
            else { return nil }
            let place = recordedThreads[thread].kept.index(ofTicket: ticket)
            let id =
                thread == currentThread
                ? current.keeper(of: ticket, at: place) : states[thread].keeper(of: ticket, at: place)
            return id == 0 ? nil : id
        }
    }

    /// The last of the calls that handed in elements; nil where one of them is around the call at `place`.
    private func origin(of parts: [Int], at place: Int) -> Int? {
        parts.contains { current.open.place(of: $0, before: place) != nil } ? nil : parts.last
    }

    /// Whether the user's code made the call, rather than another call of the library's.
    private func isByUser(_ place: Int) -> Bool {
        guard let caller = current.open.caller(of: place) else { return true }
        return current.open.stack[caller].operation == .handler
    }

    /// Puts the call on its thread's stack, for the calls made in it.
    private mutating func open(_ call: RecordedCall, operation: Trace.Operation?) -> Int {
        let depth = Int(call.depth)
        let excess = current.open.stack.count - depth
        if excess > 0 {
            current.open.stack.removeLast(excess)
        } else if excess < 0, depth < 1 << 16 {
            current.open.stack.append(contentsOf: repeatElement(RecordedStack.unknown, count: -excess))
        }
        if call.followsLoss { current.open.forget(endedBefore: call.start) }
        current.open.stack.append(
            RecordedStackCall(
                id: 0, operation: operation, detail: call.detail, value: call.value,
                node: tracker.nodes.slot(of: call.node), end: call.end))
        return current.open.stack.count - 1
    }

    /// Calls within one of an unknown operation hang below the call around it, which stands on the stack in its place.
    private mutating func passOver(_ call: RecordedCall) {
        let place = open(call, operation: nil)
        if place > 0 { current.open.stack[place] = current.open.stack[place - 1] }
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
        if let number = current.number { return number }
        let number = threads.count
        threads.append(thread)
        current.number = number
        return number
    }

    private mutating func remember(_ call: RecordedCall, _ work: AssembledThread.Work) {
        let range = call.value >> RecordingLayout.ticketRangeBits
        guard range != 0 else { return }
        if lastRange.number != range, ticketRanges[range] == nil {
            ticketRanges[range] = (currentThread, current.ticketRangeCount)
            current.ticketRangeCount += 1
        }
        guard let giver = giver(of: call.value), giver.thread == currentThread else { return }
        current.remember(work, ofTicket: giver.count, afterCalls: count, atMost: ticketLimit)
    }

    /// The index of the thread that asked for work by a ticket, and which of its tickets it is.
    private mutating func giver(of ticket: UInt64) -> (thread: Int, count: Int)? {
        let number = ticket >> RecordingLayout.ticketRangeBits
        if number != lastRange.number || number == 0 {
            guard let range = ticketRanges[number] else { return nil }
            lastRange = (number, range.thread, range.index)
        }
        let place = Int(ticket & ((1 as UInt64) << RecordingLayout.ticketRangeBits - 1))
        return (lastRange.thread, lastRange.index << Int(RecordingLayout.ticketRangeBits) + place)
    }

    private mutating func scheduled(by ticket: UInt64) -> AssembledThread.Work? {
        guard let (thread, count) = giver(of: ticket) else { return nil }
        return thread == currentThread ? current.work(forTicket: count) : states[thread].work(forTicket: count)
    }
}

/// A recording has more calls than can be told apart.
struct TooManyCalls: Error, CustomStringConvertible {
    let description = "it has more than 2,147,483,647 calls; --last or --limit keep a recording smaller"
}
