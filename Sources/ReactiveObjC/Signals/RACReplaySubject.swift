import RxInstrumented
import RxTraceKit

/// A subject that first sends each subscriber its past events.
///
/// ```swift
/// let subject = RACReplaySubject<Int>(capacity: 1)
/// subject.sendNext(1)
/// subject.sendNext(2)
/// subject.sendCompleted()
/// subject.subscribeNext({ print($0) }, completed: { print("completed") })  // 2 completed
/// ```
public final class RACReplaySubject<Value>: RACSubject<Value> {
    public override var recordedBehaviors: Trace.Behaviors { [.replays] }

    private enum End {
        case completed
        case error(any Error)
    }

    private let gate = DeliveryGate()
    // In the gate.
    private var values: LatestElements<Value>
    private var end: End?
    private let owner: TraceOwner

    /// - Parameter capacity: how many values are kept, the latest; all of them unless it is given.
    public convenience init(capacity: Int = .max) {
        self.init(capacity: capacity, owner: .none)
    }

    /// - Parameter owner: the object whose events it sends.
    init(capacity: Int = .max, owner: TraceOwner) {
        precondition(capacity > 0, "a RACReplaySubject keeps at least one value")
        values = LatestElements(limit: capacity)
        self.owner = owner
        super.init()
    }

    public override var recordedOwner: TraceOwner { owner }

    override func receiveNext(_ value: Value) {
        let replaced = gate.pass {
            let replaced = values.append(ElementWithOrigin(value))
            super.receiveNext(value)
            return replaced
        }
        // Outside of the gate: releasing a value may run the user's code.
        withExtendedLifetime(replaced) {}
    }

    override func receiveError(_ error: any Error) {
        gate.pass {
            end = .error(error)
            super.receiveError(error)
        }
    }

    override func receiveCompleted() {
        gate.pass {
            end = .completed
            super.receiveCompleted()
        }
    }

    override func didSubscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        let disposable = RACCompoundDisposable()
        let scheduling = RACScheduler.subscriptionScheduler.schedule {
            // Nothing is sent between the values that are kept and the first that is not.
            self.gate.pass { self.replay(to: subscriber, disposable) }
        }
        disposable.add(scheduling)
        return disposable
    }

    private func replay(to subscriber: any RACSubscriberProtocol<Value>, _ disposable: RACCompoundDisposable) {
        // A subscriber may send in turn.
        let values = values
        values.visit { value in
            if !disposable.hasDisposed { subscriber.sendNext(value) }
        }
        if disposable.hasDisposed { return }
        switch end {
        case .completed: subscriber.sendCompleted()
        case .error(let error): subscriber.sendError(error)
        case nil: disposable.add(super.didSubscribe(subscriber))
        }
    }
}
