import Dispatch

extension ObservableType {
    /// Divides the sequence into windows, each a sequence that ends after `count` elements or when `timeSpan` is over.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable.of(1, 2, 3).window(timeSpan: .seconds(5), count: 2, scheduler: scheduler)
    ///     .flatMap { $0.reduce([]) { $0 + [$1] } }
    ///     .subscribe(onNext: { print($0) })  // [1, 2] [3]
    /// ```
    ///
    /// A window does not keep elements for later observers. The subscription to the source stays while a window is
    /// observed, even if the sequence of windows is disposed. An error also ends the open window.
    ///
    /// `scheduler` measures the time of each window.
    @inlinable
    public func window(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
    ) -> Observable<Observable<Element>> {
        WindowTimeCount(source: asObservable(), timeSpan: timeSpan, count: count, scheduler: scheduler)
    }
}

@usableFromInline
final class WindowTimeCount<SourceElement>: Producer<Observable<SourceElement>> {
    override var isKeptBySubscription: Bool { true }

    @inlinable
    init(source: Observable<SourceElement>, timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType) {
        super.init { _, downstream, cancel in
            let sink = WindowTimeCountSink<SourceElement>(
                timeSpan: timeSpan, count: count, scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class WindowTimeCountSink<SourceElement>: Sink<Observable<SourceElement>>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let timeSpan: RxTimeInterval
    @usableFromInline let countLimit: Int
    @usableFromInline let scheduler: any SchedulerType
    @usableFromInline let timer = SerialDisposable()
    @usableFromInline let group: CompositeDisposable
    @usableFromInline let refCount: RefCountDisposable
    @usableFromInline let gate = DeliveryGate()
    // In the gate.
    @usableFromInline var subject = PublishSubject<SourceElement>()
    @usableFromInline var count = 0
    @usableFromInline var window = 0

    @inlinable
    init(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType,
        downstream: Edge<Observable<SourceElement>>, cancel: SinkDisposer
    ) {
        self.timeSpan = timeSpan
        self.countLimit = count
        self.scheduler = scheduler
        group = CompositeDisposable(disposables: [timer])
        refCount = RefCountDisposable(disposable: group)
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<SourceElement>) -> DisposableObject? {
        sendWindow()
        startTimer(of: window)
        _ = group.keep(source.subscribe(inner: self, begins: false).asDisposable)
        return refCount
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        switch event {
        case .next:
            let ended = gate.pass {
                subject.on(event)
                count += 1
                return count == countLimit ? beginWindow() : nil
            }
            withExtendedLifetime(ended) {}
        case .error(let error):
            end(.error(error), window: event)
        case .completed:
            end(.completed, window: event)
        }
    }

    @inlinable func end(_ event: Event<Observable<SourceElement>>, window windowEvent: Event<SourceElement>) {
        finish(event, in: gate) {
            subject.on(windowEvent)
            return true
        }
    }

    /// Ends the open window, and begins the next one and its timer. Returns the ended one, for the caller to release
    /// outside of the gate.
    @inlinable func beginWindow() -> PublishSubject<SourceElement> {
        count = 0
        window &+= 1
        let next = window
        subject.on(.completed)
        let opened = PublishSubject<SourceElement>()
        let ended = exchange(&subject, with: opened)
        sendWindow()
        startTimer(of: next)
        return ended
    }

    @inlinable func sendWindow() {
        forwardOn(.next(AddRef(source: subject, refCount: refCount)))
    }

    @inlinable func startTimer(of window: Int) {
        if timer.hasDisposed || window != self.window { return }
        let next = SingleAssignmentDisposable()
        timer.set(next)
        let scheduled = scheduler.scheduleRelative(window, dueTime: timeSpan) { window in
            // In the gate until the timer is set, so that a later window's timer is set later.
            let ended = self.gate.pass { window == self.window ? self.beginWindow() : nil }
            withExtendedLifetime(ended) {}
            return Disposables.create()
        }
        next.set(scheduled._object)
    }
}
