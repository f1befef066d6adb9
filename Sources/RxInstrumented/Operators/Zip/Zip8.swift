extension ObservableType {
    /// Combines the elements of eight sources by their position.
    ///
    /// ```swift
    /// let one = Observable.just(1)
    /// Observable.zip(one, one, one, one, one, one, one, one) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }
    ///     .subscribe(onNext: { print($0) })  // 8
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    ///
    /// - Parameter resultSelector: an error it throws ends the sequence.
    @inlinable
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8,
        resultSelector:
            @escaping (
                O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element,
                O8.Element
            ) throws -> Element
    ) -> Observable<Element> {
        Zip8(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable(), source8.asObservable(),
            isUsers: true, resultSelector: resultSelector)
    }
}

extension ObservableType where Element == Any {
    /// Combines the elements of eight sources by their position into tuples.
    ///
    /// ```swift
    /// let one = Observable.just(1)
    /// Observable.zip(one, one, one, one, one, one, one, one)
    ///     .subscribe(onNext: { print($0) })  // (1, 1, 1, 1, 1, 1, 1, 1)
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    @inlinable
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
        Zip8(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable(), source8.asObservable(),
            isUsers: false, resultSelector: { ($0, $1, $2, $3, $4, $5, $6, $7) })
    }
}

@usableFromInline
final class Zip8<E1, E2, E3, E4, E5, E6, E7, E8, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }

    @inlinable
    init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        _ source5: Observable<E5>, _ source6: Observable<E6>, _ source7: Observable<E7>, _ source8: Observable<E8>,
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Result
    ) {
        super.init { downstream, cancel in
            let sink = ZipSink8_(
                isUsers: isUsers, resultSelector: resultSelector, downstream: downstream, cancel: cancel)
            let subscription = sink.run {
                sink.start(source1, source2, source3, source4, source5, source6, source7, source8)
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class ZipSink8_<E1, E2, E3, E4, E5, E6, E7, E8, Result>: ZipSink<Result> {
    @usableFromInline let resultSelector: (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Result
    @usableFromInline var values1 = ZipQueue<E1>()
    @usableFromInline var values2 = ZipQueue<E2>()
    @usableFromInline var values3 = ZipQueue<E3>()
    @usableFromInline var values4 = ZipQueue<E4>()
    @usableFromInline var values5 = ZipQueue<E5>()
    @usableFromInline var values6 = ZipQueue<E6>()
    @usableFromInline var values7 = ZipQueue<E7>()
    @usableFromInline var values8 = ZipQueue<E8>()

    @inlinable
    init(
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Result,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.resultSelector = resultSelector
        super.init(arity: 8, isUsers: isUsers, downstream: downstream, cancel: cancel)
    }

    @inlinable
    func start(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        _ source5: Observable<E5>, _ source6: Observable<E6>, _ source7: Observable<E7>, _ source8: Observable<E8>
    ) -> DisposableObject? {
        let subscription1 = SingleAssignmentDisposable()
        let subscription2 = SingleAssignmentDisposable()
        let subscription3 = SingleAssignmentDisposable()
        let subscription4 = SingleAssignmentDisposable()
        let subscription5 = SingleAssignmentDisposable()
        let subscription6 = SingleAssignmentDisposable()
        let subscription7 = SingleAssignmentDisposable()
        let subscription8 = SingleAssignmentDisposable()
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
        let observer7 = observer(6, subscription7) { (value: E7) in
            self.values7.append(value)
            self.emit()
        }
        let observer8 = observer(7, subscription8) { (value: E8) in
            self.values8.append(value)
            self.emit()
        }
        subscription1.set(source1.subscribe(inner: observer1))
        subscription2.set(source2.subscribe(inner: observer2))
        subscription3.set(source3.subscribe(inner: observer3))
        subscription4.set(source4.subscribe(inner: observer4))
        subscription5.set(source5.subscribe(inner: observer5))
        subscription6.set(source6.subscribe(inner: observer6))
        subscription7.set(source7.subscribe(inner: observer7))
        subscription8.set(source8.subscribe(inner: observer8))
        return CompositeDisposable(disposables: [
            subscription1, subscription2, subscription3, subscription4, subscription5, subscription6, subscription7,
            subscription8,
        ])
    }

    @inlinable func emit() {
        guard
            !values1.isEmpty, !values2.isEmpty, !values3.isEmpty, !values4.isEmpty, !values5.isEmpty, !values6.isEmpty,
            !values7.isEmpty, !values8.isEmpty,
            let value1 = values1.removeFirst(), let value2 = values2.removeFirst(),
            let value3 = values3.removeFirst(), let value4 = values4.removeFirst(),
            let value5 = values5.removeFirst(), let value6 = values6.removeFirst(),
            let value7 = values7.removeFirst(), let value8 = values8.removeFirst()
        else { return }
        emit { try resultSelector(value1, value2, value3, value4, value5, value6, value7, value8) }
    }
}
