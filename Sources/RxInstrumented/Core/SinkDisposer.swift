import RxTraceKit

/// Disposes a sink and its subscription, once, whichever of being set and being disposed comes first.
@usableFromInline
final class SinkDisposer: AssignableDisposable, Cancelable {
    /// The observable that made the sink.
    @usableFromInline let observable: TraceOwner
    // Unmanaged: setting and letting go of what is nil at that time is a call each, twice for each operator of a chain.
    private var sink: Unmanaged<DisposableObject>?
    private var subscription: Unmanaged<DisposableObject>?

    /// - Parameter observable: the observable that makes the sink.
    init(observable: TraceOwner) {
        self.observable = observable
        super.init()
    }

    override var traceOwner: TraceOwner { observable }

    @usableFromInline var isDisposed: Bool { hasDisposed }

    func setSinkAndSubscription(sink: consuming DisposableObject?, subscription: consuming DisposableObject?) {
        self.sink = (consume sink).map(Unmanaged.passRetained)
        self.subscription = (consume subscription).map(Unmanaged.passRetained)
        if noteSet() { disposeParts() }
    }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            if noteDisposed() { disposeParts() }
        }
    }

    // The parts are let go, which breaks the cycle between a sink and its disposer.
    private func disposeParts() {
        sink.take()?.takeRetainedValue().dispose()
        subscription.take()?.takeRetainedValue().dispose()
    }

    deinit {
        sink?.release()
        subscription?.release()
    }
}
