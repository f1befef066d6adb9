extension ObservableType {
    /// Drops the elements that come within `duration` of the subscription and passes on the rest.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(3)
    ///     .skip(.milliseconds(1500), scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// scheduler.start()  // 1 2
    /// ```
    ///
    /// `scheduler` measures the time.
    @inlinable
    public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        SkipTime(source: asObservable(), duration: duration, scheduler: scheduler)
    }
}

@usableFromInline
final class SkipTime<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType) {
        super.init { _, downstream, cancel in
            let sink = SkipTimeSink(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source, duration: duration, scheduler: scheduler) })
        }
    }
}

@usableFromInline
final class SkipTimeSink<Element>: Sink<Element>, InnerObserver {
    // Guards the flag only: elements are passed on without it.
    @usableFromInline let lock = RecursiveLock()
    @usableFromInline var isOpen = false

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(
        _ source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType
    ) -> DisposableObject? {
        let timer = scheduler.scheduleRelative((), dueTime: duration) { _ in
            self.lock.withLock { self.isOpen = true }
            return Disposables.create()
        }
        let subscription = source.subscribe(inner: self, begins: false)
        return BinaryDisposable(timer._object, subscription)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            if lock.reading({ isOpen }) { forwardOn(event) }
        case .error, .completed:
            finish(event)
        }
    }
}
