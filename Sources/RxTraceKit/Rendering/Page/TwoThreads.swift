import Dispatch
import Foundation
import Synchronization

/// Two pieces of work that need nothing of each other, done at once.
enum TwoThreads {
    private final class Outcome<Value: Sendable>: Sendable {
        private let value = Mutex<Result<Value, any Error>?>(nil)
        private let isKnown = DispatchSemaphore(value: 0)

        func set(_ value: Result<Value, any Error>) {
            self.value.withLock { $0 = value }
            isKnown.signal()
        }

        /// Waits until it is set; to be called once.
        func wait() -> Result<Value, any Error>? {
            isKnown.wait()
            return value.withLock { $0 }
        }
    }

    /// Does `aside` on a thread of its own and `body` on the caller's, and returns what both gave once both are over.
    ///
    /// ```swift
    /// let (findings, picture) = try TwoThreads.run({ try findings(in: trace) }, while: { picture(of: trace) })
    /// ```
    ///
    /// - Throws: the error of `body`; where it has none, that of `aside`.
    static func run<Aside: Sendable, Value>(
        _ aside: @escaping @Sendable () throws -> Aside, while body: () throws -> Value
    ) throws -> (Aside, Value) {
        let outcome = Outcome<Aside>()
        let thread = Thread { outcome.set(Result { try aside() }) }
        thread.stackSize = 8 << 20  // That of a main thread.
        thread.name = "rxtrace aside"
        thread.start()
        let value = Result { try body() }
        guard let other = outcome.wait() else { preconditionFailure("a thread ended without its outcome") }
        let own = try value.get()
        return (try other.get(), own)
    }
}
