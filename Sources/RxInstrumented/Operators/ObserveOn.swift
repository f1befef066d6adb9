extension ObservableType {
    /// Delivers the events on `scheduler`, in order.
    ///
    /// ```swift
    /// loading.observe(on: MainScheduler.instance).subscribe(onNext: show)
    /// ```
    @inlinable
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        if let serial = scheduler as? SerialDispatchQueueScheduler {
            ObserveOnSerialDispatchQueue(source: asObservable(), scheduler: serial)
        } else {
            ObserveOn(source: asObservable(), scheduler: scheduler)
        }
    }
}

@usableFromInline
final class ObserveOn<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.hops, .queues] }

    @inlinable init(source: Observable<Element>, scheduler: any ImmediateSchedulerType) {
        super.init { _, downstream, cancel in
            let sink = ObserveOnSink(scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, source.subscribe(Edge(stopping: sink) { sink.on(Event($0, $1)) }))
        }
    }
}

/// Queues the events. The scheduler drains the queue, one step per event.
@usableFromInline
final class ObserveOnSink<Element>: ObserverSink<Element> {
    @usableFromInline let scheduler: any ImmediateSchedulerType
    @usableFromInline let scheduled = SerialDisposable()
    @usableFromInline let lock = RecursiveLock(guards: .ofLibrary)
    @usableFromInline var queue = KeptQueue<Event<Element>>()
    @usableFromInline var isDraining = false

    @inlinable init(scheduler: any ImmediateSchedulerType, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.scheduler = scheduler
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        on(event) { event in
            let kept = ElementWithOrigin(event)
            let starts = lock.withLock {
                queue.append(kept)
                defer { isDraining = true }
                return !isDraining
            }
            if starts { scheduled.set(scheduler.recursion(()) { _, recurse in self.run { self.drain(recurse) } }) }
        }
    }

    @inlinable func drain(_ recurse: (()) -> Void) {
        guard let event = takeEvent(), !cancel.hasDisposed else { return }
        downstream.send(event)
        if event.value.isStopEvent { dispose() }
        let goesOn = lock.withLock {
            isDraining = !queue.isEmpty
            return isDraining
        }
        if goesOn { recurse(()) }
    }

    @inlinable func takeEvent() -> ElementWithOrigin<Event<Element>>? {
        lock.withLock {
            let event = queue.removeFirst()
            if event == nil { isDraining = false }
            return event
        }
    }

    @usableFromInline override func didDispose() {
        super.didDispose()
        scheduled.dispose()
    }
}

@usableFromInline
final class ObserveOnSerialDispatchQueue<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.hops, .queues] }

    @inlinable init(source: Observable<Element>, scheduler: SerialDispatchQueueScheduler) {
        super.init { _, downstream, cancel in
            let sink = ObserveOnSerialDispatchQueueSink(scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, source.subscribe(Edge(stopping: sink) { sink.on(Event($0, $1)) }))
        }
        #if DEBUG || TRACE_RESOURCES
            Resources.countSerialDispatchQueueObservable(1)
        #endif
    }

    #if DEBUG || TRACE_RESOURCES
        deinit { Resources.countSerialDispatchQueueObservable(-1) }
    #endif
}

/// Schedules each event on the serial queue, which keeps the order.
@usableFromInline
final class ObserveOnSerialDispatchQueueSink<Element>: ObserverSink<Element> {
    @usableFromInline let scheduler: SerialDispatchQueueScheduler

    @inlinable init(scheduler: SerialDispatchQueueScheduler, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.scheduler = scheduler
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        on(event) { event in
            scheduler.scheduleUncancelled {
                if self.cancel.hasDisposed { return }
                self.downstream.send(event)
                if event.isStopEvent { self.dispose() }
            }
        }
    }
}

extension ObservableType {
    /// The old name of ``observe(on:)``.
    @available(*, deprecated, renamed: "observe(on:)")
    @inlinable
    public func observeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        observe(on: scheduler)
    }

    /// The old name of ``subscribe(on:)``.
    @available(*, deprecated, renamed: "subscribe(on:)")
    @inlinable
    public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        subscribe(on: scheduler)
    }
}
