import Foundation

/// Keeps the program's signal handlers off the recorder's work.
enum SignalMask {
    /// Runs `body` with all signals blocked for the calling thread; a thread made in it inherits that.
    static func blockingAll<Result>(_ body: () throws -> Result) rethrows -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}
