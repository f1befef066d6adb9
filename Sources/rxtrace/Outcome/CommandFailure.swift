import RxTraceExploring
import RxTraceKit

/// Thrown by a command that worked and found something, once all is told: the caller learns it from the exit status.
struct CommandFinding: Error {}

/// Why the command failed, in one line that names the input and the way out.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The failure an error amounts to; nil for a closed pipe, which is none: the reader has seen enough.
    init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as TraceReadError:
            self.init(error.kind == .unreadable ? .noInput : .wrongData, TerminalText.escaped(error.description))
        case let failure as ProcessFailure: self.init(.unavailable, failure.message)
        case let error as OutputError:
            if error.isClosedPipe { return nil }
            self.init(.outputFailed, error.description)
        default: self.init(.internalError, "a fault of rxtrace itself: \(error). Please report it.")
        }
    }

    static func usage(_ message: String) -> CommandFailure { CommandFailure(.wrongUsage, message) }
}
