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
    override var traceBehaviors: Trace.Behaviors { [] }

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
