import RxTraceKit

/// The base of an operator's work for one subscription: it takes events from above and passes others on below.
@usableFromInline
class Sink<Element>: StoppableObject {
    @usableFromInline final let downstream: Edge<Element>
    @usableFromInline final let cancel: SinkDisposer

    @inlinable init(downstream: Edge<Element>, cancel: SinkDisposer) {
        self.downstream = downstream
        self.cancel = cancel
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .sink }
    @usableFromInline override var traceOwner: TraceOwner { cancel.observable }

    @inlinable final var isDisposed: Bool { disposed.isSet }

    /// Passes an event on, unless this sink is disposed.
    @inlinable
    final func forwardOn(_ event: Event<Element>) {
        recorded(.forwardOn, self, event) {
            if !disposed.isSet { downstream.send(event) }
        }
    }

    /// Runs `body`, which subscribes to this sink's source, as the sink's `run`.
    @inlinable @inline(__always)
    final func run(_ body: () -> DisposableObject?) -> DisposableObject? {
        recorded(.run, self, body)
    }

    /// Runs a closure of the user's that this sink holds.
    @inlinable @inline(__always)
    final func handle<Result>(_ label: HandlerLabel, _ body: () throws -> Result) rethrows -> Result {
        try recordedHandler(label, self, body)
    }

    /// Passes a terminal event on and disposes this sink: the end of most operators.
    @inlinable final func finish(_ event: Event<Element>) {
        forwardOn(event)
        dispose()
    }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) {
            disposed.raise()
            willDispose()
            cancel.dispose()
            didDispose()
        }
    }

    /// Disposes whatever a kind of sink disposes before its subscription.
    @usableFromInline func willDispose() {}

    /// Disposes whatever else a kind of sink holds.
    @usableFromInline func didDispose() {}
}

extension Sink {
    /// Passes a terminal event on in `gate` and then, outside of it, disposes this sink.
    @inlinable
    final func finish(_ event: Event<Element>, in gate: DeliveryGate) {
        gate.pass {
            forwardOn(event)
            // Events that another thread sends from now on are late.
            disposed.raise()
        }
        dispose()
    }

    /// As ``finish(_:in:)``, if it is time to.
    ///
    /// - Parameter isTime: is asked in the gate, and may pass on the events that come before the end.
    /// - Returns: the result of `isTime`.
    @inlinable @inline(__always) @discardableResult
    final func finish(_ event: Event<Element>, in gate: DeliveryGate, if isTime: () -> Bool) -> Bool {
        let ends = gate.pass {
            guard isTime() else { return false }
            forwardOn(event)
            disposed.raise()
            return true
        }
        if ends { dispose() }
        return ends
    }
}

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

/// Disposes a sink and its subscription, once, whichever of being set and being disposed comes first.
@usableFromInline
final class SinkDisposer: AssignableDisposable, Cancelable {
    /// The observable that made the sink.
    @usableFromInline let observable: TraceOwner
    private var sink: DisposableObject?
    private var subscription: DisposableObject?

    /// - Parameter observable: the observable that makes the sink.
    init(observable: TraceOwner) {
        self.observable = observable
        super.init()
    }

    override var traceOwner: TraceOwner { observable }

    @usableFromInline var isDisposed: Bool { hasDisposed }

    func setSinkAndSubscription(sink: consuming DisposableObject?, subscription: consuming DisposableObject?) {
        self.sink = consume sink
        self.subscription = consume subscription
        if noteSet() { disposeParts() }
    }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            if noteDisposed() { disposeParts() }
        }
    }

    // The parts are let go, which breaks the cycle between a sink and its disposer.
    private func disposeParts() {
        sink.take()?.dispose()
        subscription.take()?.dispose()
    }
}
