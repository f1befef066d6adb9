extension ObservableType {
    /// Transforms each element.
    ///
    /// ```swift
    /// Observable.of(1, 2).map { $0 * 10 }.subscribe(onNext: { print($0) })  // 10 20
    /// ```
    ///
    /// - Parameter transform: an error it throws ends the sequence.
    @inlinable
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
        Map(source: asObservable(), transform: transform)
    }
}

@usableFromInline
final class Map<SourceElement, Result>: Producer<Result> {
    @usableFromInline let source: Observable<SourceElement>
    @usableFromInline let transform: (SourceElement) throws -> Result

    @inlinable init(source: Observable<SourceElement>, transform: @escaping (SourceElement) throws -> Result) {
        self.source = source
        self.transform = transform
        super.init { producer, downstream, cancel in
            let map = unsafeDowncast(producer, to: Map.self)
            return map.source.subscribe(
                sink: MapSink(transform: map.transform, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class MapSink<SourceElement, Result>: Sink<Result>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let transform: (SourceElement) throws -> Result

    @inlinable init(
        transform: @escaping (SourceElement) throws -> Result, downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.transform = transform
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            do {
                let result = try handle(.transform) { try transform(element) }
                forwardOn(.next(result))
            } catch {
                finish(.error(error))
            }
        case .error(let error):
            finish(.error(error))
        case .completed:
            finish(.completed)
        }
    }
}

/// A `map` inside another operator. The transform is the library's own. It gets the sink, to record closures of the
/// user that it runs.
///
/// A trace shows it as ``Map``, which RxSwift uses in its place.
@usableFromInline
final class LibraryMap<SourceElement, Result>: Producer<Result> {
    @usableFromInline typealias Transform = (_ element: SourceElement, _ sink: Sink<Result>) throws -> Result

    @inlinable init(source: Observable<SourceElement>, transform: @escaping Transform) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: LibraryMapSink(transform: transform, downstream: consume downstream, cancel: cancel))
        }
    }

    @usableFromInline override var traceType: Any.Type { Map<SourceElement, Result>.self }
}

@usableFromInline
final class LibraryMapSink<SourceElement, Result>: Sink<Result>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let transform: LibraryMap<SourceElement, Result>.Transform

    @inlinable init(
        transform: @escaping LibraryMap<SourceElement, Result>.Transform, downstream: Edge<Result>,
        cancel: SinkDisposer
    ) {
        self.transform = transform
        super.init(downstream: downstream, cancel: cancel)
    }

    @usableFromInline override var traceType: Any.Type { MapSink<SourceElement, Result>.self }

    @inlinable func on(_ event: Event<SourceElement>) {
        let result = event.map { try transform($0, self) }
        if result.isStopEvent { finish(result) } else { forwardOn(result) }
    }
}

extension ObservableType {
    /// Transforms the elements by the library's own code.
    @inlinable
    package func mapByLibrary<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
        LibraryMap(source: asObservable()) { element, _ in try transform(element) }
    }
}
