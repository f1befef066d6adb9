extension ObservableType {
    /// Sends a default element where the sequence completes without one.
    ///
    /// ```swift
    /// Observable<Int>.empty().ifEmpty(default: 0).subscribe { print($0) }  // next(0) completed
    /// ```
    @inlinable
    public func ifEmpty(default: Element) -> Observable<Element> {
        DefaultIfEmpty(source: asObservable(), default: `default`)
    }
}

@usableFromInline
final class DefaultIfEmpty<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [] }

    @inlinable init(source: Observable<Element>, default: Element) {
        super.init { _, downstream, cancel in
            source.subscribe(
                sink: DefaultIfEmptySink(default: `default`, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class DefaultIfEmptySink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let `default`: Element
    @usableFromInline var isEmpty = true

    @inlinable init(default: Element, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.default = `default`
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            isEmpty = false
            forwardOn(event)
        case .error:
            finish(event)
        case .completed:
            if isEmpty { forwardOn(.next(self.default)) }
            finish(event)
        }
    }
}
