/// Observes in a sink's place: hands the events to the observer below the sink, whose part is over.
@usableFromInline
final class SinkForward<Element>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { sink.asOwner }

    @usableFromInline let sink: Sink<Element>

    @inlinable init(_ sink: Sink<Element>) {
        self.sink = sink
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        sink.downstream.send(event)
        if event.isStopEvent { sink.cancel.dispose() }
    }
}
