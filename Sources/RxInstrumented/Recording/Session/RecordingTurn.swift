import CRxTraceBuffer
import Foundation

/// Makes sure that only one recording runs in the process.
enum RecordingTurn {
    private final class State: @unchecked Sendable {
        let change = NSCondition()
        private var taken: (writer: RecordingWriter, forks: UInt32)?
        /// The writer of the running recording. nil in a forked child, where the parent's recording does not run.
        var writer: RecordingWriter? {
            get { taken.flatMap { $0.forks == rxtrace_fork_count() ? $0.writer : nil } }
            set { taken = newValue.map { ($0, rxtrace_fork_count()) } }
        }
        /// The key of the thread in whose `Trace.record` the recording runs. nil for a started recording, which all
        /// threads share.
        var owner: UInt?
    }

    private static let state = State()

    /// Opens a recording by `open`, or by `part` within the running one if the calling thread owns that or it was
    /// started. Otherwise waits until the other thread's recording has ended.
    ///
    /// A started recording is never waited for, because nobody else may know when it stops.
    static func wait(
        _ open: () throws -> Recording, part: (RecordingWriter) throws -> Recording
    ) rethrows -> Recording {
        let key = UInt(rxtrace_thread_key())
        state.change.lock()
        defer { state.change.unlock() }
        while let writer = state.writer {
            if state.owner == nil || state.owner == key { return try part(writer) }
            state.change.wait()
        }
        let recording = try open()
        state.writer = recording.writer
        state.owner = key
        return recording
    }

    /// Opens a recording that no thread owns. nil if another recording runs.
    static func take(_ open: () throws -> Recording) rethrows -> Recording? {
        state.change.lock()
        defer { state.change.unlock() }
        guard state.writer == nil else { return nil }
        let recording = try open()
        state.writer = recording.writer
        state.owner = nil
        // Threads that wait record parts of this recording instead.
        state.change.broadcast()
        return recording
    }

    static func leave(_ writer: RecordingWriter) {
        state.change.lock()
        defer { state.change.unlock() }
        guard state.writer === writer else { return }
        state.writer = nil
        state.owner = nil
        state.change.broadcast()
    }
}
