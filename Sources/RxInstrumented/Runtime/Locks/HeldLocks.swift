import CRxTraceBuffer
import Foundation

/// Notes that foreign code is about to run: an observer, a disposable or a closure, which may be the user's.
///
/// The thread must hold no lock then, because foreign code may wait for a thread that wants the lock. A debug build
/// counts the locks of each thread, and traps at a violation if `RXTRACE_CHECK_LOCKS` is 1, as in this package's tests.
/// A release build does nothing. A ``DeliveryGate`` does not count as a lock.
///
/// - Parameter entry: names the code in the message.
@inlinable @inline(__always)
func entersForeignCode(_ entry: @autoclosure () -> String) {
    #if DEBUG
        if rxtrace_held_lock_count() != 0 { HeldLocks.report(entry()) }
        if let onEntry = HeldLocks.onEntry { onEntry() }
    #endif
}

#if DEBUG
    @usableFromInline
    enum HeldLocks {
        /// Called wherever foreign code is entered. Tests start and stop recordings there. Set before there are
        /// threads.
        @usableFromInline nonisolated(unsafe) static var onEntry: (() -> Void)?

        private static let areChecked = getenv("RXTRACE_CHECK_LOCKS").map { String(cString: $0) } == "1"

        @usableFromInline @inline(never)
        static func report(_ entry: String) {
            guard areChecked else { return }
            let place = rxtrace_latest_held_lock()
            let file = place.file.map { String(cString: $0) } ?? "?"
            fatalError("\(entry) is called while the lock taken at \(file):\(place.line) is held")
        }

        @inlinable
        static func add(_ file: StaticString, _ line: UInt) {
            rxtrace_hold_lock(file.utf8Start, UInt64(line))
        }

        @inlinable
        static func remove() {
            rxtrace_release_lock()
        }
    }
#endif

#if DEBUG
    /// Makes each entry of foreign code a switching point, to explore the library's own orders. To be called before there are threads.
    package func makeEntriesSwitchingPoints() {
        HeldLocks.onEntry = { rxtrace_reach(TURN_VALUE) }
    }
#endif
