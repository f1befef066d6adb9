import CRxTraceBuffer
import Synchronization

#if os(Linux) || os(Android)

    /// The word a lock waits on: 0 while it is free, 1 while it is held, 2 while it is held and somebody may wait for
    /// it.
    ///
    /// Ulrich Drepper, "Futexes Are Tricky" (2011), the second of its mutexes.
    @usableFromInline
    struct LockWord: ~Copyable {
        // In a cell, because a waiting thread gives the kernel the word's address.
        @usableFromInline let cell = _Cell(Atomic<UInt32>(0))

        @inlinable init() {}

        @inlinable @inline(__always)
        borrowing func lock() {
            let (isFree, _) = cell._address.pointee.compareExchange(
                expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
            if !isFree { wait() }
        }

        @inlinable @inline(__always)
        borrowing func unlock() {
            if cell._address.pointee.exchange(0, ordering: .releasing) == 2 { wake() }
        }

        @usableFromInline @inline(never)
        borrowing func wait() {
            // The guarded work takes less time than falling asleep does.
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

    /// The platform's own lock, which its thread sanitizer knows.
    @usableFromInline
    struct LockWord: ~Copyable {
        @usableFromInline let mutex = Mutex<Void>(())

        @inlinable init() {}

        @inlinable @inline(__always) borrowing func lock() { mutex._unsafeLock() }
        @inlinable @inline(__always) borrowing func unlock() { mutex._unsafeUnlock() }
    }

#endif

/// A flag that several threads may set, and that only one of them finds unset.
@usableFromInline typealias AtomicFlag = Atomic<Bool>

extension Atomic<Bool> {
    /// An unset flag.
    @inlinable init() { self.init(false) }

    @inlinable var isSet: Bool { load(ordering: .acquiring) }

    /// Sets the flag. Returns whether it was unset before.
    @inlinable
    borrowing func set() -> Bool {
        !exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Sets the flag, where nobody asks who was first: a store, which costs a processor less than an exchange.
    @inlinable
    borrowing func raise() {
        store(true, ordering: .releasing)
    }
}
