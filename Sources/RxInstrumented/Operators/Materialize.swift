extension ObservableType {
    /// Sends the events as elements, including the terminal event.
    ///
    /// ```swift
    /// Observable.of(1).materialize().subscribe { print($0) }  // next(next(1)) next(completed) completed
    /// ```
    ///
    /// After the terminal event, even an error, the resulting sequence completes.
    @inlinable
    public func materialize() -> Observable<Event<Element>> {
        Materialize(source: asObservable())
    }
}

@usableFromInline
final class Materialize<SourceElement>: Producer<Event<SourceElement>> {
    @inlinable init(source: Observable<SourceElement>) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: MaterializeSink<SourceElement>(downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class MaterializeSink<SourceElement>: Sink<Event<SourceElement>>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @inlinable override init(downstream: Edge<Event<SourceElement>>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<SourceElement>) {
        forwardOn(.next(event))
        if event.isStopEvent { finish(.completed) }
    }
}

extension ObservableType where Element: EventConvertible {
    /// Sends the events that the elements represent: the reverse of ``ObservableType/materialize()``.
    ///
    /// ```swift
    /// Observable.of(Event.next(1), .completed).dematerialize().subscribe { print($0) }  // next(1) completed
    /// ```
    @inlinable
    public func dematerialize() -> Observable<Element.Element> {
        Dematerialize(source: asObservable())
    }
}

@usableFromInline
final class Dematerialize<SourceElement: EventConvertible>: Producer<SourceElement.Element> {
    @inlinable init(source: Observable<SourceElement>) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: DematerializeSink<SourceElement>(downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class DematerializeSink<SourceElement: EventConvertible>: Sink<SourceElement.Element>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @inlinable override init(downstream: Edge<SourceElement.Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            forwardOn(element.event)
            if element.event.isStopEvent { dispose() }
        case .error(let error):
            finish(.error(error))
        case .completed:
            finish(.completed)
        }
    }
}
