import Foundation

/// The signal that ends a program which writes to a pipe that nobody reads.
package enum PipeSignal {
    /// Runs `body`, which writes; the signal of a pipe that nobody reads is taken back.
    package static func withheld<Result>(_ body: () throws -> Result) rethrows -> Result {
        var signals = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        // One that waits already is the program's own.
        sigpending(&pending)
        let isOwn = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer {
            sigpending(&pending)
            var taken: Int32 = 0
            if !isOwn, sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &taken) }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return try body()
    }
}
