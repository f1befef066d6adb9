import RxInstrumented
import RxTraceKit

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
