import CRxTraceBuffer
import Synchronization

/// Tells the control of orders that a lock or another value is read, or written, next, which threads share. nil: a closure runs whose
/// events are told; or, if it is written, all that there is.
@inlinable @inline(__always)
package func tellsOfTouch(_ value: UnsafeRawPointer?, _ isWrite: Bool) {
    rxtrace_touch(value, isWrite ? TOUCH_WRITES : TOUCH_READS)
}

extension Atomic {
    /// Tells the control of orders that the value is read, or written, next.
    @inlinable @inline(__always)
    package borrowing func touches(_ isWrite: Bool) {
        withUnsafePointer(to: self) { tellsOfTouch($0, isWrite) }
    }
}

/// A flag that several threads may set. Only one of them finds it unset.
@usableFromInline package typealias AtomicFlag = Atomic<Bool>

extension Atomic<Bool> {
    @inlinable package init() { self.init(false) }

    @inlinable package var isSet: Bool {
        touches(false)
        return load(ordering: .acquiring)
    }

    /// As ``isSet``, for an object that tells of the call itself.
    @inlinable package var isSetUntold: Bool { load(ordering: .acquiring) }

    /// Sets the flag. Returns whether it was unset before.
    @inlinable
    package borrowing func set() -> Bool {
        touches(true)
        return !exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Sets the flag without telling whether it was unset: a store is cheaper than an exchange.
    @inlinable
    package borrowing func raise() {
        touches(true)
        store(true, ordering: .releasing)
    }
}
