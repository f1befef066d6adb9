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
    private static let interval = DispatchTimeInterval.milliseconds(250)

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

    private let state = Lock<(writer: RecordingWriter?, hasThread: Bool)>((nil, false))
    private let work = DispatchSemaphore(value: 0)

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
    func finish() {
        let writer = state.withLock { state in
            defer { state.writer = nil }
            return state.writer
        }
        Self.current.withLock { $0 = nil }
        rxtrace_may_die()
        work.signal()
        rxtrace_stop()
        writer?.finish()
    }

    /// Called by a thread that records: as records pile up, or, `now`, because it found no room for more.
    static func makeRoom(now: Bool) {
        guard let flusher = running else { return }
        let (writer, isNew) = flusher.state.withLock { state in
            defer { state.hasThread = true }
            return (state.writer, !state.hasThread)
        }
        if isNew { flusher.startThread() }
        if now { writer?.makeRoom() } else { flusher.work.signal() }
    }

    private func startThread() {
        rxtrace_outlive_signals()
        let thread = Thread { [self] in
            while let writer = state.withLock({ $0.writer }) {
                let isDying = rxtrace_is_dying()
                writer.write()
                if isDying { rxtrace_may_die() }
                let next = DispatchTime.now() + Self.interval
                rxtrace_end_work()
                _ = work.wait(timeout: next)
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
