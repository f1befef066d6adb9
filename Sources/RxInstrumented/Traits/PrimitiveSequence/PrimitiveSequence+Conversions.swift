extension ObservableType where Element == Never {
    /// The sequence, which has no elements, as a ``Completable``.
    ///
    /// ```swift
    /// saving.ignoreElements().asCompletable().subscribe(onCompleted: { print("saved") })
    /// ```
    @inlinable
    public func asCompletable() -> Completable {
        PrimitiveSequence(raw: asObservable())
    }
}

extension ObservableType {
    /// The sequence as a ``Maybe``, which fails if there is more than one element.
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

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// The sequence as a ``Maybe``, which has an element in any case.
    @inlinable
    public func asMaybe() -> Maybe<Element> {
        PrimitiveSequence(raw: source)
    }

    /// The end of the sequence, without its element.
    ///
    /// ```swift
    /// uploading.asCompletable().subscribe(onCompleted: { print("uploaded") })
    /// ```
    @inlinable
    public func asCompletable() -> Completable {
        source.ignoreElements().asCompletable()
    }
}

extension ObservableType {
    /// The first element as a ``Single``. nil if the sequence completes without one.
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

extension ObservableType {
    /// All elements as one array, once the sequence completes.
    ///
    /// ```swift
    /// Observable.of(1, 2).toArray().subscribe(onSuccess: { print($0) })  // [1, 2]
    /// ```
    ///
    /// An error is passed on, and the elements before it are dropped.
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
