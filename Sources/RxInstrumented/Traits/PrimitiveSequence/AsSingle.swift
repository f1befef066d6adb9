extension ObservableType {
    /// The sequence as a ``Single``, which fails unless there is one element and no other.
    ///
    /// ```swift
    /// Observable.of(1).asSingle().subscribe(onSuccess: { print($0) })     // 1
    /// Observable.of(1, 2).asSingle().subscribe(onFailure: { print($0) })  // Sequence contains more than one element.
    /// ```
    ///
    /// The element comes when the sequence completes. The errors are ``RxError/noElements`` and
    /// ``RxError/moreThanOneElement``.
    @inlinable
    public func asSingle() -> Single<Element> {
        PrimitiveSequence(raw: AsSingle(source: asObservable()))
    }
}

@usableFromInline
final class AsSingle<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.waits] }

    @inlinable init(source: Observable<Element>) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: AsSingleSink(downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class AsSingleSink<Element>: OnlyElementSink<Element>, InnerObserver {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        on(event, endWithoutElement: .error(RxError.noElements))
    }
}
