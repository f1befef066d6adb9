import RxInstrumented

extension RACSubscriberProtocol {
    /// Sends a kept value.
    func sendNext(_ value: Kept<Value>) {
        if value.origin != .none { value.origin.hand(to: tracedObject) }
        sendNext(value.value)
    }

    /// Sends a value that was made of two others.
    func sendNext<First, Second>(_ value: Value, madeOf first: Kept<First>, _ second: Kept<Second>) {
        if first.origin != .none, let node = self as? TracedObject {
            first.origin.hand(with: second.origin, to: node)
        }
        sendNext(value)
    }

    private var tracedObject: Unmanaged<TracedObject>? { (self as? TracedObject).map { .passUnretained($0) } }
}
