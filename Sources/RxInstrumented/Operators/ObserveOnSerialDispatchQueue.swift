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

/// Hands each event to the queue, which keeps their order.
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
                if self.cancel.isDisposed { return }
                self.downstream.send(event)
                if event.isStopEvent { self.dispose() }
            }
        }
    }
}
