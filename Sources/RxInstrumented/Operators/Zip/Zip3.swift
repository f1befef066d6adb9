extension ObservableType {
    /// Combines the elements of three sources by their position.
    ///
    /// ```swift
    /// Observable.zip(Observable.just(1), Observable.just(2), Observable.just(3)) { $0 + $1 + $2 }
    ///     .subscribe(onNext: { print($0) })  // 6
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    ///
    /// - Parameter resultSelector: an error it throws ends the sequence.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        Zip3(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), isUsers: true,
            resultSelector: resultSelector)
    }
}

extension ObservableType where Element == Any {
    /// Combines the elements of three sources by their position into tuples.
    ///
    /// ```swift
    /// Observable.zip(Observable.just(1), Observable.just(2), Observable.just(3))
    ///     .subscribe(onNext: { print($0) })  // (1, 2, 3)
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
        Zip3(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), isUsers: false,
            resultSelector: {
                ($0, $1, $2)
            })
    }
}

@usableFromInline
final class Zip3<E1, E2, E3, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }

    @inlinable
    init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>,
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3) throws -> Result
    ) {
        super.init { downstream, cancel in
            let sink = ZipSink3_(
                isUsers: isUsers, resultSelector: resultSelector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source1, source2, source3) })
        }
    }
}

@usableFromInline
final class ZipSink3_<E1, E2, E3, Result>: ZipSink<Result> {
    @usableFromInline let resultSelector: (E1, E2, E3) throws -> Result
    @usableFromInline var values1 = ZipQueue<E1>()
    @usableFromInline var values2 = ZipQueue<E2>()
    @usableFromInline var values3 = ZipQueue<E3>()

    @inlinable
    init(
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3) throws -> Result,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.resultSelector = resultSelector
        super.init(arity: 3, isUsers: isUsers, downstream: downstream, cancel: cancel)
    }

    @inlinable
    func start(_ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>) -> DisposableObject? {
        let subscription1 = SingleAssignmentDisposable()
        let subscription2 = SingleAssignmentDisposable()
        let subscription3 = SingleAssignmentDisposable()
        let observer1 = observer(0, subscription1) { (value: E1) in
            self.values1.append(value)
            self.emit()
        }
        let observer2 = observer(1, subscription2) { (value: E2) in
            self.values2.append(value)
            self.emit()
        }
        let observer3 = observer(2, subscription3) { (value: E3) in
            self.values3.append(value)
            self.emit()
        }
        subscription1.set(source1.subscribe(inner: observer1))
        subscription2.set(source2.subscribe(inner: observer2))
        subscription3.set(source3.subscribe(inner: observer3))
        return CompositeDisposable(disposables: [subscription1, subscription2, subscription3])
    }

    @inlinable func emit() {
        guard
            !values1.isEmpty, !values2.isEmpty, !values3.isEmpty,
            let value1 = values1.removeFirst(), let value2 = values2.removeFirst(),
            let value3 = values3.removeFirst()
        else { return }
        emit { try resultSelector(value1, value2, value3) }
    }
}
