import CRxTraceBuffer
import RxTraceKit

/// A sink, or another observer inside an operator: it is only ever called through an ``Edge``, which records the call.
@usableFromInline
protocol InnerObserver: TracedObject, ObserverType {}

/// The base of inner observers that are no sinks: those of one inner observable, or of one of several sources.
@usableFromInline
class PartObserver: TracedObject {
    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    /// Runs `body`, which subscribes this observer to the source it shares among others, as its `connect`.
    final func connect(_ body: () -> DisposableObject?) -> DisposableObject? {
        recorded(.connect, self, body)
    }
}

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

/// The base of inner observers that do not keep their owner: they know what it told of itself when they were made.
@usableFromInline
class OwnedPartObserver: PartObserver {
    @usableFromInline final let owner: TraceOwner

    @inlinable init(of owner: TracedObject) {
        self.owner = owner.asOwner
        super.init()
    }

    @usableFromInline final override var traceOwner: TraceOwner { owner }
}

/// The base of inner observers that are disposed of in place of their sources.
@usableFromInline
class DisposablePartObserver: DisposableObject {
    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) { didDispose() }
    }

    /// The part that is disposed in place of the observer.
    @usableFromInline func didDispose() {}
}
