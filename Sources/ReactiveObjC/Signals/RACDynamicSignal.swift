import RxInstrumented

extension RACSignal {
    /// A signal whose work is a block.
    ///
    /// ```swift
    /// let signal = RACSignal<Int>.createSignal { subscriber in
    ///     subscriber.sendNext(1)
    ///     return RACDisposable { print("disposed") }
    /// }
    /// signal.subscribeNext { print($0) }?.dispose()  // 1 disposed
    /// ```
    ///
    /// - Parameter didSubscribe: runs at each subscription, with the subscriber to send to; the disposable it returns
    ///   is disposed when the subscription ends. Where nothing keeps the subscriber afterwards, that is as soon as it
    ///   returns.
    public static func createSignal(
        _ didSubscribe: @escaping (any RACSubscriberProtocol<Value>) -> RACDisposable?
    ) -> RACSignal<Value> {
        RACDynamicSignal(named: .plain("+createSignal:")) { signal, subscriber in
            signal.handle(.didSubscribe) { didSubscribe(subscriber) }
        }
    }

    /// A signal that sends nothing and never ends.
    public static func never() -> RACSignal<Value> {
        RACDynamicSignal(named: .plain("+never")) { _, _ in nil }
    }

    /// The signal of an operator that works on this one.
    ///
    /// - Parameter didSubscribe: takes the owner of the user's blocks that the operator runs, and the subscriber. The
    ///   owner is not the signal: kept by the subscription to its source, it would keep the source.
    func operation<Result>(
        _ name: Name,
        _ didSubscribe: @escaping (any BlockOwner, any RACSubscriberProtocol<Result>) -> RACDisposable?
    ) -> RACSignal<Result> {
        RACDynamicSignal(named: name) { _, subscriber in didSubscribe(subscriber, subscriber) }
    }
}

/// A signal that runs a block for each subscription.
final class RACDynamicSignal<Value>: RACSignal<Value> {
    /// Takes the signal itself and the subscriber.
    private let didSubscribe: (any BlockOwner, RACPassthroughSubscriber<Value>) -> RACDisposable?

    init(
        named name: Name, _ didSubscribe: @escaping (any BlockOwner, RACPassthroughSubscriber<Value>) -> RACDisposable?
    ) {
        self.didSubscribe = didSubscribe
        super.init(named: name)
    }

    override func didSubscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        didSubscribe(subscriber) { passthrough, disposable in
            let scheduling = RACScheduler.subscriptionScheduler.schedule {
                // The scheduler may run this on another thread.
                inside(self.isInside) { disposable.addDisposable(self.didSubscribe(self, passthrough)) }
            }
            disposable.addDisposable(scheduling)
        }
    }
}
