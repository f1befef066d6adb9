import Dispatch

extension ObservableType {
    /// Fails with ``RxError/timeout`` if the next element takes longer than `dueTime`.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable<Int>.never().timeout(.seconds(5), scheduler: scheduler).subscribe { print($0) }
    /// scheduler.start()  // error(Sequence timeout.)
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: the longest time to the first element, and between two elements.
    ///   - scheduler: measures the time.
    @inlinable
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        Timeout(source: asObservable(), dueTime: dueTime, other: .error(RxError.timeout), scheduler: scheduler)
    }

    /// Continues with `other` if the next element takes longer than `dueTime`.
    @inlinable
    public func timeout<Source: ObservableConvertibleType>(
        _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
    ) -> Observable<Element> where Element == Source.Element {
        Timeout(source: asObservable(), dueTime: dueTime, other: other.asObservable(), scheduler: scheduler)
    }
}

@usableFromInline
final class Timeout<Element>: Producer<Element> {
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        source: Observable<Element>, dueTime: RxTimeInterval, other: Observable<Element>, scheduler: any SchedulerType
    ) {
        super.init { _, downstream, cancel in
            let sink = TimeoutSink(
                dueTime: dueTime, other: other, scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class TimeoutSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let dueTime: RxTimeInterval
    @usableFromInline let other: Observable<Element>
    @usableFromInline let scheduler: any SchedulerType
    @usableFromInline let timer = SerialDisposable()
    @usableFromInline let subscription = SerialDisposable()
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var id = 0
    @usableFromInline var hasTimedOut = false

    @inlinable
    init(
        dueTime: RxTimeInterval, other: Observable<Element>, scheduler: any SchedulerType, downstream: Edge<Element>,
        cancel: SinkDisposer
    ) {
        self.dueTime = dueTime
        self.other = other
        self.scheduler = scheduler
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Element>) -> DisposableObject? {
        let original = SingleAssignmentDisposable()
        subscription.set(original)
        startTimer()
        original.set(source.subscribe(inner: self, begins: false))
        return BinaryDisposable(subscription, timer)
    }

    @inlinable func on(_ event: Event<Element>) {
        let isInTime = lock.withLock {
            if !hasTimedOut { id &+= 1 }
            return !hasTimedOut
        }
        guard isInTime else { return }
        forwardOn(event)
        if event.isStopEvent { dispose() } else { startTimer() }
    }

    @inlinable func startTimer() {
        if timer.hasDisposed { return }
        let next = SingleAssignmentDisposable()
        timer.set(next)
        let scheduled = scheduler.scheduleRelative(id, dueTime: dueTime) { id in
            let isTooLate = self.lock.withLock {
                self.hasTimedOut = id == self.id
                return self.hasTimedOut
            }
            if isTooLate { self.subscription.set(self.other.subscribe(inner: SinkForward(self))) }
            return Disposables.create()
        }
        next.set(scheduled._object)
    }
}
