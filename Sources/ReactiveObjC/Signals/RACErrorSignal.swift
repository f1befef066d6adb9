import RxInstrumented
import RxTraceKit

extension RACSignal {
    /// A signal that sends `error`.
    public static func error(_ error: any Error) -> RACSignal<Value> {
        RACErrorSignal(error)
    }
}

/// Sends an error to each subscriber, by the subscription scheduler.
final class RACErrorSignal<Value>: RACSignal<Value> {
    override var recordedBehaviors: Trace.Behaviors { [] }

    private let error: any Error

    init(_ error: any Error) {
        self.error = error
        super.init(named: .plain("+error:"))
    }

    override func didSubscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        RACScheduler.subscriptionScheduler.schedule { [error] in subscriber.sendError(error) }
    }
}
