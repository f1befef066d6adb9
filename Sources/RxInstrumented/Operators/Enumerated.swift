extension ObservableType {
    /// Pairs each element with its position, counted from zero.
    ///
    /// ```swift
    /// Observable.of("a", "b").enumerated().subscribe(onNext: { print($0.index, $0.element) })  // 0 a  1 b
    /// ```
    @inlinable
    public func enumerated() -> Observable<(index: Int, element: Element)> {
        Enumerated(source: asObservable())
    }
}

@usableFromInline
final class Enumerated<SourceElement>: Producer<(index: Int, element: SourceElement)> {
    @inlinable init(source: Observable<SourceElement>) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: EnumeratedSink<SourceElement>(downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class EnumeratedSink<SourceElement>: Sink<(index: Int, element: SourceElement)>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline var index = 0

    @inlinable override init(downstream: Edge<(index: Int, element: SourceElement)>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            guard index < Int.max else { return finish(.error(RxError.overflow)) }
            let position = index
            index += 1
            forwardOn(.next((index: position, element: element)))
        case .error(let error):
            finish(.error(error))
        case .completed:
            finish(.completed)
        }
    }
}
