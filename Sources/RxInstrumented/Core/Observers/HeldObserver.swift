import CRxTraceBuffer
import Synchronization

/// The base of observers of one inner observable each, whose subscription the operator holds until the inner observable
/// ends.
///
/// The operator holds it as a ``SingleAssignmentDisposable``, which is there before the inner observable is subscribed
/// to where a recording shows it. Where none runs it is made afterwards, for an inner observable that has not ended by
/// then: one that ends at once, as most do, leaves nothing to hold.
@usableFromInline
class HeldObserver: PartObserver {
    private static let isHeld: UInt8 = 1
    private static let hasEnded: UInt8 = 2

    private final let state = Atomic<UInt8>(0)
    // Set by the thread that subscribes; another one reads it only after it has found that it is held.
    @exclusivity(unchecked) private final var held: SingleAssignmentDisposable?

    @usableFromInline override init() { super.init() }

    /// Makes the disposable that is held from before the subscription on.
    @inline(never)
    final func holdEarly() -> SingleAssignmentDisposable {
        let disposable = SingleAssignmentDisposable()
        held = disposable
        state.store(Self.isHeld, ordering: .releasing)
        return disposable
    }

    /// Takes the subscription to the inner observable.
    ///
    /// - Parameter hold: holds a disposable, and returns one that is to be disposed now.
    /// - Returns: whether the inner observable ended while its disposable was being held, which is to be let go.
    @inline(__always)
    final func take(
        _ subscription: consuming DisposableObject?, hold: (SingleAssignmentDisposable) -> DisposableObject?
    ) -> Bool {
        if let held {
            if let subscription { held.set(subscription) }
            return false
        }
        guard state.load(ordering: .acquiring) == 0 else {
            subscription?.dispose()
            return false
        }
        let disposable = SingleAssignmentDisposable()
        if let subscription { disposable.set(subscription) }
        held = disposable
        hold(disposable)?.dispose()
        return !state.compareExchange(expected: 0, desired: Self.isHeld, ordering: .acquiringAndReleasing).exchanged
    }

    /// Disposes the disposable that is held.
    final func letGo() {
        held?.dispose()
    }

    /// Notes that the inner observable has ended. Returns whether a disposable is held for it.
    @inline(__always)
    final func noteEnd() -> Bool {
        state.exchange(Self.hasEnded, ordering: .acquiringAndReleasing) == Self.isHeld
    }
}
