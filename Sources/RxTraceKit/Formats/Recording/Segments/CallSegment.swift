/// Some calls of a recording that follow each other: as many as are read at once.
struct CallSegment: Sendable {
    /// The id of the first call, among all there are.
    var firstCall: Int
    /// No call before it started later than this, and none of its own did earlier; in ticks.
    var start: UInt64
    var count = 0
}

/// The calls of a recording in segments, of each what the recording's blocks do not tell by themselves.
protocol SegmentedCalls: Sendable {
    var segmentCount: Int { get }

    func segment(_ number: Int) -> CallSegment

    /// Gives `body` the payload that ``SegmentFacts/payload(firstCall:count:)`` made of a segment.
    ///
    /// - Throws: where it cannot be read, and the errors of `body`.
    func withFacts(ofSegment number: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
}

extension SegmentedCalls {
    /// When the segment behind one starts, in ticks; nil behind the last.
    func end(ofSegment number: Int) -> UInt64? { number + 1 < segmentCount ? segment(number + 1).start : nil }
}

/// The segments of a recording, noted in memory by a first pass through its calls: a byte per call and less.
struct NotedSegments: SegmentedCalls {
    private var segments: [CallSegment] = []
    /// Where the facts of each end.
    private var ends: [Int] = []
    private var facts: [UInt8] = []

    var segmentCount: Int { segments.count }

    func segment(_ number: Int) -> CallSegment { segments[number] }

    func withFacts(ofSegment number: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try facts.withUnsafeBytes { all in
            try body(UnsafeRawBufferPointer(rebasing: all[(number > 0 ? ends[number - 1] : 0)..<ends[number]]))
        }
    }

    fileprivate mutating func add(_ segment: CallSegment, _ payload: [UInt8]) {
        segments.append(segment)
        facts += payload
        ends.append(facts.count)
    }
}

/// Notes the segments of a recording while its calls go by.
struct NotedSegmentsWriter {
    private var noted = NotedSegments()
    private var writer: SegmentFactsWriter

    /// - Parameter size: how many calls a segment has; there are more where calls started at the same moment.
    init(size: Int) {
        writer = SegmentFactsWriter(size: size)
    }

    mutating func add(_ call: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls) {
        if writer.isOver(before: recorded) { finishSegment() }
        writer.add(call, recorded, calls)
    }

    /// The segments, of calls that were all added; nil where the clock went back: they could not be told apart.
    consuming func finished() -> NotedSegments? {
        finishSegment()
        return writer.isOrdered ? noted : nil
    }

    private mutating func finishSegment() {
        guard writer.segment.count > 0 else { return }
        let segment = writer.segment
        noted.add(segment, writer.finish())
    }
}
