import CRxTraceBuffer
import Foundation
import RxTraceKit

/// Writes the threads' records to a ``RecordingOutput``, while they record or at the end. Thread-safe.
final class RecordingWriter: @unchecked Sendable {
    let epoch: UInt32
    private let output: RecordingOutput
    private var blocks: CallBlocks
    private let options: RecordingOptions
    private let lock = NSLock()
    /// Reads parts of the recording while it runs.
    private let running = RunningRecording()
    private var threads: [UInt32: ThreadRecords] = [:]
    /// The counts of threads that have ended.
    private var countsBefore = ThreadCounts()
    private var counts = ThreadCounts()
    /// The value of `rxtrace_images_loaded` when the images were last written. 0 before.
    private var imagesLoaded: UInt64 = 0
    /// How many stacks there were when `tellImages` last ran.
    private var stacksTold = 0
    /// The joined traceparent that was last written.
    private var parentTold: Traceparent?
    /// When two complete writes began, at least ``settling`` apart. Calls that began before the first are in the file
    /// after the second, with their objects: a thread may be preempted between the start of a call and the writing of
    /// its record.
    private let wholeWrites = Lock<(before: rxtrace_clock, last: rxtrace_clock)>((rxtrace_clock(), rxtrace_clock()))
    /// In nanoseconds; see `wholeWrites`.
    private static let settling: UInt64 = 1_000_000_000
    /// The broken assumptions for which a note has been written, one bit each.
    private var assumptionsTold: UInt32 = 0
    private var tookAll = true
    private var hasReachedLimit = false
    private var isFinished = false
    /// How many chunks of a thread are written before a check whether the part or the file is full.
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
        // Flushed, so that there is a recording however soon the process ends.
        output.flush()
        guard options.last != nil else { return }
        // The images stand before the first part, because all parts need them.
        writeImages()
        output.beginPart(after: blocks.callCount)
    }

    /// Writes all records there are, and flushes the file.
    func write() {
        unlessFinished {
            // Written before the calls, so that a reader knows the joined trace when it reads them.
            tellParent()
            let moment = rxtrace_read_clock()
            let isNews = writeThreads()
            if isNews { writeClock() }
            output.flush()
            if tookAll { note(wholeWriteAt: moment) }
        }
    }

    /// The time, in ticks, up to which all calls are in the file.
    var allBefore: UInt64 { wholeWrites.withLock { $0.before.ticks } }

    private func note(wholeWriteAt moment: rxtrace_clock) {
        wholeWrites.withLock { writes in
            guard moment.nanoseconds >= writes.last.nanoseconds + Self.settling else { return }
            writes = (writes.last, moment)
        }
    }

    /// Writes records to make room for more. Called by a recording thread that finds no room.
    func makeRoom() {
        unlessFinished { writeThreads() }
    }

    /// Writes the last records of a stopped recording and its end, and closes the output.
    func finish() {
        unlessFinished {
            isFinished = true
            writeThreads(all: true)
            writeClock()
            output.write(.end, [UInt8]())
            output.close()
        }
    }

    /// Writes all records, so that what is recorded later stands behind the returned offset. Returns 0 if only the
    /// recording's end is kept, because offsets then change.
    func beginReadPart() -> Int {
        locked {
            guard options.last == nil else { return 0 }
            if !isFinished { writeThreads(all: true) }
            return output.count
        }
    }

    /// Whether there is memory to read the recording as a trace, which takes about 100 times its size.
    var hasMemoryToRead: Bool { locked { rxtrace_may_take(UInt64(output.count) * 100) } }

    /// How many calls have been written.
    var callCount: Int { locked { blocks.callCount } }

    /// Reads the recording so far, or a part of it.
    ///
    /// - Throws: a failure if the recording's file cannot be read.
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

    /// Signals are blocked under the lock, because a handler of the program may call `exit`, which needs the lock.
    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        try SignalMask.blockingAll { try lock.withLock(body) }
    }

    /// Runs `body` under the lock unless the recording is finished. The file is closed then, and its descriptor's
    /// number may belong to another file.
    private func unlessFinished(_ body: () -> Void) {
        locked { if !isFinished { body() } }
    }

    /// - Parameter all: whether to go on as long as threads add records.
    /// - Returns: whether records or counts were written or changed, so that a clock is to be written.
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

    /// - Parameter mayPause: whether to leave the rest for later if a fork waits.
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

    /// Writes the images if there are new stacks and images have been loaded since the last time.
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
        // Two parts are kept: the last complete one and the current one.
        case .bytes(let count): output.count - output.part.start >= max(count, RecordingOptions.leastBytes) / 2
        }
    }

    private func beginPart() {
        // From now on, threads define their objects anew. Until a thread notices, its calls may refer to objects that
        // only the former part defines.
        guard rxtrace_begin_generation() else { return rxtrace_reach_limit() }
        output.beginPart(after: blocks.callCount)
        for records in threads.values { records.beginPart() }
        blocks.beginPart()
        parentTold = nil
        assumptionsTold = 0
        // Further images may have been loaded since they were written before the first part.
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

/// How many calls were not recorded, by reason, and the cost of describing values.
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

    /// Adds the calls of a thread that were not recorded or not written.
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
