extension ObservableType {
    /// The first element as a ``Single``; nil where the sequence completes without one.
    ///
    /// ```swift
    /// Observable.of(1, 2).first().subscribe(onSuccess: { print($0 ?? 0) })  // 1
    /// ```
    ///
    /// The subscription to the sequence ends with its first element.
    @inlinable
    public func first() -> Single<Element?> {
        PrimitiveSequence(raw: First(source: asObservable()))
    }
}

@usableFromInline
final class First<Element>: Producer<Element?> {
    override var traceBehaviors: Trace.Behaviors { [.drops] }

    @inlinable init(source: Observable<Element>) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: FirstSink<Element>(downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class FirstSink<SourceElement>: Sink<SourceElement?>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @inlinable override init(downstream: Edge<SourceElement?>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        if case .error(let error) = event { return finish(.error(error)) }
        forwardOn(.next(event.element))
        finish(.completed)
    }
}
