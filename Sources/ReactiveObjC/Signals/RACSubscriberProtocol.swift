import RxInstrumented

/// Receives a signal's values. Objective-C's protocol `RACSubscriber`, which has the name of a class there as well.
public protocol RACSubscriberProtocol<Value>: AnyObject {
    /// The type of the values it is sent.
    associatedtype Value

    /// Takes the next value.
    func sendNext(_ value: Value)

    /// Takes the error that ends the subscription.
    func sendError(_ error: any Error)

    /// Takes the end of the values, which ends the subscription.
    func sendCompleted()

    /// Is told of a subscription, before anything is sent, with the disposable that ends it.
    func didSubscribe(with disposable: RACCompoundDisposable)
}
