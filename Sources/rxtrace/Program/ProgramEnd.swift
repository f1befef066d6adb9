import Foundation
import RxTraceExploring
import RxTraceKit

/// How a recorded program ended, and the message to the user about it.
struct ProgramEnd {
    /// Why this command ended the program.
    enum Stop: Equatable {
        /// Ctrl-C, or the signal it stands for.
        case interrupted
        /// The terminal was closed.
        case hungUp
        /// Somebody asked this command to end.
        case terminated
        /// The seconds of `--timeout` were over.
        case timedOut(seconds: Int)
    }

    var how: ChildProcess.End
    var stop: Stop?
    /// Why its threads did not run in the order they were asked to; nil where they did.
    var failureOfOrder: CommandFailure?

    /// Opens the program's recording. That the program failed is no error here, as there is a trace to show: it is kept
    /// for ``PendingFailure``.
    ///
    /// - Parameter before: what was at `path` before the program ran.
    /// - Throws: ``CommandFailure`` where it left no recording.
    func recording(at path: String, since before: FileStamp?) throws -> any TraceSource {
        guard FileStamp.isWritten(path, since: before) else {
            throw failure(hasRecording: false)
                ?? CommandFailure(.internalError, "the program left no recording. Please report it.")
        }
        // First: that the end of a killed program's recording is missing goes without saying.
        PendingFailure.set(failure(hasRecording: true))
        return try RecordedInput.open(path)
    }

    /// The message after the rendering; nil where the program ended by itself and well.
    ///
    /// - Parameters:
    ///   - hasRecording: whether there is anything to show.
    ///   - isLinked: whether the program is known to have the recorder in it.
    func failure(hasRecording: Bool, isLinked: Bool = true) -> CommandFailure? {
        let shown = hasRecording ? "its calls until then are shown" : "it left no recording"
        switch stop {
        case .interrupted: return CommandFailure(.interrupted, "the program was interrupted; \(shown).")
        case .hungUp: return CommandFailure(.hungUp, "the terminal was closed; \(shown).")
        case .terminated: return CommandFailure(.terminated, "the program was asked to end; \(shown).")
        case .timedOut(let seconds):
            return CommandFailure(.timedOut, "the program was stopped after \(seconds) s (--timeout); \(shown).")
        case nil: break
        }
        switch how {
        case .signal: return CommandFailure(.finding, "the program was ended by \(how); \(shown).")
        case .exit(let status) where status != 0 || !hasRecording:
            let link = isLinked ? "" : "not be linked with rxtrace in place of RxSwift, "
            let rest =
                hasRecording
                ? "" : ", and left no recording: it may \(link)have ended by _exit, or become another program"
            return CommandFailure(.finding, "the program ended with status \(status)\(rest).")
        case .exit: return nil
        }
    }
}
