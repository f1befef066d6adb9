/// A subject that first sends each subscriber the latest value.
///
/// ```swift
/// let subject = RACBehaviorSubject(defaultValue: 0)
/// subject.sendNext(1)
/// subject.subscribeNext { print($0) }  // 1
/// ```
public final class RACBehaviorSubject<Value>: RACSubject<Value> {
    override var traceBehaviors: Trace.Behaviors { [.replays] }

    private let gate = DeliveryGate()
    // In the gate.
    private var currentValue: Kept<Value>

    /// - Parameter defaultValue: the value that is sent to those who subscribe before there is another.
    public init(defaultValue: Value) {
        currentValue = Kept(defaultValue, from: .none)
        super.init()
        currentValue = Kept(defaultValue, from: .made())
    }

    override func receiveNext(_ value: Value) {
        gate.pass {
            currentValue = Kept(value)
            super.receiveNext(value)
        }
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
