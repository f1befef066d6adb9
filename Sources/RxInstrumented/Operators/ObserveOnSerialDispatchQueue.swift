public import TraceKit

@usableFromInline
final class ObserveOnSerialDispatchQueue<Element>: Producer<Element> {
    @inlinable init(source: Observable<Element>, scheduler: SerialDispatchQueueScheduler) {
        super.init { downstream, cancel in
            let sink = ObserveOnSerialDispatchQueueSink(scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, source.subscribe(Edge(stopping: sink) { sink.on($0) }))
        }
    }
}

/// Hands each event to the queue, which keeps their order.
@usableFromInline
final class ObserveOnSerialDispatchQueueSink<Element>: ObserverBase<Element> {
    @usableFromInline let scheduler: SerialDispatchQueueScheduler
    @usableFromInline let downstream: Edge<Element>
    @usableFromInline let cancel: SinkDisposer

    @inlinable init(scheduler: SerialDispatchQueueScheduler, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.scheduler = scheduler
        self.downstream = downstream
        self.cancel = cancel
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .sink }

    @inlinable func on(_ event: Event<Element>) {
        on(event) { event in
            _ = scheduler.schedule(()) { _ in
                if self.cancel.isDisposed { return Disposables.create() }
                self.downstream.send(event)
                if event.isStopEvent { self.dispose() }
                return Disposables.create()
            }
        }
    }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            stopped.set()
            cancel.dispose()
        }
    }
}
