import CRxTraceBuffer
import Foundation
import RxTraceKit
import Synchronization

/// Writes a recording's records to its file every quarter of a second, and sooner where there are many.
///
/// Its thread is made with the first record. As long as it runs, a crash waits for the next write.
final class RecordingFlusher: @unchecked Sendable {
    private static let current = Lock<RecordingFlusher?>(nil)
    /// Which process it runs in, told by its forks: asked before the lock, which a thread of the parent's may have held.
    private static let home = Atomic<UInt32>(.max)
    private static let chunkLimit = UInt64(64 << 20) / UInt64(TRACE_CHUNK_BYTES)
    /// In milliseconds: how long it rests, and how long where the process may end with its last thread at any time.
    private static let (interval, lastInterval): (UInt32, UInt32) = (250, 10)

    /// The one that runs; in a forked child, which has none of its parent's threads and not its file either, none.
    private static var running: RecordingFlusher? {
        home.load(ordering: .relaxed) == rxtrace_fork_count() ? current.withLock { $0 } : nil
    }

    private static let finishesAtExit: Void = {
        atexit {
            rxtrace_begin_exit()
            running?.finish()
        }
    }()

    /// Ends the recording where the process is about to end, by `_exit`.
    private let end: @Sendable (RecordingFlusher) -> Void

    init(atEnd end: @escaping @Sendable (RecordingFlusher) -> Void = { $0.finish() }) {
        self.end = end
    }

    /// Called on the flusher's thread as it begins. Set before the recording starts.
    var threadBegan: () -> Void = {}
    /// Called there when all is written and the process may be about to end, or to become another. Set likewise.
    var mayLeave: () -> Void = {}

    private let state = Lock<(writer: RecordingWriter?, hasThread: Bool)>((nil, false))

    /// Starts to record, into `output`.
    ///
    /// Where records pile up faster than they are written, the threads that make them write them themselves.
    func start(_ options: RecordingOptions, _ about: RecordingAbout, into output: RecordingOutput) -> RecordingWriter {
        let selects = options.apply()
        let chunks = min(options.waitingChunkLimit, Self.chunkLimit)
        let epoch = rxtrace_start(chunks, selects) { RecordingFlusher.makeRoom(now: $0) }
        let writer = RecordingWriter(epoch: epoch, options, about: about, output: output)
        state.withLock { $0.writer = writer }
        Self.current.withLock { $0 = self }
        Self.home.store(rxtrace_fork_count(), ordering: .relaxed)
        // A program may end while it records.
        Self.finishesAtExit
        return writer
    }

    /// Ends the recording and writes the rest of it. A write that runs is waited for by this last one.
    ///
    /// - Parameter andThen: more to be done before a process that is about to end does so.
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

    /// Called by a thread that records: as records pile up, or, `now`, because it found no room for more.
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
        // From here on the process may wait for the thread before that has begun.
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
                // Its last thread would have ended the process so, if it were not recorded.
                if isMainOver, rxtrace_has_only_own_threads() { exit(0) }
                rxtrace_await_records(isMainOver ? Self.lastInterval : Self.interval)
                rxtrace_begin_work()
            }
            rxtrace_end_work()
        }
        thread.name = "rxtrace"
        // The program's signals are for its own threads.
        rxtrace_begin_work()
        SignalMask.blockingAll { handingOnOwnWork { thread.start() } }
    }
}
