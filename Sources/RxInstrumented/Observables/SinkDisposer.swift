import RxTraceKit

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
