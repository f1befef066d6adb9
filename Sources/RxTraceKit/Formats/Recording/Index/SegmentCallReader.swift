/// Reads the calls of a recording a segment at a time, in any order. Each copy may be used by another thread.
struct SegmentCallReader: Sendable {
    /// So many read at once, the caller's with them.
    let threads: Int
    private let blocks: RecordingBlocks
    private let segments: any SegmentedCalls
    private let threadBlocks: ThreadBlocks
    /// By the index of a recorded thread, its number among those that made calls.
    private let threadNumbers: [Int]
    private var decoder: SegmentCallDecoder
    private var guess = SegmentGuess()

    init(_ findings: RecordingFindings, _ segments: any SegmentedCalls, _ decoder: CallDecoder, threads: Int) {
        self.threads = threads
        blocks = findings.blocks
        self.segments = segments
        threadBlocks = ThreadBlocks(blocks)
        threadNumbers = findings.allThreads.numbers(count: blocks.tables.threads.count)
        self.decoder = SegmentCallDecoder(findings, decoder)
    }

    /// Gives every call to `body`, in order.
    ///
    /// - Throws: as ``read(_:into:)``, and the errors of `body`.
    func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        blocks.beginPass()
        try chunks.forEach(with: maker) { for call in $0 { try body(call) } }
    }

    /// Gives every call to a pass, on a thread of its own, and then to `body`, which is told before what the pass found.
    ///
    /// - Throws: as ``read(_:into:)``, and the errors of `body`.
    func forEachCall<Pass: LeadingPass>(
        behind pass: Pass, found: (Pass.Finding) -> Void, _ body: (Trace.Call) throws -> Void
    ) throws {
        blocks.beginPass()
        let leader = Leader(pass)
        try chunks.forEach(with: maker, behind: leader.findings) { calls, findings in
            for finding in findings { found(finding) }
            for call in calls ?? [] { try body(call) }
        }
    }

    private var chunks: ParallelChunks<[Trace.Call]> {
        ParallelChunks(count: segments.segmentCount, threads: threads)
    }

    /// Reads segments on the thread that asks for it.
    private func maker() -> ParallelChunks<[Trace.Call]>.Maker {
        var reader = self
        return { number, used in
            var calls = used ?? []
            calls.removeAll(keepingCapacity: true)
            try reader.read(number, into: &calls)
            return calls
        }
    }

    /// Adds the calls of the segment with a number to `calls`.
    ///
    /// - Throws: ``RecordingIndexDamage`` where its blocks are not those that it was noted of, `SystemFailure` where bytes
    ///   cannot be read.
    private mutating func read(_ number: Int, into calls: inout [Trace.Call]) throws {
        let (segment, end) = (segments.segment(number), segments.end(ofSegment: number))
        calls.reserveCapacity(segment.count)
        let positions = threadBlocks.threads.map {
            (thread: $0, blocks: threadBlocks.positions(of: $0, from: segment.start, before: end))
        }
        var order = RecordedCallOrder(blocks, positions)
        do {
            try segments.withFacts(ofSegment: number) { payload in
                try read(&order, segment, before: end, payload, into: &calls)
            }
        } catch is ByteReader.Damage {
            throw RecordingIndexDamage()
        }
        guard order.damage.isEmpty else { throw RecordingIndexDamage() }
    }

    private mutating func read(
        _ order: inout RecordedCallOrder, _ segment: CallSegment, before end: UInt64?,
        _ payload: UnsafeRawBufferPointer, into calls: inout [Trace.Call]
    ) throws {
        var facts = try SegmentFactsReader(payload, segment)
        var id = segment.firstCall
        guess.beginSegment()
        try order.forEachCall(before: end ?? .max) { thread, held, recorded in
            // The first blocks may begin with calls of earlier segments. Calls of unknown operations are none of the trace's.
            guard recorded.start >= segment.start, let operation = decoder.operation(of: recorded) else { return }
            let hasOrigins =
                recorded.attachment >= 0 && !held.attachments[Int(recorded.attachment)].origins.isEmpty
            let known = try facts.next(
                recorded, operation, thread: threadNumbers[thread], hasOrigins: hasOrigins, &guess)
            if !decoder.isUnused(operation, id) {
                calls.append(
                    decoder.call(recorded, operation, thread: thread, known, parts: facts.parts, held, id: id))
            }
            id += 1
        }
        _ = try facts.finish()
    }
}

/// A pass on the thread that goes ahead.
///
/// Sendable, for it is handed to that thread before the first call, and nobody else uses it.
private final class Leader<Pass: LeadingPass>: @unchecked Sendable {
    private var pass: Pass

    init(_ pass: Pass) { self.pass = pass }

    /// What the pass finds in the next calls; nil says that there are no more.
    @Sendable func findings(in calls: [Trace.Call]?) -> [Pass.Finding] {
        var findings: [Pass.Finding] = []
        if let calls {
            for call in calls { pass.take(call) { findings.append($0) } }
        } else {
            pass.finish { findings.append($0) }
        }
        return findings
    }
}
