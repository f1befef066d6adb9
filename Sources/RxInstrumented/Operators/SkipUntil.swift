extension ObservableType {
    /// Drops the elements until `other` sends its first element, and passes on the rest.
    ///
    /// ```swift
    /// let ready = PublishSubject<Void>()
    /// let numbers = PublishSubject<Int>()
    /// _ = numbers.skip(until: ready).subscribe(onNext: { print($0) })
    /// numbers.onNext(1)
    /// ready.onNext(())
    /// numbers.onNext(2)  // 2
    /// ```
    ///
    /// An error of `other` ends the sequence. If this sequence completes before `other` has sent an element, nothing is
    /// passed on, not even the completion.
    @inlinable
    public func skip(until other: some ObservableType) -> Observable<Element> {
        SkipUntil(source: asObservable(), other: other.asObservable())
    }

    /// The old name of ``skip(until:)``.
    @available(*, deprecated, renamed: "skip(until:)")
    @inlinable
    public func skipUntil(_ other: some ObservableType) -> Observable<Element> {
        skip(until: other)
    }
}

@usableFromInline
final class SkipUntil<Element, Other>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .selects] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, other: Observable<Other>) {
        super.init { _, downstream, cancel in
            let sink = SkipUntilSink<Element, Other>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source, until: other) })
        }
    }
}

@usableFromInline
final class SkipUntilSink<Element, Other>: Sink<Element>, InnerObserver {
    @usableFromInline let gate = DeliveryGate()
    // In the gate.
    @usableFromInline var isOpen = false

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Element>, until other: Observable<Other>) -> DisposableObject? {
        let subscription = source.subscribe(inner: self, begins: false)
        let observer = SkipUntilSinkOther(parent: self)
        observer.subscription.set(other.subscribe(inner: observer))
        return BinaryDisposable(subscription, observer.subscription)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            gate.pass { if isOpen { forwardOn(event) } }
        case .error:
            finish(event, in: gate)
        case .completed:
            if !finish(event, in: gate, if: { isOpen }) { dispose() }
        }
    }
}

/// Observes `other`.
@usableFromInline
final class SkipUntilSinkOther<SourceElement, Other>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Other

    @usableFromInline let parent: SkipUntilSink<SourceElement, Other>
    @usableFromInline let subscription = SingleAssignmentDisposable()

    @inlinable init(parent: SkipUntilSink<SourceElement, Other>) {
        self.parent = parent
        super.init()
    }

    @inlinable func on(_ event: Event<Other>) {
        switch event {
        case .next:
            parent.gate.pass { parent.isOpen = true }
            subscription.dispose()
        case .error(let error):
            parent.finish(.error(error), in: parent.gate)
        case .completed:
            subscription.dispose()
        }
    }
}
