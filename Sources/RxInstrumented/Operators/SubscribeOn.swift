extension ObservableType {
    /// Subscribes to the source, and disposes that subscription, on `scheduler`.
    ///
    /// Does not change where events are delivered; see ``observe(on:)`` for that.
    ///
    /// ```swift
    /// reading.subscribe(on: ConcurrentDispatchQueueScheduler(qos: .background)).subscribe(onNext: show)
    /// ```
    @inlinable
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        SubscribeOn(source: self, scheduler: scheduler)
    }
}

@usableFromInline
final class SubscribeOn<Source: ObservableType>: Producer<Source.Element> {
    override var traceBehaviors: Trace.Behaviors { [.starts] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Source, scheduler: any ImmediateSchedulerType) {
        super.init { _, downstream, cancel in
            let sink = SubscribeOnSink<Source>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source, on: scheduler) })
        }
    }
}

@usableFromInline
final class SubscribeOnSink<Source: ObservableType>: Sink<Source.Element>, InnerObserver {
    @usableFromInline typealias Element = Source.Element

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable
    func start(_ source: Source, on scheduler: any ImmediateSchedulerType) -> DisposableObject? {
        let current = SerialDisposable()
        let scheduled = SingleAssignmentDisposable()
        current.set(scheduled)
        let work = scheduler.schedule(()) { _ in
            let subscription = self.subscribe(to: source)
            current.set(ScheduledDisposable(scheduler: scheduler, disposable: subscription.asDisposable))
            return Disposables.create()
        }
        scheduled.set(work._object)
        return current
    }

    /// Subscribes to the source itself, of any type. Converted by `asObservable()`, the source would dispose its
    /// subscription on the thread of its last event.
    @inlinable func subscribe(to source: Source) -> DisposableObject? {
        if let observable = source as? Observable<Element> { return observable.subscribe(inner: self, begins: false) }
        return source.subscribe(EdgeObserver(Edge(self, begins: false)))._object
    }

    @inlinable func on(_ event: Event<Element>) {
        forwardOn(event)
        if event.isStopEvent { dispose() }
    }
}
