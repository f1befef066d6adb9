import RxInstrumented
import RxTraceKit

/// Sends values over time to those who subscribe.
///
/// ```swift
/// let signal = RACSignal<String>.createSignal { subscriber in
///     subscriber.sendNext("hello")
///     subscriber.sendCompleted()
///     return nil
/// }
/// signal.subscribeNext { print($0) }  // hello
/// ```
///
/// Each subscription does the signal's work anew; ``publish()`` shares it. The example prints at once on the main thread
/// and where a ``RACScheduler`` runs; elsewhere a background scheduler does the work.
public class RACSignal<Value>: RACStream {
    /// How a subscription of the library's own relates to the one it is made in.
    enum InnerSubscription {
        /// An operator's to its source: the same subscription, a step further up.
        case upward
        /// One that the operator makes besides.
        case inner
    }

    public override var recordedRole: Trace.Role { .observable }

    /// Subscribes `subscriber` to the signal's events.
    ///
    /// - Returns: a disposable that ends the subscription; nil where the signal has already sent all it ever will.
    @discardableResult
    public final func subscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        let known = subscriber is TracedObject ? subscriber : RACForeignSubscriber(subscriber)
        // One that a `didSubscribe` block hands on stays with the subscription it belongs to.
        let begins = !(known is RACPassthroughSubscriber<Value>)
        return withExtendedLifetime(known) { subscribe(known, begins: begins, byUser: true) }
    }

    /// Subscribes with blocks for values, the error and the completion.
    ///
    /// An error or a completion ends the subscription before its block runs; a value never does.
    ///
    /// - Returns: a disposable that ends the subscription; nil where the signal has already sent all it ever will.
    @discardableResult
    public final func subscribeNext(
        _ nextBlock: ((Value) -> Void)? = nil, error errorBlock: ((any Error) -> Void)? = nil,
        completed completedBlock: (() -> Void)? = nil
    ) -> RACDisposable? {
        let subscriber = RACSubscriber(next: nextBlock, error: errorBlock, completed: completedBlock)
        // Until here, also in builds that release it as early as they may: its release ends the subscription.
        return withExtendedLifetime(subscriber) { subscribe(subscriber, begins: true, byUser: true) }
    }

    /// Subscribes with an error block only.
    @discardableResult
    public final func subscribeError(_ errorBlock: @escaping (any Error) -> Void) -> RACDisposable? {
        subscribeNext(error: errorBlock)
    }

    /// Subscribes with a completed block only.
    @discardableResult
    public final func subscribeCompleted(_ completedBlock: @escaping () -> Void) -> RACDisposable? {
        subscribeNext(completed: completedBlock)
    }

    // MARK: For operators

    /// Subscribes with blocks of an operator's own.
    final func subscribe(
        _ kind: InnerSubscription, next: @escaping (Value) -> Void, error: ((any Error) -> Void)? = nil,
        completed: (() -> Void)? = nil
    ) -> RACDisposable? {
        let subscriber = RACSubscriber(own: next, error: error, completed: completed)
        return withExtendedLifetime(subscriber) { subscribe(subscriber, begins: kind == .inner, byUser: false) }
    }

    /// Hands an operator's subscriber on to this signal.
    final func subscribe(_ kind: InnerSubscription, _ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        subscribe(subscriber, begins: kind == .inner, byUser: false)
    }

    private func subscribe(
        _ subscriber: any RACSubscriberProtocol<Value>, begins: Bool, byUser: Bool
    ) -> RACDisposable? {
        var disposable: RACDisposable?
        let observer = (subscriber as? TracedObject).map { Unmanaged.passUnretained($0) }
        _ = recordedSubscribe(self, observer: observer, begins: begins, byUser: byUser) {
            disposable = inside(isInside) { didSubscribe(subscriber) }
            return disposable
        }
        return disposable
    }

    // MARK: For kinds of signals

    /// Does the work of subscribing; each kind of signal says for itself how.
    func didSubscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        preconditionFailure("\(type(of: self)) does not say what subscribing to it does")
    }

    /// Puts a passthrough subscriber before `subscriber` and subscribes it with `body`.
    final func didSubscribe(
        _ subscriber: any RACSubscriberProtocol<Value>,
        _ body: (RACPassthroughSubscriber<Value>, RACCompoundDisposable) -> Void
    ) -> RACCompoundDisposable {
        let disposable = RACCompoundDisposable()
        let passthrough = RACPassthroughSubscriber(subscriber, signal: self, disposable: disposable)
        _ = recordedSubscribe(self, observer: .passUnretained(passthrough), begins: false, byUser: false) {
            body(passthrough, disposable)
            return nil
        }
        return disposable
    }
}
