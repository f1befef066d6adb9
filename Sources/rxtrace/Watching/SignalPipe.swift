import Foundation

/// The signals that end, stop or resize a command with a screen, as bytes of a pipe: a loop that waits for keys and files
/// can wait for them too. No code of ours runs in a handler.
final class SignalPipe {
    /// Has a byte to read, the signal's number, for each signal that came.
    let descriptor: Int32

    /// To be made before the process has other threads; the signals stay blocked.
    init() throws {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGHUP, SIGINT, SIGTERM, SIGWINCH, SIGTSTP, SIGCONT] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw CommandFailure(.internalError, "rxtrace has no file descriptors left. Raise `ulimit -n`.")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        let (wanted, output) = (set, ends[1])
        Thread.detachNewThread {
            var set = wanted
            var signal: Int32 = 0
            while sigwait(&set, &signal) == 0 {
                var byte = UInt8(truncatingIfNeeded: signal)
                _ = write(output, &byte, 1)
            }
        }
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
