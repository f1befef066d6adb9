import RxInstrumented

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
