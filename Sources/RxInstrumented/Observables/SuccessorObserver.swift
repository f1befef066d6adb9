/// The base of inner observers of a sequence that takes the place of another, and whose events are the sink's from then
/// on.
@usableFromInline
class SuccessorObserver<Element>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { sink.asOwner }

    @usableFromInline final let sink: Sink<Element>

    @inlinable init(for sink: Sink<Element>) {
        self.sink = sink
        super.init()
    }

    @inlinable final func on(_ event: Event<Element>) {
        if event.isStopEvent { sink.finish(event) } else { sink.forwardOn(event) }
    }
}
