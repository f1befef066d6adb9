import RxTraceKit

/// Disposes a sink and its subscription, once, whichever of being set and being disposed comes first.
@usableFromInline
final class SinkDisposer: AssignableDisposable, Cancelable {
    /// The number of the observable that made the sink, while a recording ran; 0 without one.
    @usableFromInline let observable: UInt32
    private var sink: DisposableObject?
    private var subscription: DisposableObject?

    init(of observable: TracedObject) {
        self.observable = observable.numberAsOwner
        super.init()
    }

    override var traceOwner: UInt32 { observable }

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
