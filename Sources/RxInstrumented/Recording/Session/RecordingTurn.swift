import CRxTraceBuffer
import Foundation

/// Whose turn it is to record: one recorder serves the process.
enum RecordingTurn {
    private final class State: @unchecked Sendable {
        let change = NSCondition()
        private var taken: (writer: RecordingWriter, forks: UInt32)?
        /// The recording that runs; one of the process that this one was forked from does not.
        var writer: RecordingWriter? {
            get { taken.flatMap { $0.forks == rxtrace_fork_count() ? $0.writer : nil } }
            set { taken = newValue.map { ($0, rxtrace_fork_count()) } }
        }
        /// The thread in whose `Trace.record` it runs; nil for a recording that was started, which all threads share.
        var owner: UInt?
    }

    private static let state = State()

    /// Gives the calling thread a recording, once no other thread has the turn: one that `open` opens, or `part` of the
    /// one that runs around it.
    ///
    /// A started recording is never waited for: only its own thread may know when it stops.
    static func wait(
        _ open: () throws -> Recording, part: (RecordingWriter) throws -> Recording
    ) rethrows -> Recording {
        let mark = UInt(rxtrace_thread_mark())
        state.change.lock()
        defer { state.change.unlock() }
        while let writer = state.writer {
            if state.owner == nil || state.owner == mark { return try part(writer) }
            state.change.wait()
        }
        let recording = try open()
        state.writer = recording.writer
        state.owner = mark
        return recording
    }

    /// Gives the turn to a recording that no thread owns; nil where one runs.
    static func take(_ open: () throws -> Recording) rethrows -> Recording? {
        state.change.lock()
        defer { state.change.unlock() }
        guard state.writer == nil else { return nil }
        let recording = try open()
        state.writer = recording.writer
        state.owner = nil
        // Those that wait for their turn become parts of this one.
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
