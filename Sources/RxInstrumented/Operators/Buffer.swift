import Dispatch

extension ObservableType {
    /// Collects elements into arrays, each passed on when it has `count` elements or when `timeSpan` is over.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable.of(1, 2, 3).buffer(timeSpan: .seconds(5), count: 2, scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) })  // [1, 2] [3]
    /// ```
    ///
    /// If there are no elements when the time is over, an empty array is passed on. When the source completes, the
    /// collected elements are passed on, even if there are none. When the source fails, they are dropped.
    ///
    /// `scheduler` measures the time of each array.
    @inlinable
    public func buffer(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
    ) -> Observable<[Element]> {
        BufferTimeCount(source: asObservable(), timeSpan: timeSpan, count: count, scheduler: scheduler)
    }
}

@usableFromInline
final class BufferTimeCount<SourceElement>: Producer<[SourceElement]> {
    override var traceBehaviors: Trace.Behaviors { [.buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable
    init(source: Observable<SourceElement>, timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType) {
        super.init { _, downstream, cancel in
            let sink = BufferTimeCountSink<SourceElement>(
                timeSpan: timeSpan, count: count, scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class BufferTimeCountSink<SourceElement>: Sink<[SourceElement]>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let timeSpan: RxTimeInterval
    @usableFromInline let count: Int
    @usableFromInline let scheduler: any SchedulerType
    @usableFromInline let timer = SerialDisposable()
    @usableFromInline let gate = DeliveryGate()
    // In the gate.
    @usableFromInline var buffer = KeptElements<SourceElement>()
    @usableFromInline var window = 0

    @inlinable
    init(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType, downstream: Edge<[SourceElement]>,
        cancel: SinkDisposer
    ) {
        self.timeSpan = timeSpan
        self.count = count
        self.scheduler = scheduler
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<SourceElement>) -> DisposableObject? {
        startTimer(of: window)
        return BinaryDisposable(timer, source.subscribe(inner: self, begins: false))
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            let sent = gate.pass {
                buffer.append(ElementWithOrigin(element))
                return buffer.count == count ? sendBuffer() : nil
            }
            withExtendedLifetime(sent) {}
        case .error(let error):
            var dropped: KeptElements<SourceElement>?
            finish(.error(error), in: gate) {
                dropped = exchange(&buffer, with: KeptElements())
                return true
            }
            withExtendedLifetime(dropped) {}
        case .completed:
            finish(.completed, in: gate) {
                forwardOn(buffer)
                return true
            }
        }
    }

    /// Passes on the buffer and begins the next one. Returns the elements, for the caller to release outside of the
    /// gate.
    @inlinable func sendBuffer() -> KeptElements<SourceElement> {
        window &+= 1
        // If the observer sends elements while it receives this array, they may begin a further window.
        let next = window
        let full = exchange(&buffer, with: KeptElements())
        forwardOn(full)
        startTimer(of: next)
        return full
    }

    @inlinable func startTimer(of window: Int) {
        if timer.hasDisposed || window != self.window { return }
        let next = SingleAssignmentDisposable()
        timer.set(next)
        let scheduled = scheduler.scheduleRelative(window, dueTime: timeSpan) { window in
            let sent = self.gate.pass { window == self.window ? self.sendBuffer() : nil }
            withExtendedLifetime(sent) {}
            return Disposables.create()
        }
        next.set(scheduled._object)
    }
}
