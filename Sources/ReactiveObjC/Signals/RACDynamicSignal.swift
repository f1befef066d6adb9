import RxInstrumented
import Synchronization

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
                inside(self.isInside) {
                    if let made = self.didSubscribe(self, passthrough) { disposable.insert(made) }
                }
            }
            if let scheduling { disposable.insert(scheduling) }
        }
    }
}

/// The owner of the user's blocks: the signal that is subscribed to or, for as long as the subscription lasts, its
/// passthrough subscriber.
protocol BlockOwner: TracedObject {}

extension BlockOwner {
    /// Runs a block of the user's that this holds.
    func handle<Result>(_ label: HandlerLabel, _ body: () throws -> Result) rethrows -> Result {
        try recordedHandler(label, self, body)
    }
}

/// A count that several closures share.
final class AtomicCounter: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int) {
        self.count = Atomic(count)
    }

    var value: Int {
        count.touches(false)
        return count.load(ordering: .acquiring)
    }

    /// Returns the count after it.
    @discardableResult
    func increment() -> Int {
        count.touches(true)
        return count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    }

    /// Returns the count after it.
    @discardableResult
    func decrement() -> Int {
        count.touches(true)
        return count.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    }
}
