/// Notes, of the calls of a recording as they are made those of a trace, what a reader of a segment could not tell.
struct SegmentWriter {
    private(set) var segments: [RecordingIndex.Segment] = []
    /// Whether calls came in the order of time: only then can a reader find those of a segment.
    private(set) var isOrdered = true
    private var guess = SegmentGuess()
    private var facts = SegmentFacts()
    private var firstCall = 0
    private var count = 0
    private var lastStart: UInt64 = 0
    private var lastPlaces = (parent: 0, subscription: 0, unplaced: 0)
    private let size: Int
    private var accumulated: AccumulatedCounts
    private var contents = SegmentContentsWriter()
    private var counter: EventSortCounter

    /// - Parameters:
    ///   - size: how many calls a segment has; there are more where calls started at the same moment.
    ///   - sortLimit: above so many sorts, calls are not told apart by the values they were handed.
    init(_ nodes: RecordedNodes, size: Int, sortLimit: Int) {
        counter = EventSortCounter(limit: sortLimit)
        self.size = size
        accumulated = AccumulatedCounts(nodes)
    }

    /// - Parameter write: takes the payload of a block of the index, for a segment that is over; answers where it stands.
    mutating func add(
        _ call: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls,
        _ write: ([UInt8]) -> Int
    ) {
        if segments.isEmpty || count >= size && recorded.start > lastStart {
            finish(write)
            segments.append(RecordingIndex.Segment(firstCall: call.id, start: segments.isEmpty ? 0 : recorded.start))
            guess.beginSegment()
            accumulated.beginSegment()
            (firstCall, count, lastPlaces) = (call.id, 0, (0, 0, 0))
        }
        if recorded.start < lastStart { isOrdered = false }
        lastStart = recorded.start
        let place = count
        count += 1
        let depth = Int(recorded.depth)
        let parent = Int32(truncatingIfNeeded: call.parent ?? 0)
        if guess.parent(onThread: call.thread, atDepth: depth) != parent {
            facts.parents.add(number: UInt64(place - lastPlaces.parent))
            facts.parents.add(number: parent == 0 ? 0 : UInt64(call.id - Int(parent)))
            lastPlaces.parent = place
        }
        let guessed = guess.subscription(
            onThread: call.thread, parent: parent, operation: call.operation, node: recorded.node)
        if guessed != call.subscription {
            facts.subscriptions.add(number: UInt64(place - lastPlaces.subscription))
            facts.subscriptions.add(number: UInt64(call.subscription + 1))
            lastPlaces.subscription = place
        }
        guess.add(
            Int32(truncatingIfNeeded: call.id), onThread: call.thread, atDepth: depth, node: recorded.node,
            subscription: call.subscription)
        contents.add(
            thread: call.thread, subscription: call.subscription,
            causeSegment: call.cause.flatMap { $0 < firstCall ? segment(of: $0) : nil })
        if call.operation == .invoke { facts.causes.add(number: call.cause.map { UInt64(call.id - $0) } ?? 0) }
        if recorded.attachment >= 0 { addAttached(call, calls.attachments[Int(recorded.attachment)], at: place) }
        counter.add(call, recorded, calls)
        if call.operation.hasEvent { accumulated.add(call, recorded, to: &facts.accumulated) }
    }

    private mutating func addAttached(_ call: AssembledCall, _ attachment: RecordedAttachment, at place: Int) {
        if attachment.stack >= 0, call.stack < 0 {
            facts.unplaced.add(number: UInt64(place - lastPlaces.unplaced))
            lastPlaces.unplaced = place
        }
        guard !attachment.origins.isEmpty else { return }
        facts.origins.add(number: call.origin.map { UInt64(call.id - $0 + 1) } ?? 0)
        facts.origins.add(number: UInt64(call.parts.count))
        for part in call.parts { facts.origins.add(number: UInt64(call.id - part)) }
    }

    /// To be called when all calls were added.
    mutating func finish(_ write: ([UInt8]) -> Int) {
        guard !segments.isEmpty else { return }
        let payload = facts.payload(firstCall: firstCall, count: count)
        segments[segments.count - 1].count = count
        segments[segments.count - 1].offset = write(payload)
        segments[segments.count - 1].contents = contents.finish()
        segments[segments.count - 1].sorts = counter.finishSegment()
        facts.removeAll()
    }

    /// The sorts of calls, by their numbers.
    var sorts: [EventSort] { counter.sorts }

    /// The segments, of calls that were all added.
    ///
    /// - Parameter late: the subscriptions that showed in a later call only, by the calls' ids.
    consuming func finished(late: [Int: Int32]) -> [RecordingIndex.Segment] {
        for (id, subscription) in late { segments[segment(of: id)].contents.add(subscription: Int(subscription)) }
        return segments
    }

    /// The number of the segment of an earlier call.
    private func segment(of id: Int) -> Int { segments.partitioningIndex { $0.firstCall > id } - 1 }
}

/// How many elements the nodes that make one of many were handed, and passed on.
struct AccumulatedCounts {
    private let nodes: RecordedNodes
    /// By the slot of a node, whether it is one of them; nil where that was not asked yet.
    private var isOne: [Bool?] = []
    private var counts: [Int32: (handed: Int, passedOn: Int)] = [:]
    private var told: Set<Int32> = []

    init(_ nodes: RecordedNodes) {
        self.nodes = nodes
    }

    mutating func beginSegment() { told.removeAll(keepingCapacity: true) }

    /// Takes an event, and notes the counts before it if it is the node's first of the segment.
    mutating func add(_ call: AssembledCall, _ recorded: RecordedCall, to bytes: inout [UInt8]) {
        guard call.node >= 0, accumulates(call.node), call.operation == .on || call.operation == .forwardOn,
            RecordedEventForm.kind(of: recorded.detail) == RecordedEventForm.next
        else { return }
        var count = counts[call.node] ?? (0, 0)
        if told.insert(call.node).inserted {
            bytes.add(number: UInt64(recorded.node))
            bytes.add(number: UInt64(count.handed))
            bytes.add(number: UInt64(count.passedOn))
        }
        if call.operation == .on { count.handed += 1 } else { count.passedOn += 1 }
        counts[call.node] = count
    }

    private mutating func accumulates(_ slot: Int32) -> Bool {
        let place = Int(slot)
        while isOne.count <= place { isOne.append(nil) }
        if let known = isOne[place] { return known }
        var behaviors = nodes.allBehaviors(of: slot)
        let owner = nodes.owner(of: slot)
        if owner != RecordedNodes.none { behaviors = behaviors.union(nodes.allBehaviors(of: owner)) }
        isOne[place] = behaviors.contains(.accumulates)
        return behaviors.contains(.accumulates)
    }
}
