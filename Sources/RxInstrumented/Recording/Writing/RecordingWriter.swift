import CRxTraceBuffer
import Foundation
import RxTraceKit

/// Writes the threads' records, while they record or at the end.
final class RecordingWriter: @unchecked Sendable {
    let epoch: UInt32
    private let output: RecordingOutput
    private var blocks: CallBlocks
    private let options: RecordingOptions
    private let lock = NSLock()
    /// Its reader, for parts of it.
    private let running = RunningRecording()
    private var threads: [UInt32: ThreadRecords] = [:]
    /// How many calls went unrecorded on threads that are over.
    private var countsBefore = ThreadCounts()
    private var counts = ThreadCounts()
    /// How many images had been loaded when they were last written; none before that.
    private var imagesLoaded: UInt64 = 0
    /// How many stacks there were then.
    private var stacksTold = 0
    /// The program that this one works for, as it was last written.
    private var parentTold: Traceparent?
    /// When two writes began that took all there was, ``settling`` or more apart. Calls that had begun before the first
    /// are in the file by the second, and their objects: a thread may be held up for a while between the two moments in
    /// which a call begins and its record is there.
    private let wholeWrites = Lock<(before: rxtrace_clock, last: rxtrace_clock)>((rxtrace_clock(), rxtrace_clock()))
    /// In nanoseconds.
    private static let settling: UInt64 = 1_000_000_000
    /// Of which assumptions that did not hold there is a note, a bit each.
    private var assumptionsTold: UInt32 = 0
    private var tookAll = true
    private var hasReachedLimit = false
    private var isFinished = false
    /// How many chunks of a thread are written before it is time to see whether a part, or the file, is full.
    private static let chunksAtOnce = 16

    /// - Parameter epoch: the recording's number.
    init(epoch: UInt32, _ options: RecordingOptions, about: RecordingAbout, output: RecordingOutput) {
        self.epoch = epoch
        self.output = output
        self.options = options
        blocks = CallBlocks(output, hasParts: options.last != nil, hasValues: about.hasValues)
        output.write(.about, Self.encode(about))
        JoinedTrace.begin(identity: about.run.identity)
        tellParent()
        // However soon the process ends, it leaves a recording.
        output.flush()
        guard options.last != nil else { return }
        // Definitions that each part needs, the same for all, come before them.
        writeImages()
        output.beginPart(after: blocks.callCount)
    }

    /// Writes all there is, up to the file.
    func write() {
        unlessFinished {
            // A program joins another one's trace before the first of its calls are read.
            tellParent()
            let moment = rxtrace_read_clock()
            let isNews = writeThreads()
            if isNews { writeClock() }
            output.flush()
            if tookAll { note(wholeWriteAt: moment) }
        }
    }

    /// Up to which moment, in ticks, all calls are in the file.
    var allBefore: UInt64 { wholeWrites.withLock { $0.before.ticks } }

    private func note(wholeWriteAt moment: rxtrace_clock) {
        wholeWrites.withLock { writes in
            guard moment.nanoseconds >= writes.last.nanoseconds + Self.settling else { return }
            writes = (writes.last, moment)
        }
    }

    /// Makes room for more records, at the cost of the thread that needs it.
    func makeRoom() {
        unlessFinished { writeThreads() }
    }

    /// Writes the rest of a recording that was stopped, and how it ended.
    func finish() {
        unlessFinished {
            isFinished = true
            writeThreads(all: true)
            writeClock()
            output.write(.end, [UInt8]())
            output.close()
        }
    }

    /// Begins a part that is read by itself. Returns where its blocks begin: all that was recorded before stands in
    /// earlier ones. 0 where these may be taken out, so that offsets do not stay.
    func beginReadPart() -> Int {
        locked {
            guard options.last == nil else { return 0 }
            if !isFinished { writeThreads(all: true) }
            return output.count
        }
    }

    /// Whether there is memory for the recording's trace: a call has some bytes here, and some hundred there.
    var hasMemoryToRead: Bool { locked { rxtrace_may_take(UInt64(output.count) * 100) } }

    /// How many calls it has.
    var callCount: Int { locked { blocks.callCount } }

    /// The recording so far, or a part of it.
    ///
    /// - Throws: where it is in a file, the system's reason why that cannot be read.
    func recording(_ extent: RecordingExtent, named name: String) throws -> TraceRecording {
        let bytes = try contents()
        guard extent.offset > 0 else {
            return try TraceRecording(bytes, named: name, extent: extent, symbolicator: nil)
        }
        return try running.part(extent, of: bytes, named: name)
    }

    private func contents() throws -> RecordingBytes {
        try locked {
            if !isFinished {
                writeThreads(all: true)
                writeClock()
                output.flush()
            }
            return try output.contents()
        }
    }

    /// Signals wait meanwhile: a handler of the program's may call `exit`, which needs the lock.
    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        try SignalMask.blockingAll { try lock.withLock(body) }
    }

    /// A thread that was about to write when the recording was finished comes too late: the file is closed, and its
    /// descriptor may be that of another one by now.
    private func unlessFinished(_ body: () -> Void) {
        locked { if !isFinished { body() } }
    }

    /// - Parameter all: whether to go on as long as threads add records.
    /// - Returns: whether there was anything that the clock has not told of yet.
    @discardableResult
    private func writeThreads(all: Bool = false) -> Bool {
        let size = output.count
        let countsThen = counts
        takeRecords(atMost: all || !options.isLimited ? .max : Self.chunksAtOnce, mayPause: !all)
        let isNews = output.count != size || (counts != countsThen && !hasReachedLimit)
        if let limit = options.fileLimit, !hasReachedLimit, output.count >= limit {
            hasReachedLimit = true
            rxtrace_reach_limit()
        }
        if isPartFull { beginPart() }
        return isNews
    }

    /// - Parameter mayPause: whether the rest is left for later where a fork waits.
    private func takeRecords(atMost chunks: Int, mayPause: Bool = false) {
        tookAll = true
        var next = rxtrace_next_thread(epoch, nil)
        counts = countsBefore
        counts.form += output.malformedCalls
        counts.memory += output.unkeptCalls + rxtrace_unjoined_calls()
        while let thread = next {
            next = rxtrace_next_thread(epoch, thread)
            let index = thread.pointee.index
            let records = threads[index] ?? ThreadRecords(thread)
            threads[index] = records
            let isOver = rxtrace_thread_is_over(thread)
            let isDone = records.write(to: &blocks, atMost: chunks, mayPause: mayPause)
            counts.add(records)
            if !isDone { tookAll = false }
            if isOver, isDone {
                countsBefore.add(records)
                threads[index] = nil
                rxtrace_free_thread(thread)
            }
        }
        blocks.endWrite()
        tellImages()
    }

    /// Writes which images there are, with the first stack and whenever later stacks may lead into others.
    private func tellImages() {
        guard blocks.stacks.all.count > stacksTold else { return }
        stacksTold = blocks.stacks.all.count
        if rxtrace_images_loaded() != imagesLoaded { writeImages() }
    }

    private func writeImages() {
        imagesLoaded = rxtrace_images_loaded()
        output.write(.images, ProgramImage.encoded(LoadedImages.all()))
    }

    private var isPartFull: Bool {
        switch options.last {
        case nil: false
        case .calls(let count): blocks.callCount - output.part.callsBefore >= count
        // Kept are the last whole part and the one that is being written.
        case .bytes(let count): output.count - output.part.start >= max(count, RecordingOptions.leastBytes) / 2
        }
    }

    private func beginPart() {
        // From now on threads tell the new part of their objects; records made until they know of it may name objects
        // that only the part before defines.
        guard rxtrace_begin_generation() else { return rxtrace_reach_limit() }
        output.beginPart(after: blocks.callCount)
        for records in threads.values { records.beginPart() }
        blocks.beginPart()
        parentTold = nil
        assumptionsTold = 0
        // Those before the parts may have been written before others were loaded.
        writeImages()
        takeRecords(atMost: Self.chunksAtOnce)
    }

    private func tellParent() {
        guard let parent = JoinedTrace.parent, parent != parentTold else { return }
        parentTold = parent
        output.write(.parent, Array(parent.description.utf8))
    }

    private func writeNotes() {
        for note in RecorderAssumption.notes(besides: &assumptionsTold) { output.write(.note, Array(note.utf8)) }
    }

    private func writeClock() {
        tellParent()
        writeNotes()
        let clock = rxtrace_read_clock()
        let fields = [
            counts.memory, counts.limit, UInt64(output.droppedCalls), counts.sample, counts.filter, counts.form,
            counts.numbers, counts.describing, counts.cut,
        ]
        output.write(.clock, ([clock.ticks, clock.nanoseconds] + fields).map(\.littleEndian))
    }

    private static func encode(_ value: some Encodable) -> [UInt8] {
        (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
    }
}

/// How many calls threads did not record, by reason, and the cost of the values they did.
private struct ThreadCounts: Equatable {
    /// In ticks.
    var describing: UInt64 = 0
    var cut: UInt64 = 0
    var memory: UInt64 = 0
    var limit: UInt64 = 0
    var sample: UInt64 = 0
    var filter: UInt64 = 0
    var form: UInt64 = 0
    var numbers: UInt64 = 0

    /// Adds the calls that a thread did not record, and those the writer did not write.
    mutating func add(_ records: ThreadRecords) {
        let thread = records.thread
        form += records.malformed
        describing += rxtrace_describing(thread)
        cut += rxtrace_cut(thread)
        memory += records.givenUp + rxtrace_dropped(thread, UInt32(TRACE_DROPPED_ROOM))
        limit += rxtrace_dropped(thread, UInt32(TRACE_DROPPED_LIMIT))
        sample += rxtrace_dropped(thread, UInt32(TRACE_DROPPED_SAMPLE))
        filter += rxtrace_dropped(thread, UInt32(TRACE_DROPPED_FILTER))
        numbers += rxtrace_dropped(thread, UInt32(TRACE_DROPPED_NUMBER))
    }
}
