import Synchronization

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
