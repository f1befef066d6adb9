extension ObservableType {
    /// The sequence as a ``Maybe``, which fails where there is more than one element.
    ///
    /// ```swift
    /// Observable<Int>.empty().asMaybe().subscribe(onCompleted: { print("none") })  // none
    /// ```
    ///
    /// The element comes when the sequence completes. The error is ``RxError/moreThanOneElement``.
    @inlinable
    public func asMaybe() -> Maybe<Element> {
        PrimitiveSequence(raw: AsMaybe(source: asObservable()))
    }
}

@usableFromInline
final class AsMaybe<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.waits] }

    @inlinable init(source: Observable<Element>) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: AsMaybeSink(downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class AsMaybeSink<Element>: OnlyElementSink<Element>, InnerObserver {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        on(event, endWithoutElement: .completed)
    }
}
