import RxInstrumented

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
