/// Keeps a sequence's origin alive: each subscription retains a ``RefCountDisposable`` until it ends.
@usableFromInline
final class AddRef<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.handedOver] }

    @inlinable init(source: Observable<Element>, refCount: RefCountDisposable) {
        super.init { _, downstream, cancel in
            let use = refCount.retained()
            let sink = AddRefSink(downstream: downstream, cancel: cancel)
            return (sink, BinaryDisposable(use, source.subscribe(inner: sink, begins: false)))
        }
    }
}

@usableFromInline
final class AddRefSink<Element>: Sink<Element>, InnerObserver {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        forwardOn(event)
        if event.isStopEvent { dispose() }
    }
}
