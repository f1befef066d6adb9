import RxInstrumented

extension RACSignal {
    /// Sends values until `signalTrigger` sends one or completes, then completes.
    ///
    /// An error of the trigger is ignored.
    ///
    /// ```swift
    /// let stop = RACSubject<Void>()
    /// numbers.take(until: stop).subscribeNext({ print($0) }, completed: { print("completed") })
    /// stop.sendNext(())  // completed
    /// ```
    public func take<Trigger>(until signalTrigger: RACSignal<Trigger>) -> RACSignal<Value> {
        operation(derived("-takeUntil:", [.ends])) { _, subscriber in
            let disposable = RACCompoundDisposable()
            let complete = {
                disposable.dispose()
                subscriber.sendCompleted()
            }
            disposable.add(signalTrigger.subscribe(.inner, next: { _ in complete() }, completed: complete))
            // The trigger may have sent at once.
            if !disposable.isDisposed {
                disposable.add(
                    self.subscribe(
                        .upward, next: subscriber.sendNext, error: subscriber.sendError, completed: complete))
            }
            return disposable
        }
    }
}
