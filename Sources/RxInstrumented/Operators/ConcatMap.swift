extension ObservableType {
    /// Turns each element into an observable and passes on their events, one observable after the other.
    ///
    /// ```swift
    /// Observable.of(1, 2).concatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { print($0) })  // 1 10 2 20
    /// ```
    ///
    /// The next inner observable is subscribed to when the one before it completes; until then it waits.
    ///
    /// - Parameter selector: runs as soon as its element comes; an error it throws ends the sequence.
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        ConcatMap(source: asObservable(), selector: selector)
    }
}

@usableFromInline
final class ConcatMap<SourceElement, Source: ObservableConvertibleType>: Producer<Source.Element> {
    override var traceBehaviors: Trace.Behaviors { [.buffers, .continues] }

    @inlinable init(source: Observable<SourceElement>, selector: @escaping (SourceElement) throws -> Source) {
        super.init { _, downstream, cancel in
            let sink = ConcatMapSink(selector: selector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.observe { source.subscribe(inner: sink, begins: false) } })
        }
    }
}

@usableFromInline
final class ConcatMapSink<SourceElement, Source: ObservableConvertibleType>:
    MergeLimitedSink<SourceElement, Source>, InnerObserver
{
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let selector: (SourceElement) throws -> Source

    @inlinable init(
        selector: @escaping (SourceElement) throws -> Source, downstream: Edge<Source.Element>, cancel: SinkDisposer
    ) {
        self.selector = selector
        super.init(maxConcurrent: 1, downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        on(event) { element in try handle(.selector) { try selector(element) } }
    }
}
