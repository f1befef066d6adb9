import CRxTraceCommand
import Foundation

/// Signals as bytes of a pipe: who waits for keys, files or processes can wait for them too. The handler only writes the byte.
final class SignalPipe {
    /// Those that ask a command to end.
    static let ending = [SIGHUP, SIGINT, SIGTERM]
    /// Those that end, stop or resize a command with a screen.
    static let screen = ending + [SIGWINCH, SIGTSTP, SIGCONT]

    /// Has a byte to read, the signal's number, for each signal that came.
    let descriptor: Int32

    /// From now on the signals go to this pipe, whichever of the process's threads they reach. One that the process ignores stays
    /// ignored.
    init(_ signals: [Int32]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw CommandFailure(.internalError, "rxtrace has no file descriptors left. Raise `ulimit -n`.")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A pipe that nobody empties holds up no thread.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        descriptor = ends[0]
        rxtrace_command_pipe_signals(signals, signals.count, ends[1])
    }

    /// The status for the signal that came and ends the command, which this takes from the pipe; nil for none.
    func takeStatus() -> ExitStatus? {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        guard poll(&waited, 1, 0) > 0, read(descriptor, &byte, 1) == 1 else { return nil }
        return Self.status(of: Int32(byte))
    }

    /// The status for a signal that ends the command; nil for any other.
    static func status(of signal: Int32) -> ExitStatus? {
        switch signal {
        case SIGHUP: .hungUp
        case SIGINT: .interrupted
        case SIGTERM: .terminated
        default: nil
        }
    }
}
