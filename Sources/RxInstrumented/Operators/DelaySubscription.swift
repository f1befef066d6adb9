import Dispatch

extension ObservableType {
    /// Subscribes to the source only after `dueTime`.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable.of(1, 2).delaySubscription(.seconds(5), scheduler: scheduler).subscribe(onNext: { print($0) })
    /// scheduler.start()  // 1 2, five seconds late
    /// ```
    ///
    /// `scheduler` measures the time and subscribes.
    @inlinable
    public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        DelaySubscription(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
    }
}

@usableFromInline
final class DelaySubscription<Element>: Producer<Element> {
    @inlinable init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
        super.init { _, downstream, cancel in
            let sink = DelaySubscriptionSink(downstream: downstream, cancel: cancel)
            let subscription = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
                source.subscribe(inner: sink, begins: false).asDisposable
            }
            return (sink, subscription._object)
        }
    }
}

@usableFromInline
final class DelaySubscriptionSink<Element>: Sink<Element>, InnerObserver {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        forwardOn(event)
        if event.isStopEvent { dispose() }
    }
}
