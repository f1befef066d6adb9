extension ObservableType {
    /// Passes on the elements until `other` sends its first element, then completes.
    ///
    /// ```swift
    /// let screenGone = PublishSubject<Void>()
    /// let numbers = PublishSubject<Int>()
    /// _ = numbers.take(until: screenGone).subscribe { print($0) }
    /// numbers.onNext(1)     // next(1)
    /// screenGone.onNext(())  // completed
    /// ```
    ///
    /// An error of `other` ends the sequence; its completion does not.
    @inlinable
    public func take(until other: some ObservableType) -> Observable<Element> {
        TakeUntil(source: asObservable(), other: other.asObservable())
    }

    /// The old name of ``take(until:)``.
    @available(*, deprecated, renamed: "take(until:)")
    @inlinable
    public func takeUntil(_ other: some ObservableType) -> Observable<Element> {
        take(until: other)
    }
}

@usableFromInline
final class TakeUntil<Element, Other>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.ends] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, other: Observable<Other>) {
        super.init { _, downstream, cancel in
            let sink = TakeUntilSink<Element, Other>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source, until: other) })
        }
    }
}

@usableFromInline
final class TakeUntilSink<Element, Other>: Sink<Element>, InnerObserver {
    @usableFromInline let gate = DeliveryGate()

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    /// Subscribes to `other` first, so that nothing is passed on if it sends at once.
    @inlinable func start(_ source: Observable<Element>, until other: Observable<Other>) -> DisposableObject? {
        let observer = TakeUntilSinkOther(parent: self)
        observer.subscription.set(other.subscribe(inner: observer))
        let subscription = source.subscribe(inner: self, begins: false)
        return BinaryDisposable(subscription, observer.subscription)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next: gate.pass { forwardOn(event) }
        case .error, .completed: finish(event, in: gate)
        }
    }
}

/// Observes `other`.
@usableFromInline
final class TakeUntilSinkOther<SourceElement, Other>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Other

    @usableFromInline let parent: TakeUntilSink<SourceElement, Other>
    @usableFromInline let subscription = SingleAssignmentDisposable()

    @inlinable init(parent: TakeUntilSink<SourceElement, Other>) {
        self.parent = parent
        super.init()
    }

    @inlinable func on(_ event: Event<Other>) {
        switch event {
        case .next: parent.finish(.completed, in: parent.gate)
        case .error(let error): parent.finish(.error(error), in: parent.gate)
        case .completed: subscription.dispose()
        }
    }
}
