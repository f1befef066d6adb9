import CRxTraceBuffer
import Foundation
import RxTraceKit
import Synchronization

/// Writes a recording's records every quarter of a second, and sooner if there are many.
///
/// Its thread is made when the first record comes. While the thread runs, a crash waits for it to write.
final class RecordingFlusher: @unchecked Sendable {
    private static let current = Lock<RecordingFlusher?>(nil)
    /// The process that `current` belongs to, by its number of forks. Read before taking the lock, which a thread of
    /// the parent may have held during the fork.
    private static let home = Atomic<UInt32>(.max)
    private static let chunkLimit = UInt64(64 << 20) / UInt64(TRACE_CHUNK_BYTES)
    /// In milliseconds: the time between two writes, and the same after the main thread has ended, when the process may
    /// end at any time.
    private static let (interval, lastInterval): (UInt32, UInt32) = (250, 10)

    /// The running flusher. nil in a forked child, which has neither the parent's threads nor its file.
    private static var running: RecordingFlusher? {
        home.load(ordering: .relaxed) == rxtrace_fork_count() ? current.withLock { $0 } : nil
    }

    private static let finishesAtExit: Void = rxtrace_finish_at_exit { running?.finish() }

    /// Ends the recording when the process is about to end by `_exit`.
    private let end: @Sendable (RecordingFlusher) -> Void

    init(atEnd end: @escaping @Sendable (RecordingFlusher) -> Void = { $0.finish() }) {
        self.end = end
    }

    /// Called on the flusher's thread as the thread begins. To be set before the recording starts.
    var threadBegan: () -> Void = {}
    /// Called on the flusher's thread when all is written because the process is about to end or to call `exec`. To be
    /// set before the recording starts.
    var mayLeave: () -> Void = {}

    private let state = Lock<(writer: RecordingWriter?, hasThread: Bool)>((nil, false))

    /// Starts a recording to `output`.
    ///
    /// If records come faster than the flusher writes them, the recording threads write them themselves.
    func start(_ options: RecordingOptions, _ about: RecordingAbout, into output: RecordingOutput) -> RecordingWriter {
        let selects = options.apply()
        let chunks = min(options.waitingChunkLimit, Self.chunkLimit)
        let epoch = rxtrace_start(chunks, selects) { RecordingFlusher.makeRoom(now: $0) }
        let writer = RecordingWriter(epoch: epoch, options, about: about, output: output)
        state.withLock { $0.writer = writer }
        Self.current.withLock { $0 = self }
        Self.home.store(rxtrace_fork_count(), ordering: .relaxed)
        // The program may exit while it records.
        Self.finishesAtExit
        return writer
    }

    /// Ends the recording and writes its last records, after a write that is running.
    ///
    /// - Parameter andThen: further work to do while an ending process waits.
    func finish(andThen more: () -> Void = {}) {
        let writer = state.withLock { state in
            defer { state.writer = nil }
            return state.writer
        }
        Self.current.withLock { $0 = nil }
        rxtrace_wake_writer()
        rxtrace_stop()
        writer?.finish()
        more()
        rxtrace_end_writing()
    }

    /// Called by a recording thread when records have piled up, or, with `now`, when the thread finds no room.
    static func makeRoom(now: Bool) {
        guard let flusher = running else { return }
        guard !rxtrace_is_cramped() else { return flusher.state.withLock { $0.writer }?.write() ?? () }
        let (writer, isNew) = flusher.state.withLock { state in
            defer { state.hasThread = true }
            return (state.writer, !state.hasThread)
        }
        if isNew { flusher.startThread() }
        if now { writer?.makeRoom() } else { rxtrace_wake_writer() }
    }

    private func startThread() {
        // Read before `rxtrace_begin_writing`: from then on, the process may wait for the thread before it has begun.
        let before = rxtrace_written_for()
        rxtrace_begin_writing()
        let thread = Thread { [self] in
            rxtrace_begin_own_thread()
            defer { rxtrace_end_own_thread() }
            threadBegan()
            var answered = before
            while let writer = state.withLock({ $0.writer }) {
                let asked = rxtrace_written_for()
                if rxtrace_is_ending() {
                    end(self)
                } else {
                    writer.write()
                    if asked != answered { mayLeave() }
                }
                rxtrace_has_written(asked)
                answered = asked
                rxtrace_end_work()
                let isMainOver = rxtrace_is_main_thread_over()
                // Without the recorder's threads, the process would have ended with its last thread, with status 0.
                if isMainOver, rxtrace_has_only_own_threads() { exit(0) }
                rxtrace_await_records(isMainOver ? Self.lastInterval : Self.interval)
                rxtrace_begin_work()
            }
            rxtrace_end_work()
        }
        thread.name = "rxtrace"
        // Signals are blocked, because they are for the program's threads.
        rxtrace_begin_work()
        rxtrace_make_own_threads(true)
        SignalMask.blockingAll { handingOnOwnWork { thread.start() } }
        rxtrace_make_own_threads(false)
    }
}

/// Keeps the program's signal handlers from running on the recorder's threads.
enum SignalMask {
    /// Runs `body` with all signals blocked on the calling thread. Threads that it makes inherit that.
    static func blockingAll<Result>(_ body: () throws -> Result) rethrows -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}

/// What the recorder assumes about the toolchain's libraries, in the order of TraceAssumptions.h.
///
/// Each assumption is checked before it is relied on. If it does not hold, the features that need it are off, and the
/// trace has a note.
package enum RecorderAssumption: UInt32, CaseIterable {
    case taskFlags, asyncLets, workItems, frames, steps, deinits

    /// What a trace lacks without the assumption, in one line.
    package var note: String {
        switch self {
        case .taskFlags: "hops by tasks are not told: which are handed on is not known of this Swift's runtime"
        case .asyncLets: "hops by async let are not told: where this Swift's runtime has its task is not known"
        case .workItems: "hops by work items have no work: what this Dispatch makes of a block is not known"
        case .frames: "some hops are not told: how this system's libraries are unwound is not known"
        case .steps: "some hops are not told: a function of the system's libraries has frames of several sizes"
        case .deinits: "ends of objects are not watched: where this Swift's classes have their deinit is not known"
        }
    }

    /// The notes for the broken assumptions that are not in `told`. Adds them to `told`.
    static func notes(besides told: inout UInt32) -> [String] {
        let broken = rxtrace_broken()
        defer { told = broken }
        return allCases.filter { broken & ~told & 1 << $0.rawValue != 0 }.map(\.note)
    }
}
