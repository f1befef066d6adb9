import RxInstrumented
import RxTraceKit

extension RACSignal {
    /// A signal that completes.
    public static func empty() -> RACSignal<Value> {
        RACEmptySignal(named: .plain("+empty"))
    }
}

/// Completes each subscriber, by the subscription scheduler.
final class RACEmptySignal<Value>: RACSignal<Value> {
    override var recordedBehaviors: Trace.Behaviors { [] }

    override func didSubscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        RACScheduler.subscriptionScheduler.schedule { subscriber.sendCompleted() }
    }
}
