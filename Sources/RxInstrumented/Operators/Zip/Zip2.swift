extension ObservableType {
    /// Combines the elements of two sources by their position.
    ///
    /// ```swift
    /// Observable.zip(Observable.of(1, 2, 3), Observable.of("a", "b")) { "\($0)\($1)" }
    ///     .subscribe(onNext: { print($0) })  // 1a 2b
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    ///
    /// - Parameter resultSelector: an error it throws ends the sequence.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        Zip2(source1.asObservable(), source2.asObservable(), isUsers: true, resultSelector: resultSelector)
    }
}

extension ObservableType where Element == Any {
    /// Pairs the elements of two sources by their position.
    ///
    /// ```swift
    /// Observable.zip(Observable.of(1, 2, 3), Observable.of("a", "b"))
    ///     .subscribe(onNext: { print($0) })  // (1, "a") (2, "b")
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        Zip2(source1.asObservable(), source2.asObservable(), isUsers: false, resultSelector: { ($0, $1) })
    }
}

@usableFromInline
final class Zip2<E1, E2, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }

    @inlinable
    init(
        _ source1: Observable<E1>, _ source2: Observable<E2>,
        isUsers: Bool, resultSelector: @escaping (E1, E2) throws -> Result
    ) {
        super.init { downstream, cancel in
            let sink = ZipSink2_(
                isUsers: isUsers, resultSelector: resultSelector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source1, source2) })
        }
    }
}

@usableFromInline
final class ZipSink2_<E1, E2, Result>: ZipSink<Result> {
    @usableFromInline let resultSelector: (E1, E2) throws -> Result
    @usableFromInline var values1 = ZipQueue<E1>()
    @usableFromInline var values2 = ZipQueue<E2>()

    @inlinable
    init(
        isUsers: Bool, resultSelector: @escaping (E1, E2) throws -> Result,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.resultSelector = resultSelector
        super.init(arity: 2, isUsers: isUsers, downstream: downstream, cancel: cancel)
    }

    @inlinable
    func start(_ source1: Observable<E1>, _ source2: Observable<E2>) -> DisposableObject? {
        let subscription1 = SingleAssignmentDisposable()
        let subscription2 = SingleAssignmentDisposable()
        let observer1 = observer(0, subscription1) { (value: E1) in
            self.values1.append(value)
            self.emit()
        }
        let observer2 = observer(1, subscription2) { (value: E2) in
            self.values2.append(value)
            self.emit()
        }
        subscription1.set(source1.subscribe(inner: observer1))
        subscription2.set(source2.subscribe(inner: observer2))
        return BinaryDisposable(subscription1, subscription2)
    }

    @inlinable func emit() {
        guard
            !values1.isEmpty, !values2.isEmpty,
            let value1 = values1.removeFirst(), let value2 = values2.removeFirst()
        else { return }
        emit { try resultSelector(value1, value2) }
    }
}
