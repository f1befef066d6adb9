import CRxTraceBuffer
import RxTraceKit

/// A sink or another observer inside an operator. It is called only through an ``Edge``, which records the call.
@usableFromInline
protocol InnerObserver: TracedObject, ObserverType {}

/// The base of inner observers that are not sinks: of one inner observable, or of one of several sources.
@usableFromInline
class PartObserver: TracedObject {
    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    /// Runs `body`, which subscribes this observer to the source that it shares, recorded as `connect`.
    final func connect(_ body: () -> DisposableObject?) -> DisposableObject? {
        recorded(.connect, self, body)
    }
}

/// The base of inner observers of a sequence that replaces the sink's source. The sink passes on its events.
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

/// The base of inner observers that do not retain their owner, but only know its ``TraceOwner``.
@usableFromInline
class OwnedPartObserver: PartObserver {
    @usableFromInline final let owner: TraceOwner

    @inlinable init(of owner: TracedObject) {
        self.owner = owner.asOwner
        super.init()
    }

    @usableFromInline final override var traceOwner: TraceOwner { owner }
}

/// The base of inner observers that are disposed in place of their subscriptions.
@usableFromInline
class DisposablePartObserver: DisposableObject {
    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) { didDispose() }
    }

    /// Called by each `dispose()`, to dispose the subscription.
    @usableFromInline func didDispose() {}
}
