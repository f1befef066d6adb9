extension ObservableType {
    /// Combines each element with the latest one of `second`.
    ///
    /// ```swift
    /// let taps = PublishSubject<Void>()
    /// let text = BehaviorSubject(value: "draft")
    /// let subscription = taps.withLatestFrom(text) { _, text in text }.subscribe(onNext: { print($0) })
    /// taps.onNext(())  // draft
    /// ```
    ///
    /// Elements that come before the first of `second` are dropped. An error of `second` ends the sequence; its
    /// completion does not.
    ///
    /// An error that `resultSelector` throws ends the sequence.
    @inlinable
    public func withLatestFrom<Source: ObservableConvertibleType, ResultType>(
        _ second: Source, resultSelector: @escaping (Element, Source.Element) throws -> ResultType
    ) -> Observable<ResultType> {
        WithLatestFrom(
            first: asObservable(), second: second.asObservable(), isUsers: true, resultSelector: resultSelector)
    }

    /// Sends the latest element of `second` for each element.
    ///
    /// ```swift
    /// let taps = PublishSubject<Void>()
    /// let subscription = taps.withLatestFrom(Observable.just("draft")).subscribe(onNext: { print($0) })
    /// taps.onNext(())  // draft
    /// ```
    @inlinable
    public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
        WithLatestFrom(
            first: asObservable(), second: second.asObservable(), isUsers: false, resultSelector: { $1 })
    }
}

@usableFromInline
final class WithLatestFrom<First, Second, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .buffers, .selects, .pairs] }
    override var isKeptBySubscription: Bool { true }

    @inlinable
    init(
        first: Observable<First>, second: Observable<Second>, isUsers: Bool,
        resultSelector: @escaping (First, Second) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = WithLatestFromSink(
                isUsers: isUsers, resultSelector: resultSelector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(first, second) })
        }
    }
}

@usableFromInline
final class WithLatestFromSink<First, Second, Result>: Sink<Result>, InnerObserver {
    @usableFromInline typealias Element = First

    /// Whether the result selector is the user's closure.
    @usableFromInline let isUsers: Bool
    @usableFromInline let resultSelector: (First, Second) throws -> Result
    @usableFromInline let gate = DeliveryGate()
    @usableFromInline let latest = GatedState<ElementWithOrigin<Second>?>(nil)

    @inlinable
    init(
        isUsers: Bool, resultSelector: @escaping (First, Second) throws -> Result, downstream: Edge<Result>,
        cancel: SinkDisposer
    ) {
        self.isUsers = isUsers
        self.resultSelector = resultSelector
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ first: Observable<First>, _ second: Observable<Second>) -> DisposableObject? {
        let secondSubscription = SingleAssignmentDisposable()
        let observer = WithLatestFromSecond(parent: self, disposable: secondSubscription)
        secondSubscription.set(second.subscribe(inner: observer))
        let firstSubscription = first.subscribe(inner: self, begins: false)
        return BinaryDisposable(firstSubscription, secondSubscription)
    }

    @inlinable func on(_ event: Event<First>) {
        switch event {
        case .next(let element):
            do {
                try gate.pass {
                    guard let latest = latest.step({ $0 }) else { return }
                    guard isUsers else {
                        return forwardOn(next: try latest.map { try resultSelector(element, $0) })
                    }
                    let own = ElementWithOrigin(element)
                    let result = try handle(.resultSelector) { try resultSelector(element, latest.value) }
                    forwardOn(.next(result), madeOf: own, latest)
                }
            } catch {
                finish(.error(error), in: gate)
            }
        case .error(let error):
            finish(.error(error), in: gate)
        case .completed:
            finish(.completed, in: gate)
        }
    }
}

/// Observes `second`.
@usableFromInline
final class WithLatestFromSecond<First, Second, Result>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Second

    @usableFromInline let parent: WithLatestFromSink<First, Second, Result>
    @usableFromInline let disposable: DisposableObject

    @inlinable init(parent: WithLatestFromSink<First, Second, Result>, disposable: DisposableObject) {
        self.parent = parent
        self.disposable = disposable
        super.init()
    }

    @inlinable func on(_ event: Event<Second>) {
        switch event {
        case .next(let element):
            let kept = ElementWithOrigin(element)
            let replaced = parent.gate.pass { parent.latest.step { exchange(&$0, with: kept) } }
            withExtendedLifetime(replaced) {}
        case .error(let error):
            parent.finish(.error(error), in: parent.gate)
        case .completed:
            disposable.dispose()
        }
    }
}
