import Dispatch

extension ObservableType {
    /// Passes on the first element at once, and then at most one element per `dueTime`.
    ///
    /// ```swift
    /// button.throttle(.seconds(1), latest: false, scheduler: MainScheduler.instance).subscribe(onNext: save)
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: the least time between two elements. The time since the last element is rounded to its unit.
    ///   - latest: whether the last of the elements that came too soon is passed on when `dueTime` is over. The others
    ///     are dropped.
    ///   - scheduler: measures the time and delivers the elements that waited.
    @inlinable
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Observable<Element> {
        Throttle(source: asObservable(), dueTime: dueTime, latest: latest, scheduler: scheduler)
    }
}

@usableFromInline
final class Throttle<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable
    init(source: Observable<Element>, dueTime: RxTimeInterval, latest: Bool, scheduler: any SchedulerType) {
        super.init { _, downstream, cancel in
            let sink = ThrottleSink(
                dueTime: dueTime, latest: latest, scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class ThrottleSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let dueTime: RxTimeInterval
    @usableFromInline let latest: Bool
    @usableFromInline let scheduler: any SchedulerType
    @usableFromInline let cancellable = SerialDisposable()
    @usableFromInline let gate = DeliveryGate()
    // In the gate.
    @usableFromInline var unsent: ElementWithOrigin<Element>?
    @usableFromInline var lastSent: RxTime?
    /// Whether the source has completed while an element waits.
    @usableFromInline var hasCompleted = false

    @inlinable
    init(
        dueTime: RxTimeInterval, latest: Bool, scheduler: any SchedulerType, downstream: Edge<Element>,
        cancel: SinkDisposer
    ) {
        self.dueTime = dueTime
        self.latest = latest
        self.scheduler = scheduler
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Element>) -> DisposableObject? {
        BinaryDisposable(source.subscribe(inner: self, begins: false), cancellable)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            let replaced = gate.pass { take(element) }
            withExtendedLifetime(replaced) {}
        case .error:
            var dropped: ElementWithOrigin<Element>?
            finish(event, in: gate) {
                dropped = exchange(&unsent, with: nil)
                return true
            }
            withExtendedLifetime(dropped) {}
        case .completed:
            finish(event, in: gate) {
                hasCompleted = unsent != nil
                return !hasCompleted
            }
        }
    }

    /// Returns the replaced element, for the caller to release outside of the gate.
    @inlinable func take(_ element: Element) -> ElementWithOrigin<Element>? {
        let now = scheduler.now
        let wait = lastSent.map { dueTime.reduced(since: $0, until: now) } ?? .nanoseconds(0)
        if wait.isZero {
            let unsent = exchange(&unsent, with: nil)
            forwardOn(.next(element))
            lastSent = timeOfDelivery
            return unsent
        }
        guard latest else { return nil }
        if let replaced = exchange(&unsent, with: ElementWithOrigin(element)) { return replaced }
        let timer = SingleAssignmentDisposable()
        cancellable.set(timer)
        timer.set(scheduler.scheduleRelative(0, dueTime: wait) { _ in self.sendUnsent() }._object)
        return nil
    }

    /// Taken after the delivery, so that a slow observer gets its pause, too.
    @inlinable var timeOfDelivery: RxTime { scheduler.now }

    @inlinable func sendUnsent() -> any Disposable {
        var sent: ElementWithOrigin<Element>?
        finish(.completed, in: gate) {
            sent = exchange(&unsent, with: nil)
            if let sent {
                forwardOn(next: sent)
                lastSent = timeOfDelivery
            }
            return hasCompleted
        }
        withExtendedLifetime(sent) {}
        return Disposables.create()
    }
}
