extension ObservableType {
    /// All elements as one array, once the sequence completes.
    ///
    /// ```swift
    /// Observable.of(1, 2).toArray().subscribe(onSuccess: { print($0) })  // [1, 2]
    /// ```
    ///
    /// An error is passed on, and the elements until then are dropped.
    @inlinable
    public func toArray() -> Single<[Element]> {
        PrimitiveSequence(raw: ToArray(source: asObservable()))
    }
}

@usableFromInline
final class ToArray<SourceElement>: Producer<[SourceElement]> {
    override var traceBehaviors: Trace.Behaviors { [.waits] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<SourceElement>) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: ToArraySink<SourceElement>(downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class ToArraySink<SourceElement>: Sink<[SourceElement]>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline var elements = KeptElements<SourceElement>()

    @inlinable override init(downstream: Edge<[SourceElement]>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            elements.append(ElementWithOrigin(element))
        case .error(let error):
            finish(.error(error))
        case .completed:
            forwardOn(elements)
            finish(.completed)
        }
    }
}
