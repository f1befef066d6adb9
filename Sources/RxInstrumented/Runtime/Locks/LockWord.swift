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

        @inlinable init() {}

        @inlinable @inline(__always)
        borrowing func lock() {
            tellsOfTouch(cell._address, true)
            let (isFree, _) = cell._address.pointee.compareExchange(
                expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
            if !isFree { wait() }
        }

        @inlinable @inline(__always)
        borrowing func unlock() {
            tellsOfTouch(cell._address, true)
            if cell._address.pointee.exchange(0, ordering: .releasing) == 2 { wake() }
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

        @inlinable init() {}

        @inlinable @inline(__always) borrowing func lock() { mutex._unsafeLock() }
        @inlinable @inline(__always) borrowing func unlock() { mutex._unsafeUnlock() }
    }

#endif
