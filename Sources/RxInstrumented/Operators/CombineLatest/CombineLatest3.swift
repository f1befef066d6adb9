extension ObservableType {
    /// Combines the latest elements of three sources, whenever one of them sends.
    ///
    /// ```swift
    /// Observable.combineLatest(Observable.just(1), Observable.just(2), Observable.just(3)) { $0 + $1 + $2 }
    ///     .subscribe(onNext: { print($0) })  // 6
    /// ```
    ///
    /// Nothing is sent until each source has sent an element. The sequence completes when all sources have,
    /// and fails with the first that fails. Sources may send on several threads; the results come one by one.
    ///
    /// - Parameter resultSelector: an error it throws ends the sequence.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest3(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), isUsers: true,
            resultSelector: resultSelector)
    }
}

extension ObservableType where Element == Any {
    /// Combines the latest elements of three sources into a tuple, whenever one of them sends.
    ///
    /// ```swift
    /// Observable.combineLatest(Observable.just(1), Observable.just(2), Observable.just(3))
    ///     .subscribe(onNext: { print($0) })  // (1, 2, 3)
    /// ```
    ///
    /// Nothing is sent until each source has sent an element. The sequence completes when all sources have,
    /// and fails with the first that fails. Sources may send on several threads; the results come one by one.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
        CombineLatest3(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), isUsers: false,
            resultSelector: {
                ($0, $1, $2)
            })
    }
}

@usableFromInline
final class CombineLatest3<E1, E2, E3, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }

    @inlinable
    init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>,
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3) throws -> Result
    ) {
        super.init { downstream, cancel in
            let sink = CombineLatestSink3_(
                isUsers: isUsers, resultSelector: resultSelector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source1, source2, source3) })
        }
    }
}

@usableFromInline
final class CombineLatestSink3_<E1, E2, E3, Result>: CombineLatestSink<Result> {
    @usableFromInline let resultSelector: (E1, E2, E3) throws -> Result
    /// Under the lock. In one variable, so that there is one access to it for each event and not 3.
    @usableFromInline var latest: (E1?, E2?, E3?) = (nil, nil, nil)

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
            self.latest.0 = .some(value)
            self.emit(from: 0)
        }
        let observer2 = observer(1, subscription2) { (value: E2) in
            self.latest.1 = .some(value)
            self.emit(from: 1)
        }
        let observer3 = observer(2, subscription3) { (value: E3) in
            self.latest.2 = .some(value)
            self.emit(from: 2)
        }
        subscription1.set(source1.subscribe(inner: observer1))
        subscription2.set(source2.subscribe(inner: observer2))
        subscription3.set(source3.subscribe(inner: observer3))
        return CompositeDisposable(disposables: [subscription1, subscription2, subscription3])
    }

    @inlinable func emit(from index: Int) {
        let latest = latest
        guard
            let value1 = latest.0, let value2 = latest.1, let value3 = latest.2
        else { return awaitOthers(than: index) }
        emit { try resultSelector(value1, value2, value3) }
    }
}
