extension RACSignal {
    /// Runs `block` with each value before it is sent.
    public func doNext(_ block: @escaping (Value) -> Void) -> RACSignal<Value> {
        operation(derived("-doNext:")) { signal, subscriber in
            self.subscribe(
                .upward,
                next: { value in
                    signal.handle(.doNextBlock) { block(value) }
                    subscriber.sendNext(value)
                }, error: subscriber.sendError, completed: subscriber.sendCompleted)
        }
    }

    /// Runs `block` with the error before it is sent.
    public func doError(_ block: @escaping (any Error) -> Void) -> RACSignal<Value> {
        operation(derived("-doError:")) { signal, subscriber in
            self.subscribe(
                .upward, next: subscriber.sendNext,
                error: { error in
                    signal.handle(.doErrorBlock) { block(error) }
                    subscriber.sendError(error)
                }, completed: subscriber.sendCompleted)
        }
    }

    /// Runs `block` before the completion is sent.
    public func doCompleted(_ block: @escaping () -> Void) -> RACSignal<Value> {
        operation(derived("-doCompleted:")) { signal, subscriber in
            self.subscribe(
                .upward, next: subscriber.sendNext, error: subscriber.sendError,
                completed: {
                    signal.handle(.doCompletedBlock, block)
                    subscriber.sendCompleted()
                })
        }
    }
}
