import RxInstrumented
import RxTraceKit

/// A signal that sends the events it is handed: to those who are subscribed at that moment.
///
/// ```swift
/// let subject = RACSubject<Int>()
/// subject.sendNext(1)
/// subject.subscribeNext { print($0) }
/// subject.sendNext(2)  // 2
/// ```
///
/// An error or a completion ends the subscriptions there are; later ones get the events sent after.
public class RACSubject<Value>: RACSignal<Value>, RACSubscriberProtocol {
    private let subscribers = SubscriberList<Value>()
    /// Ends the subscriptions of the subject itself to other signals.
    private let disposable = RACCompoundDisposable()

    /// Makes a subject without subscribers.
    public init() {
        super.init(named: .own(""))
    }

    deinit {
        if !disposable.isEmpty { recorded(.deinit, self) { disposable.dispose() } }
    }

    public final override var recordedRole: Trace.Role { .subject }

    public final func sendNext(_ value: Value) {
        recordedSend(to: self, .next(value)) { receiveNext(value) }
    }

    public final func sendError(_ error: any Error) {
        recordedSend(to: self, Event<Value>.error(error)) { receiveError(error) }
    }

    public final func sendCompleted() {
        recordedSend(to: self, Event<Value>.completed) { receiveCompleted() }
    }

    public final func didSubscribe(with other: RACCompoundDisposable) {
        if other.hasDisposed { return }
        disposable.add(other)
        other.add(RACDisposable(own: { [disposable, unowned other] in disposable.remove(other) }))
    }

    // MARK: For kinds of subjects

    func receiveNext(_ value: Value) {
        for subscriber in subscribers.copy() { subscriber.sendNext(value) }
    }

    func receiveError(_ error: any Error) {
        disposable.dispose()
        for subscriber in subscribers.copy() { subscriber.sendError(error) }
    }

    func receiveCompleted() {
        disposable.dispose()
        for subscriber in subscribers.copy() { subscriber.sendCompleted() }
    }

    override func didSubscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        didSubscribe(subscriber) { passthrough, disposable in
            subscribers.add(passthrough)
            // The disposable that ends the subscription keeps neither, so that a subject that is released lets go of
            // its subscribers even where nobody disposes.
            disposable.add(
                RACDisposable(own: { [weak subscribers, unowned passthrough] in subscribers?.remove(passthrough) }))
        }
    }
}

/// The subscribers of a subject, in the order they came.
final class SubscriberList<Value> {
    private let lock = RecursiveLock()
    private var subscribers: [RACPassthroughSubscriber<Value>] = []

    func add(_ subscriber: RACPassthroughSubscriber<Value>) {
        lock.withLock { subscribers.append(subscriber) }
    }

    /// Takes a subscriber out, looked for from the end: the newer ones are those that leave sooner.
    func remove(_ subscriber: RACPassthroughSubscriber<Value>) {
        let removed = lock.withLock {
            subscribers.lastIndex { $0 === subscriber }.map { subscribers.remove(at: $0) }
        }
        // Let go outside of the lock, with all that it holds.
        withExtendedLifetime(removed) {}
    }

    /// Those there are now: who subscribes or leaves while an event is sent changes nothing for that event.
    func copy() -> [RACPassthroughSubscriber<Value>] {
        lock.withLock { subscribers }
    }
}

/// A subject that first sends each subscriber the latest value.
///
/// ```swift
/// let subject = RACBehaviorSubject(defaultValue: 0)
/// subject.sendNext(1)
/// subject.subscribeNext { print($0) }  // 1
/// ```
public final class RACBehaviorSubject<Value>: RACSubject<Value> {
    public override var recordedBehaviors: Trace.Behaviors { [.replays] }

    private let gate = DeliveryGate()
    // In the gate.
    private var currentValue: ElementWithOrigin<Value>

    /// - Parameter defaultValue: the value that is sent to those who subscribe before there is another.
    public init(defaultValue: Value) {
        currentValue = ElementWithOrigin(defaultValue, from: .none)
        super.init()
        currentValue = ElementWithOrigin(defaultValue, from: .made())
    }

    override func receiveNext(_ value: Value) {
        let replaced = gate.pass {
            let replaced = exchange(&currentValue, with: ElementWithOrigin(value))
            super.receiveNext(value)
            return replaced
        }
        // Outside of the gate: releasing a value may run the user's code.
        withExtendedLifetime(replaced) {}
    }

    override func didSubscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        let subscription = super.didSubscribe(subscriber)
        let scheduling = RACScheduler.subscriptionScheduler.schedule {
            self.gate.pass { subscriber.sendNext(self.currentValue) }
        }
        return RACDisposable(own: {
            subscription?.dispose()
            scheduling?.dispose()
        })
    }
}
