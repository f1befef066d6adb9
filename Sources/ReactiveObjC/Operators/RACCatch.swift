import RxInstrumented

extension RACSignal {
    /// Sends, instead of an error, the values of the signal that `block` makes of it.
    ///
    /// ```swift
    /// download.catch { _ in .return("nothing") }.subscribeNext { print($0) }
    /// ```
    public func `catch`(_ block: @escaping (any Error) -> RACSignal<Value>) -> RACSignal<Value> {
        `catch`(derived("-catch:", [.continues])) { owner, error in owner.handle(.catchBlock) { block(error) } }
    }

    /// Sends the values of `signal` instead of an error.
    public func catchTo(_ signal: RACSignal<Value>) -> RACSignal<Value> {
        `catch`(derived("-catchTo:", [.continues])) { _, _ in signal }
    }

    func `catch`(
        _ name: Name, _ block: @escaping (any BlockOwner, any Error) -> RACSignal<Value>
    ) -> RACSignal<Value> {
        operation(name) { owner, subscriber in
            let catchDisposable = RACSerialDisposable()
            let subscription = self.subscribe(
                .upward, next: subscriber.sendNext,
                error: { error in
                    catchDisposable.hold(block(owner, error).subscribe(.upward, subscriber))
                }, completed: subscriber.sendCompleted)
            return RACDisposable(own: {
                catchDisposable.dispose()
                subscription?.dispose()
            })
        }
    }
}
