import RxInstrumented

extension RACSignal {
    /// Sends the first `count` values and completes.
    ///
    /// ```swift
    /// numbers.take(2).subscribeNext { print($0) }  // of 1, 2, 3: 1 2
    /// ```
    public func take(_ count: Int) -> RACSignal<Value> {
        guard count > 0 else { return .empty() }
        return bind(derived("-take:", [.ends])) { _ in
            var taken = 0
            return { value, stop in
                // More may come while the last one is on its way.
                if taken == count { return nil }
                taken += 1
                stop = taken == count
                return .return(value)
            }
        }
    }
}

extension RACSignal {
    /// Sends all but the first `count` values.
    ///
    /// ```swift
    /// numbers.skip(2).subscribeNext { print($0) }  // of 1, 2, 3: 3
    /// ```
    public func skip(_ count: Int) -> RACSignal<Value> {
        bind(derived("-skip:", [.drops])) { _ in
            var skipped = 0
            return { value, _ in
                if skipped >= count { return .return(value) }
                skipped += 1
                return .empty()
            }
        }
    }
}

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
            if !disposable.hasDisposed {
                disposable.add(
                    self.subscribe(
                        .upward, next: subscriber.sendNext, error: subscriber.sendError, completed: complete))
            }
            return disposable
        }
    }
}
