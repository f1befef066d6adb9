extension ObservableType {
    /// Accumulates all elements, and sends the result of `mapResult` for the accumulated value once the sequence completes.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3)
    ///     .reduce(0, accumulator: { $0 + $1 }, mapResult: { "sum \($0)" })
    ///     .subscribe(onNext: { print($0) })  // sum 6
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the value each subscription starts from.
    ///   - accumulator: an error it throws ends the sequence.
    ///   - mapResult: an error it throws ends the sequence.
    @inlinable
    public func reduce<A, Result>(
        _ seed: A, accumulator: @escaping (A, Element) throws -> A, mapResult: @escaping (A) throws -> Result
    ) -> Observable<Result> {
        Reduce(
            source: asObservable(), seed: seed, accumulator: accumulator, mapResult: mapResult,
            mapResultLabel: .mapResult)
    }

    /// Accumulates all elements, and sends the accumulated value once the sequence completes.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).reduce(0) { $0 + $1 }.subscribe(onNext: { print($0) })  // 6
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the initial value of each subscription, which is sent if there are no elements.
    ///   - accumulator: an error it throws ends the sequence.
    @inlinable
    public func reduce<A>(_ seed: A, accumulator: @escaping (A, Element) throws -> A) -> Observable<A> {
        Reduce(
            source: asObservable(), seed: seed, accumulator: accumulator, mapResult: { $0 }, mapResultLabel: nil)
    }
}

@usableFromInline
final class Reduce<SourceElement, Accumulated, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.waits, .accumulates] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        source: Observable<SourceElement>, seed: Accumulated,
        accumulator: @escaping (Accumulated, SourceElement) throws -> Accumulated,
        mapResult: @escaping (Accumulated) throws -> Result, mapResultLabel: HandlerLabel?
    ) {
        super.init { _, downstream, cancel in
            source.subscribe(
                sink: ReduceSink(
                    seed: seed, accumulator: accumulator, mapResult: mapResult, mapResultLabel: mapResultLabel,
                    downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class ReduceSink<SourceElement, Accumulated, Result>: Sink<Result>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let accumulator: (Accumulated, SourceElement) throws -> Accumulated
    @usableFromInline let mapResult: (Accumulated) throws -> Result
    /// The label of `mapResult`; nil if it is not the user's.
    @usableFromInline let mapResultLabel: HandlerLabel?
    @usableFromInline var accumulated: ElementWithOrigin<Accumulated>

    @inlinable init(
        seed: Accumulated, accumulator: @escaping (Accumulated, SourceElement) throws -> Accumulated,
        mapResult: @escaping (Accumulated) throws -> Result, mapResultLabel: HandlerLabel?,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.accumulated = ElementWithOrigin(seed, from: .none)
        self.accumulator = accumulator
        self.mapResult = mapResult
        self.mapResultLabel = mapResultLabel
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            do {
                // The last element counts as the origin of the result.
                let next = ElementWithOrigin(try handle(.accumulator) { try accumulator(accumulated.value, element) })
                let replaced = exchange(&accumulated, with: next)
                withExtendedLifetime(replaced) {}
            } catch {
                finish(.error(error))
            }
        case .error(let error):
            finish(.error(error))
        case .completed:
            do {
                forwardOn(next: try accumulated.map(result))
                finish(.completed)
            } catch {
                finish(.error(error))
            }
        }
    }

    @inlinable func result(of accumulated: Accumulated) throws -> Result {
        guard let mapResultLabel else { return try mapResult(accumulated) }
        return try handle(mapResultLabel) { try mapResult(accumulated) }
    }
}
