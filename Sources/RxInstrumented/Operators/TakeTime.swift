extension ObservableType {
    /// Passes on the elements that come within `duration` of the subscription, then completes.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
    ///     .take(for: .milliseconds(2500), scheduler: scheduler)
    ///     .subscribe { print($0) }
    /// scheduler.start()  // next(0) next(1) completed
    /// ```
    ///
    /// `scheduler` measures the time, and completes the sequence.
    @inlinable
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        TakeTime(source: asObservable(), duration: duration, scheduler: scheduler)
    }

    /// The old name of ``take(for:scheduler:)``.
    @available(*, deprecated, renamed: "take(for:scheduler:)")
    @inlinable
    public func take(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        take(for: duration, scheduler: scheduler)
    }
}

@usableFromInline
final class TakeTime<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.ends] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType) {
        super.init { _, downstream, cancel in
            let sink = TakeTimeSink(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source, duration: duration, scheduler: scheduler) })
        }
    }
}

@usableFromInline
final class TakeTimeSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let gate = DeliveryGate()

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(
        _ source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType
    ) -> DisposableObject? {
        let timer = scheduler.scheduleRelative((), dueTime: duration) { _ in
            self.finish(.completed, in: self.gate)
            return Disposables.create()
        }
        let subscription = source.subscribe(inner: self, begins: false)
        return BinaryDisposable(timer._object, subscription)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next: gate.pass { forwardOn(event) }
        case .error, .completed: finish(event, in: gate)
        }
    }
}
