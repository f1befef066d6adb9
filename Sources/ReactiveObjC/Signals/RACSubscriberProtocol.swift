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

extension RACSubscriberProtocol {
    /// Sends a kept value.
    func sendNext(_ value: ElementWithOrigin<Value>) {
        if value.origin != .none { value.origin.attributeNextCall(to: tracedObject) }
        sendNext(value.value)
    }

    /// Sends a value that was made of two others.
    func sendNext<First, Second>(
        _ value: Value, madeOf first: ElementWithOrigin<First>, _ second: ElementWithOrigin<Second>
    ) {
        if first.origin != .none, let node = self as? TracedObject {
            first.origin.attributeNextCall(with: second.origin, to: node)
        }
        sendNext(value)
    }

    private var tracedObject: Unmanaged<TracedObject>? { (self as? TracedObject).map { .passUnretained($0) } }
}
