import RxInstrumented

extension RACSignal {
    /// Sends this signal's events on `scheduler`. The signal's own work stays where it is.
    ///
    /// ```swift
    /// download.deliverOn(.mainThreadScheduler).subscribeNext { show($0) }
    /// ```
    public func deliverOn(_ scheduler: RACScheduler) -> RACSignal<Value> {
        operation(derived("-deliverOn:", [.hops])) { _, subscriber in
            self.subscribe(
                .upward,
                next: { value in scheduler.schedule { subscriber.sendNext(value) } },
                error: { error in scheduler.schedule { subscriber.sendError(error) } },
                completed: { scheduler.schedule { subscriber.sendCompleted() } })
        }
    }
}

extension RACSignal {
    /// Does this signal's own work on `scheduler`, on which it sends as well.
    ///
    /// ```swift
    /// parse.subscribeOn(.scheduler()).deliverOn(.mainThreadScheduler).subscribeNext { show($0) }
    /// ```
    public func subscribeOn(_ scheduler: RACScheduler) -> RACSignal<Value> {
        operation(derived("-subscribeOn:", [.starts])) { _, subscriber in
            let disposable = RACCompoundDisposable()
            let scheduling = scheduler.schedule { disposable.add(self.subscribe(.upward, subscriber)) }
            disposable.add(scheduling)
            return disposable
        }
    }
}
