extension ObservableType {
    /// Combines the latest elements of two sources, whenever one of them sends.
    ///
    /// ```swift
    /// let numbers = PublishSubject<Int>()
    /// let letters = PublishSubject<String>()
    /// let subscription = Observable.combineLatest(numbers, letters) { "\($0)\($1)" }
    ///     .subscribe(onNext: { print($0) })
    /// numbers.onNext(1)
    /// letters.onNext("a")
    /// numbers.onNext(2)  // 1a 2a
    /// ```
    ///
    /// Nothing is sent until each source has sent an element. The sequence completes when all sources have,
    /// and fails with the first that fails. Sources may send on several threads; the results come one by one.
    ///
    /// - Parameter resultSelector: an error it throws ends the sequence.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest2(source1.asObservable(), source2.asObservable(), isUsers: true, resultSelector: resultSelector)
    }
}

extension ObservableType where Element == Any {
    /// Combines the latest elements of two sources into a tuple, whenever one of them sends.
    ///
    /// ```swift
    /// let numbers = PublishSubject<Int>()
    /// let letters = PublishSubject<String>()
    /// let subscription = Observable.combineLatest(numbers, letters)
    ///     .subscribe(onNext: { print($0) })
    /// numbers.onNext(1)
    /// letters.onNext("a")
    /// numbers.onNext(2)  // (1, "a") (2, "a")
    /// ```
    ///
    /// Nothing is sent until each source has sent an element. The sequence completes when all sources have,
    /// and fails with the first that fails. Sources may send on several threads; the results come one by one.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        CombineLatest2(source1.asObservable(), source2.asObservable(), isUsers: false, resultSelector: { ($0, $1) })
    }
}

@usableFromInline
final class CombineLatest2<E1, E2, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }

    @inlinable
    init(
        _ source1: Observable<E1>, _ source2: Observable<E2>,
        isUsers: Bool, resultSelector: @escaping (E1, E2) throws -> Result
    ) {
        super.init { downstream, cancel in
            let sink = CombineLatestSink2_(
                isUsers: isUsers, resultSelector: resultSelector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source1, source2) })
        }
    }
}

@usableFromInline
final class CombineLatestSink2_<E1, E2, Result>: CombineLatestSink<Result> {
    @usableFromInline let resultSelector: (E1, E2) throws -> Result
    /// Under the lock. In one variable, so that there is one access to it for each event and not 2.
    @usableFromInline var latest: (E1?, E2?) = (nil, nil)

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
            self.latest.0 = .some(value)
            self.emit(from: 0)
        }
        let observer2 = observer(1, subscription2) { (value: E2) in
            self.latest.1 = .some(value)
            self.emit(from: 1)
        }
        subscription1.set(source1.subscribe(inner: observer1))
        subscription2.set(source2.subscribe(inner: observer2))
        return BinaryDisposable(subscription1, subscription2)
    }

    @inlinable func emit(from index: Int) {
        let latest = latest
        guard
            let value1 = latest.0, let value2 = latest.1
        else { return awaitOthers(than: index) }
        emit { try resultSelector(value1, value2) }
    }
}
