/// Notes, of the calls of a recording as they are made those of a trace, what a reader of a segment could not tell.
struct SegmentFactsWriter {
    /// The segment that is gone through; without calls before the first.
    private(set) var segment = CallSegment(firstCall: 0, start: 0)
    /// What was noted of it.
    var facts = SegmentFacts()
    /// Whether calls came in the order of time: only then can a reader find those of a segment.
    private(set) var isOrdered = true
    private var guess = SegmentGuess()
    private var isFirst = true
    private var lastStart: UInt64 = 0
    private var lastPlaces = (parent: 0, subscription: 0, unplaced: 0)
    private let size: Int

    /// - Parameter size: how many calls a segment has; there are more where calls started at the same moment.
    init(size: Int) {
        self.size = size
    }

    /// Whether a call begins another segment: ``finish()`` is to be called before it is added.
    func isOver(before recorded: RecordedCall) -> Bool { segment.count >= size && recorded.start > lastStart }

    mutating func add(_ call: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls) {
        if segment.count == 0 {
            segment = CallSegment(firstCall: call.id, start: isFirst ? 0 : recorded.start)
            isFirst = false
            guess.beginSegment()
            lastPlaces = (0, 0, 0)
        }
        if recorded.start < lastStart { isOrdered = false }
        lastStart = recorded.start
        let place = segment.count
        segment.count += 1
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
        if call.operation == .invoke { facts.causes.add(number: call.cause.map { UInt64(call.id - $0) } ?? 0) }
        if recorded.attachment >= 0 { addAttached(call, calls.attachments[Int(recorded.attachment)], at: place) }
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

    /// The payload of the segment, which is over.
    mutating func finish() -> [UInt8] {
        defer {
            facts.removeAll()
            segment.count = 0
        }
        return facts.payload(firstCall: segment.firstCall, count: segment.count)
    }
}
