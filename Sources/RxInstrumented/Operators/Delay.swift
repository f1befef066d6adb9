import Dispatch

extension ObservableType {
    /// Passes on each element and the completion `dueTime` later. An error is passed on at once, and the waiting
    /// elements are dropped.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable.of(1, 2).delay(.seconds(5), scheduler: scheduler).subscribe { print($0) }
    /// scheduler.start()  // next(1) next(2) completed, five seconds late
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: the delay. The times between elements are rounded to its unit.
    ///   - scheduler: delivers each element in a step of its own.
    @inlinable
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        Delay(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
    }
}

@usableFromInline
final class Delay<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.buffers] }

    @inlinable init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
        super.init { _, downstream, cancel in
            let sink = DelaySink(dueTime: dueTime, scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

/// Queues the events with their times. One recursion of the scheduler drains the queue as the events come due.
@usableFromInline
final class DelaySink<Element>: Sink<Element>, InnerObserver {
    /// An event and the time at which it came.
    @usableFromInline typealias Entry = (time: RxTime, event: Event<Element>)

    /// The next step of the draining recursion.
    @usableFromInline
    enum Step {
        case deliver(ElementWithOrigin<Event<Element>>)
        case fail(Event<Element>)
        case waitForEvent(of: RxTime)
        case stop
    }

    @usableFromInline let dueTime: RxTimeInterval
    @usableFromInline let scheduler: any SchedulerType
    @usableFromInline let sourceSubscription = SingleAssignmentDisposable()
    @usableFromInline let draining = SerialDisposable()
    @usableFromInline let lock = RecursiveLock(guards: .ofLibrary)
    // Under the lock.
    @usableFromInline var queue = KeptQueue<Entry>()
    /// Whether the recursion is scheduled or runs.
    @usableFromInline var isActive = false
    /// Whether the recursion is delivering. It then delivers an error, too.
    @usableFromInline var isDelivering = false
    @usableFromInline var failure: Event<Element>?

    @inlinable
    init(dueTime: RxTimeInterval, scheduler: any SchedulerType, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.dueTime = dueTime
        self.scheduler = scheduler
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Element>) -> DisposableObject? {
        sourceSubscription.set(source.subscribe(inner: self, begins: false))
        return BinaryDisposable(sourceSubscription, draining)
    }

    @inlinable func on(_ event: Event<Element>) {
        if event.isStopEvent { sourceSubscription.dispose() }
        if case .error = event { fail(event) } else { append(event) }
    }

    @inlinable func fail(_ event: Event<Element>) {
        let (isMine, dropped) = lock.withLock {
            defer { (queue, failure) = (KeptQueue(), event) }
            return (!isDelivering, queue)
        }
        // Elements are released outside of the lock.
        withExtendedLifetime(dropped) {}
        if isMine { finish(event) }
    }

    @inlinable func append(_ event: Event<Element>) {
        let entry = ElementWithOrigin<Entry>((scheduler.now, event))
        let starts = lock.withLock {
            defer { isActive = true }
            queue.append(entry)
            return !isActive
        }
        if starts {
            draining.set(scheduler.scheduleRecursive((), dueTime: dueTime) { _, recursive in self.drain(recursive) })
        }
    }

    @inlinable func drain(_ recursive: AnyRecursiveScheduler<Void>) {
        let hasFailed = lock.withLock {
            if failure == nil { isDelivering = true }
            return failure != nil
        }
        if hasFailed { return }
        var hasDelivered = false
        while true {
            switch lock.withLock({ nextStep(hasDelivered: hasDelivered) }) {
            case .deliver(let event):
                hasDelivered = true
                forwardOn(event)
                if event.value.isStopEvent { return dispose() }
            case .fail(let event):
                return finish(event)
            case .waitForEvent(let time):
                return recursive.schedule((), dueTime: dueTime.reduced(since: time, until: scheduler.now))
            case .stop:
                return
            }
        }
    }

    /// To be called under the lock.
    @inlinable func nextStep(hasDelivered: Bool) -> Step {
        if let failure { return .fail(failure) }
        if !hasDelivered, let entry = queue.removeFirst() { return .deliver(entry.map(\.event)) }
        isDelivering = false
        if hasDelivered, let entry = queue.first { return .waitForEvent(of: entry.time) }
        isActive = false
        return .stop
    }
}
