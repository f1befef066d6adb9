extension ObservableType {
    /// Turns each element into an observable and passes on the events of all of them as they come.
    ///
    /// ```swift
    /// Observable.of(1, 2).flatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { print($0) })  // 1 2 10 20
    /// ```
    ///
    /// Completes once the source and all inner observables have; the first error ends the sequence.
    ///
    /// - Parameter selector: an error it throws ends the sequence.
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        FlatMap(source: asObservable(), selector: selector)
    }
}

@usableFromInline
final class FlatMap<SourceElement, Source: ObservableConvertibleType>: Producer<Source.Element> {
    override var traceBehaviors: Trace.Behaviors { Source.Element.self == Never.self ? [.ignores] : [] }

    /// - Parameter label: the label of `selector`; nil if it is not the user's.
    @inlinable
    init(
        source: Observable<SourceElement>, label: HandlerLabel? = .selector,
        selector: @escaping (SourceElement) throws -> Source
    ) {
        super.init { _, downstream, cancel in
            let sink = FlatMapSink(label: label, selector: selector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.observe { source.subscribe(inner: sink, begins: false) } })
        }
    }
}

@usableFromInline
final class FlatMapSink<SourceElement, Source: ObservableConvertibleType>:
    MergeSink<SourceElement, Source>, InnerObserver
{
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let label: HandlerLabel?
    @usableFromInline let selector: (SourceElement) throws -> Source

    @inlinable init(
        label: HandlerLabel?, selector: @escaping (SourceElement) throws -> Source,
        downstream: Edge<Source.Element>, cancel: SinkDisposer
    ) {
        self.label = label
        self.selector = selector
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        on(event) { element in
            guard let label else { return try selector(element) }
            return try handle(label) { try selector(element) }
        }
    }
}

extension ObservableType {
    /// Turns an element into an observable and passes on its events. Ignores elements that come before it completes.
    ///
    /// ```swift
    /// taps.flatMapFirst { save() }.subscribe(onNext: show)  // taps while saving start nothing
    /// ```
    ///
    /// - Parameter selector: an error it throws ends the sequence. It does not run for an ignored element.
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        FlatMapFirst(source: asObservable(), selector: selector)
    }
}

@usableFromInline
final class FlatMapFirst<SourceElement, Source: ObservableConvertibleType>: Producer<Source.Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops] }

    @inlinable init(source: Observable<SourceElement>, selector: @escaping (SourceElement) throws -> Source) {
        super.init { _, downstream, cancel in
            let sink = FlatMapFirstSink(selector: selector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.observe { source.subscribe(inner: sink, begins: false) } })
        }
    }
}

@usableFromInline
final class FlatMapFirstSink<SourceElement, Source: ObservableConvertibleType>:
    MergeSink<SourceElement, Source>, InnerObserver
{
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let selector: (SourceElement) throws -> Source

    @inlinable init(
        selector: @escaping (SourceElement) throws -> Source, downstream: Edge<Source.Element>, cancel: SinkDisposer
    ) {
        self.selector = selector
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        on(
            event, isTaken: { $0.activeCount == 0 },
            select: { element in
                try handle(.selector) { try selector(element) }
            })
    }
}
