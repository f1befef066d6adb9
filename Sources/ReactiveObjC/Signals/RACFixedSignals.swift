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

extension RACSignal {
    /// A signal that sends `value` and completes.
    ///
    /// ```swift
    /// RACSignal.return(1).subscribeNext { print($0) }  // 1
    /// ```
    public static func `return`(_ value: Value) -> RACSignal<Value> {
        RACReturnSignal(value)
    }
}

/// Sends one value to each subscriber, by the subscription scheduler.
final class RACReturnSignal<Value>: RACSignal<Value> {
    override var recordedBehaviors: Trace.Behaviors { [] }

    private let value: Value

    init(_ value: Value) {
        self.value = value
        super.init(named: .plain("+return:"))
    }

    override func didSubscribe(_ subscriber: any RACSubscriberProtocol<Value>) -> RACDisposable? {
        RACScheduler.subscriptionScheduler.schedule { [value] in
            subscriber.sendNext(value)
            subscriber.sendCompleted()
        }
    }
}
