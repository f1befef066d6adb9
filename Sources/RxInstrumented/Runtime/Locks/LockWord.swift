import CRxTraceBuffer
import Synchronization

#if os(Linux) || os(Android)

    /// The futex of a lock: 0 if free, 1 if held, 2 if held while a thread may wait.
    ///
    /// Ulrich Drepper, "Futexes Are Tricky" (2011), the second mutex.
    @usableFromInline
    struct LockWord: ~Copyable {
        // In a cell, because a waiting thread passes the word's address to the kernel.
        @usableFromInline let cell = _Cell(Atomic<UInt32>(0))
        @usableFromInline let guarded: GuardedState

        @inlinable init(_ guarded: GuardedState) { self.guarded = guarded }

        @inlinable @inline(__always)
        borrowing func lock(for access: GuardedAccess = .writes) {
            tell(TOUCH_LOCKS, access)
            let (isFree, _) = cell._address.pointee.compareExchange(
                expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
            if !isFree { wait() }
        }

        @inlinable @inline(__always)
        borrowing func unlock(from access: GuardedAccess = .writes) {
            tell(TOUCH_UNLOCKS, access)
            if cell._address.pointee.exchange(0, ordering: .releasing) == 2 { wake() }
        }

        /// Tells the control of orders (SwitchingPoint.h).
        @inlinable @inline(__always)
        borrowing func tell(_ kind: rxtrace_touch_kind, _ access: GuardedAccess) {
            if rxtrace_tells() {
                rxtrace_touch(
                    cell._address, rxtrace_touch_kind(rawValue: kind.rawValue | access.touch | guarded.touch))
            }
        }

        @usableFromInline @inline(never)
        borrowing func wait() {
            // Spins first, because the guarded work takes less time than falling asleep.
            for _ in 0..<100 {
                rxtrace_lock_spin()
                guard cell._address.pointee.load(ordering: .relaxed) == 0 else { continue }
                let (isFree, _) = cell._address.pointee.compareExchange(
                    expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
                if isFree { return }
            }
            while cell._address.pointee.exchange(2, ordering: .acquiring) != 0 { rxtrace_lock_wait(cell._address, 2) }
        }

        @usableFromInline @inline(never)
        borrowing func wake() {
            rxtrace_lock_wake(cell._address)
        }
    }

#else

    /// The platform's lock, which the platform's thread sanitizer knows.
    @usableFromInline
    struct LockWord: ~Copyable {
        @usableFromInline let mutex = Mutex<Void>(())

        @inlinable init(_ guarded: GuardedState) {}

        @inlinable @inline(__always) borrowing func lock(for access: GuardedAccess = .writes) { mutex._unsafeLock() }
        @inlinable @inline(__always) borrowing func unlock(from access: GuardedAccess = .writes) {
            mutex._unsafeUnlock()
        }
    }

#endif
