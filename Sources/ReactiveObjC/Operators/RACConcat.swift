import RxInstrumented

extension RACSignal {
    /// Sends this signal's values and, when it has completed, those of `signal`.
    ///
    /// ```swift
    /// RACSignal.return(1).concat(.return(2)).subscribeNext { print($0) }  // 1 2
    /// ```
    public func concat(_ signal: RACSignal<Value>) -> RACSignal<Value> {
        concat(derived("-concat:", [.continues]), signal)
    }

    func concat(_ name: Name, _ signal: RACSignal<Value>) -> RACSignal<Value> {
        operation(name) { _, subscriber in
            let disposable = RACCompoundDisposable()
            disposable.add(
                self.subscribe(
                    .upward, next: subscriber.sendNext, error: subscriber.sendError,
                    completed: { disposable.add(signal.subscribe(.upward, subscriber)) }))
            return disposable
        }
    }

    /// Sends `value` first.
    public func startWith(_ value: Value) -> RACSignal<Value> {
        RACSignal.return(value).concat(derived("-startWith:", [.continues]), self)
    }
}
