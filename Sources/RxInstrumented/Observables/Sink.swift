import RxTraceKit

/// The base of an operator's part in one subscription: it receives events from upstream and passes events downstream.
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

    /// Passes an event downstream, unless this sink is disposed.
    @inlinable
    final func forwardOn(_ event: Event<Element>) {
        recorded(.forwardOn, self, event) {
            if !disposed.isSetUntold { downstream.send(event) }
        }
    }

    /// Has events dropped from now on. Tells the control of orders so, as of the calls of ``forwardOn(_:)``.
    @inlinable @inline(__always)
    final func forwardNothing() {
        touchesNode(self)
        disposed.raise()
    }

    /// Runs `body`, which subscribes to this sink's source, recorded as `run`.
    @inlinable @inline(__always)
    final func run(_ body: () -> DisposableObject?) -> DisposableObject? {
        recorded(.run, self, body)
    }

    /// Runs a closure of the user, recorded as this sink's.
    @inlinable @inline(__always)
    final func handle<Result>(_ label: HandlerLabel, _ body: () throws -> Result) rethrows -> Result {
        try recordedHandler(label, self, body)
    }

    /// Passes on a terminal event and disposes this sink.
    @inlinable final func finish(_ event: Event<Element>) {
        forwardOn(event)
        dispose()
    }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) {
            forwardNothing()
            willDispose()
            cancel.dispose()
            didDispose()
        }
    }

    /// Called by `dispose()`, to dispose what must go before the subscription.
    @usableFromInline func willDispose() {}

    /// Called by `dispose()` after the subscription is disposed.
    @usableFromInline func didDispose() {}
}

extension Sink {
    /// Passes on a terminal event in `gate`, and then disposes this sink outside of the gate.
    @inlinable
    final func finish(_ event: Event<Element>, in gate: DeliveryGate) {
        gate.pass {
            forwardOn(event)
            // Later events of other threads are dropped.
            forwardNothing()
        }
        dispose()
    }

    /// As ``finish(_:in:)``, but only if `isTime` returns true.
    ///
    /// - Parameter isTime: called in the gate. May pass on events that come before the end.
    /// - Returns: the result of `isTime`.
    @inlinable @inline(__always) @discardableResult
    final func finish(_ event: Event<Element>, in gate: DeliveryGate, if isTime: () -> Bool) -> Bool {
        let ends = gate.pass {
            guard isTime() else { return false }
            forwardOn(event)
            forwardNothing()
            return true
        }
        if ends { dispose() }
        return ends
    }
}

/// Replaces a sink whose work is done: passes the events directly to the observer downstream of the sink.
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

/// Disposes a sink and its subscription, once: when both have been set and this object has been disposed, in either
/// order.
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

    // Releasing the parts breaks the reference cycle between a sink and its disposer.
    private func disposeParts() {
        sink.take()?.dispose()
        subscription.take()?.dispose()
    }
}
