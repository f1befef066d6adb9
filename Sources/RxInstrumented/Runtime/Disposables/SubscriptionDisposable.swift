import Synchronization

/// Something observers subscribe to by key.
@usableFromInline
protocol SubscriptionOwner: AnyObject {
    func unsubscribe(_ key: SubscriptionKey)
}

/// Names one observer of a ``SubscriptionOwner``.
@usableFromInline
struct SubscriptionKey {
    @usableFromInline let number: UInt64

    @inlinable init(number: UInt64) {
        self.number = number
    }
}

/// Takes an observer out of the subject it subscribed to.
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

/// A subscription to the sources of an observable, which it keeps until it is disposed. Its own disposal is not recorded.
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

/// A traced object that ends: that stops taking events, or is disposed.
///
/// The flags are here, in a class that is not generic, because Swift 6.3's optimiser cannot destroy an atomic inside a
/// specialised generic class.
@usableFromInline
class StoppableObject: DisposableObject {
    /// Whether a terminal event has been taken.
    @usableFromInline final let stopped = AtomicFlag()
    /// Whether the object is disposed.
    @usableFromInline final let disposed = AtomicFlag()

    @inlinable override init() { super.init() }
}

/// Ends a subscription to an object of another library, once; a trace shows when that is done.
///
/// A subclass gives it a name of its own, and may hold more:
///
/// ```swift
/// final class EventSubscription: RecordedDisposable {}
/// let subscription = EventSubscription { channel.remove(observer) }
/// subscription.disposed(by: bag)
/// // rxtrace tree: dispose EventSubscription
/// ```
///
/// Releasing it does not dispose it. May be used on any thread.
open class RecordedDisposable: DisposableObject, Cancelable {
    private let disposed = AtomicFlag()
    // Taken by the one call that disposes; not touched after that.
    private var end: (() -> Void)?

    /// - Parameter end: ends the subscription; it runs at most once, on the thread that disposes, and is let go then.
    public init(_ end: @escaping () -> Void) {
        self.end = end
        super.init()
    }

    /// Whether ``dispose()`` was called.
    public final var isDisposed: Bool { disposed.isSet }

    /// Ends the subscription. Calls after the first have no effect, and are recorded too.
    public final override func dispose() {
        recorded(.dispose, self) {
            guard disposed.set(), let end = end.take() else { return }
            end()
        }
    }
}
