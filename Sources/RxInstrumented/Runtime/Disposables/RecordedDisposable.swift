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
