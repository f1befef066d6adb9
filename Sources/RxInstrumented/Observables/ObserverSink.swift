import RxTraceKit

/// The base of sinks that stop themselves as an ``ObserverBase`` does, and that pass events on without `forwardOn`.
@usableFromInline
class ObserverSink<Element>: ObserverBase<Element> {
    @usableFromInline final let downstream: Edge<Element>
    @usableFromInline final let cancel: SinkDisposer

    @inlinable init(downstream: Edge<Element>, cancel: SinkDisposer) {
        self.downstream = downstream
        self.cancel = cancel
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .sink }
    @usableFromInline override var traceOwner: TraceOwner { cancel.observable }

    /// Records that the sink delivers, in work it has scheduled.
    @inlinable @inline(__always)
    final func run(_ body: () -> Void) {
        recorded(.run, self, body)
    }

    @usableFromInline override func didDispose() {
        cancel.dispose()
    }
}
