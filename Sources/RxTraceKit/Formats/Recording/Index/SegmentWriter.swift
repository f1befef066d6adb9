/// Makes the segments of an index, of the calls of a recording as they are made those of a trace.
struct SegmentWriter {
    private(set) var segments: [RecordingIndex.Segment] = []
    private var facts: SegmentFactsWriter
    private var accumulated: AccumulatedCounts
    private var contents = SegmentContentsWriter()
    private var counter: EventSortCounter

    /// - Parameters:
    ///   - size: how many calls a segment has; there are more where calls started at the same moment.
    ///   - sortLimit: above so many sorts, calls are not told apart by the values they were handed.
    init(_ nodes: RecordedNodes, size: Int, sortLimit: Int) {
        facts = SegmentFactsWriter(size: size)
        counter = EventSortCounter(limit: sortLimit)
        accumulated = AccumulatedCounts(nodes)
    }

    /// Whether calls came in the order of time: only then can a reader find those of a segment.
    var isOrdered: Bool { facts.isOrdered }

    /// - Parameter write: takes the payload of a block of the index, for a segment that is over; answers where it stands.
    mutating func add(
        _ call: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls,
        _ write: ([UInt8]) -> Int
    ) {
        if facts.isOver(before: recorded) { finish(write) }
        facts.add(call, recorded, calls)
        if facts.segment.count == 1 {
            segments.append(RecordingIndex.Segment(calls: facts.segment))
            accumulated.beginSegment()
        }
        let firstCall = facts.segment.firstCall
        contents.add(
            thread: call.thread, subscription: call.subscription,
            causeSegment: call.cause.flatMap { $0 < firstCall ? segment(of: $0) : nil })
        counter.add(call, recorded, calls)
        if call.operation.hasEvent { accumulated.add(call, recorded, to: &facts.facts.accumulated) }
    }

    /// To be called when all calls were added.
    mutating func finish(_ write: ([UInt8]) -> Int) {
        guard facts.segment.count > 0 else { return }
        let calls = facts.segment
        let last = segments.count - 1
        segments[last].calls = calls
        segments[last].offset = write(facts.finish())
        segments[last].contents = contents.finish()
        segments[last].sorts = counter.finishSegment()
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
    private func segment(of id: Int) -> Int { segments.partitioningIndex { $0.calls.firstCall > id } - 1 }
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
