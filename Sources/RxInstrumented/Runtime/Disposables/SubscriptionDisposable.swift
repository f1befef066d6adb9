import Synchronization

/// An object, such as a subject, that gives a key to each observer that subscribes.
@usableFromInline
protocol SubscriptionOwner: AnyObject {
    func unsubscribe(_ key: SubscriptionKey)
}

/// Identifies an observer of a ``SubscriptionOwner``.
@usableFromInline
struct SubscriptionKey {
    @usableFromInline let number: UInt64

    @inlinable init(number: UInt64) {
        self.number = number
    }
}

/// Removes an observer from its ``SubscriptionOwner``.
@usableFromInline
final class SubscriptionDisposable: DisposableObject {
    private let owner: any SubscriptionOwner
    private let key: SubscriptionKey

    @usableFromInline init(owner: any SubscriptionOwner, key: SubscriptionKey) {
        self.owner = owner
        self.key = key
        super.init()
    }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) { owner.unsubscribe(key) }
    }
}

/// A subscription to an observable's source that also retains the observable. Its own disposal is not recorded.
final class KeepingSubscription: DisposableObject {
    private let subscription: DisposableObject
    private let observable: TracedObject

    init(_ subscription: consuming DisposableObject, of observable: TracedObject) {
        self.subscription = consume subscription
        self.observable = observable
        super.init()
    }

    override func dispose() {
        subscription.dispose()
    }
}

/// A disposable with flags that say whether it has stopped taking events and whether it is disposed.
///
/// The flags stand in a class that is not generic, because Swift 6.3's optimiser cannot destroy an atomic in a
/// specialised generic class.
@usableFromInline
class StoppableObject: DisposableObject {
    /// Whether a terminal event has been taken.
    @usableFromInline final let stopped = AtomicFlag()
    @usableFromInline final let disposed = AtomicFlag()

    @inlinable override init() { super.init() }
}

/// Ends a subscription to an object of another library, once. A trace shows when.
///
/// A subclass has a name of its own in the trace, and may hold more:
///
/// ```swift
/// final class EventSubscription: RecordedDisposable {}
/// let subscription = EventSubscription { channel.remove(observer) }
/// subscription.disposed(by: bag)
/// // rxtrace tree: dispose EventSubscription
/// ```
///
/// Releasing the object does not dispose it. Thread-safe.
open class RecordedDisposable: DisposableObject, Cancelable {
    private let disposed = AtomicFlag()
    // Taken by the one call that sets `disposed`, and not accessed after that.
    private var end: (() -> Void)?

    /// - Parameter end: ends the subscription. It runs at most once, on the disposing thread, and is released then.
    public init(_ end: @escaping () -> Void) {
        self.end = end
        super.init()
    }

    /// Whether ``dispose()`` was called.
    public final var isDisposed: Bool {
        reachesFlag()
        return disposed.isSet
    }

    /// Ends the subscription. Calls after the first have no effect, but are recorded, too.
    public final override func dispose() {
        recorded(.dispose, self) {
            guard disposed.set(), let end = end.take() else { return }
            end()
        }
    }
}
