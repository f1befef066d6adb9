import RxInstrumented

extension RACSignal {
    /// Runs `block` with each value before it is sent.
    public func doNext(_ block: @escaping (Value) -> Void) -> RACSignal<Value> {
        operation(derived("-doNext:")) { owner, subscriber in
            self.subscribe(
                .upward,
                next: { value in
                    owner.handle(.doNextBlock) { block(value) }
                    subscriber.sendNext(value)
                }, error: subscriber.sendError, completed: subscriber.sendCompleted)
        }
    }

    /// Runs `block` with the error before it is sent.
    public func doError(_ block: @escaping (any Error) -> Void) -> RACSignal<Value> {
        operation(derived("-doError:")) { owner, subscriber in
            self.subscribe(
                .upward, next: subscriber.sendNext,
                error: { error in
                    owner.handle(.doErrorBlock) { block(error) }
                    subscriber.sendError(error)
                }, completed: subscriber.sendCompleted)
        }
    }

    /// Runs `block` before the completion is sent.
    public func doCompleted(_ block: @escaping () -> Void) -> RACSignal<Value> {
        operation(derived("-doCompleted:")) { owner, subscriber in
            self.subscribe(
                .upward, next: subscriber.sendNext, error: subscriber.sendError,
                completed: {
                    owner.handle(.doCompletedBlock, block)
                    subscriber.sendCompleted()
                })
        }
    }
}
