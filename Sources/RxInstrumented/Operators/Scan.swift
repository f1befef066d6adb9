extension ObservableType {
    /// Accumulates the elements in place, and sends the accumulated value after each.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).scan(into: []) { $0.append($1) }.subscribe(onNext: { print($0) })
    /// // [1] [1, 2] [1, 2, 3]
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the value each subscription starts from; it is not sent.
    ///   - accumulator: an error it throws ends the sequence.
    @inlinable
    public func scan<A>(
        into seed: A, accumulator: @escaping (inout A, Element) throws -> Void
    ) -> Observable<A> {
        Scan(source: asObservable(), seed: seed, accumulator: accumulator)
    }

    /// Accumulates the elements, and sends the accumulated value after each.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).scan(0) { $0 + $1 }.subscribe(onNext: { print($0) })  // 1 3 6
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the value each subscription starts from; it is not sent.
    ///   - accumulator: an error it throws ends the sequence.
    @inlinable
    public func scan<A>(_ seed: A, accumulator: @escaping (A, Element) throws -> A) -> Observable<A> {
        Scan(source: asObservable(), seed: seed) { accumulated, element in
            accumulated = try accumulator(accumulated, element)
        }
    }
}

@usableFromInline
final class Scan<SourceElement, Accumulated>: Producer<Accumulated> {
    override var traceBehaviors: Trace.Behaviors { [.accumulates] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        source: Observable<SourceElement>, seed: Accumulated,
        accumulator: @escaping (inout Accumulated, SourceElement) throws -> Void
    ) {
        super.init { _, downstream, cancel in
            source.subscribe(
                sink: ScanSink(seed: seed, accumulator: accumulator, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class ScanSink<SourceElement, Accumulated>: Sink<Accumulated>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let accumulator: (inout Accumulated, SourceElement) throws -> Void
    @usableFromInline var accumulated: Accumulated

    @inlinable init(
        seed: Accumulated, accumulator: @escaping (inout Accumulated, SourceElement) throws -> Void,
        downstream: Edge<Accumulated>, cancel: SinkDisposer
    ) {
        self.accumulated = seed
        self.accumulator = accumulator
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            do {
                try handle(.accumulator) { try accumulator(&accumulated, element) }
                forwardOn(.next(accumulated))
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
