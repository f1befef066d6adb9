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
        Scan(source: asObservable(), seed: seed) { sink, element in
            try sink.handle(.accumulator) { try accumulator(&sink.accumulated, element) }
            return nil
        }
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
        Scan(source: asObservable(), seed: seed) { sink, element in
            let next = try sink.handle(.accumulator) { try accumulator(sink.accumulated, element) }
            return exchange(&sink.accumulated, with: next)
        }
    }
}

@usableFromInline
final class Scan<SourceElement, Accumulated>: Producer<Accumulated> {
    override var traceBehaviors: Trace.Behaviors { [.accumulates] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        source: Observable<SourceElement>, seed: Accumulated,
        accumulate: @escaping ScanSink<SourceElement, Accumulated>.Accumulate
    ) {
        super.init { _, downstream, cancel in
            source.subscribe(
                sink: ScanSink(seed: seed, accumulate: accumulate, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class ScanSink<SourceElement, Accumulated>: Sink<Accumulated>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    /// Accumulates an element. Returns the replaced value, for the caller to release afterwards.
    @usableFromInline typealias Accumulate = (
        _ sink: ScanSink<SourceElement, Accumulated>, _ element: SourceElement
    ) throws -> Accumulated?

    @usableFromInline let accumulate: Accumulate
    @usableFromInline var accumulated: Accumulated

    @inlinable init(
        seed: Accumulated, accumulate: @escaping Accumulate, downstream: Edge<Accumulated>, cancel: SinkDisposer
    ) {
        self.accumulated = seed
        self.accumulate = accumulate
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            do {
                let replaced = try accumulate(self, element)
                withExtendedLifetime(replaced) {}
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
