extension ObservableType {
    /// Combines the elements of six sources by their position.
    ///
    /// ```swift
    /// let one = Observable.just(1)
    /// Observable.zip(one, one, one, one, one, one) { $0 + $1 + $2 + $3 + $4 + $5 }
    ///     .subscribe(onNext: { print($0) })  // 6
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    ///
    /// - Parameter resultSelector: an error it throws ends the sequence.
    @inlinable
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6,
        resultSelector:
            @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element) throws ->
            Element
    ) -> Observable<Element> {
        Zip6(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), isUsers: true, resultSelector: resultSelector)
    }
}

extension ObservableType where Element == Any {
    /// Combines the elements of six sources by their position into tuples.
    ///
    /// ```swift
    /// let one = Observable.just(1)
    /// Observable.zip(one, one, one, one, one, one)
    ///     .subscribe(onNext: { print($0) })  // (1, 1, 1, 1, 1, 1)
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    @inlinable
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
        Zip6(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), isUsers: false, resultSelector: { ($0, $1, $2, $3, $4, $5) }
        )
    }
}

@usableFromInline
final class Zip6<E1, E2, E3, E4, E5, E6, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }

    @inlinable
    init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        _ source5: Observable<E5>, _ source6: Observable<E6>,
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3, E4, E5, E6) throws -> Result
    ) {
        super.init { downstream, cancel in
            let sink = ZipSink6_(
                isUsers: isUsers, resultSelector: resultSelector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source1, source2, source3, source4, source5, source6) })
        }
    }
}

@usableFromInline
final class ZipSink6_<E1, E2, E3, E4, E5, E6, Result>: ZipSink<Result> {
    @usableFromInline let resultSelector: (E1, E2, E3, E4, E5, E6) throws -> Result
    @usableFromInline var values1 = ZipQueue<E1>()
    @usableFromInline var values2 = ZipQueue<E2>()
    @usableFromInline var values3 = ZipQueue<E3>()
    @usableFromInline var values4 = ZipQueue<E4>()
    @usableFromInline var values5 = ZipQueue<E5>()
    @usableFromInline var values6 = ZipQueue<E6>()

    @inlinable
    init(
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3, E4, E5, E6) throws -> Result,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.resultSelector = resultSelector
        super.init(arity: 6, isUsers: isUsers, downstream: downstream, cancel: cancel)
    }

    @inlinable
    func start(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        _ source5: Observable<E5>, _ source6: Observable<E6>
    ) -> DisposableObject? {
        let subscription1 = SingleAssignmentDisposable()
        let subscription2 = SingleAssignmentDisposable()
        let subscription3 = SingleAssignmentDisposable()
        let subscription4 = SingleAssignmentDisposable()
        let subscription5 = SingleAssignmentDisposable()
        let subscription6 = SingleAssignmentDisposable()
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
        let observer4 = observer(3, subscription4) { (value: E4) in
            self.values4.append(value)
            self.emit()
        }
        let observer5 = observer(4, subscription5) { (value: E5) in
            self.values5.append(value)
            self.emit()
        }
        let observer6 = observer(5, subscription6) { (value: E6) in
            self.values6.append(value)
            self.emit()
        }
        subscription1.set(source1.subscribe(inner: observer1))
        subscription2.set(source2.subscribe(inner: observer2))
        subscription3.set(source3.subscribe(inner: observer3))
        subscription4.set(source4.subscribe(inner: observer4))
        subscription5.set(source5.subscribe(inner: observer5))
        subscription6.set(source6.subscribe(inner: observer6))
        return CompositeDisposable(disposables: [
            subscription1, subscription2, subscription3, subscription4, subscription5, subscription6,
        ])
    }

    @inlinable func emit() {
        guard
            !values1.isEmpty, !values2.isEmpty, !values3.isEmpty, !values4.isEmpty, !values5.isEmpty, !values6.isEmpty,
            let value1 = values1.removeFirst(), let value2 = values2.removeFirst(),
            let value3 = values3.removeFirst(), let value4 = values4.removeFirst(),
            let value5 = values5.removeFirst(), let value6 = values6.removeFirst()
        else { return }
        emit { try resultSelector(value1, value2, value3, value4, value5, value6) }
    }
}
