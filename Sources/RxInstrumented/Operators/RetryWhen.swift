extension ObservableType {
    /// Subscribes again after an error, each time the observable that `notificationHandler` gives sends an element.
    ///
    /// ```swift
    /// request.retry { (errors: Observable<TimeoutError>) in errors.delay(.seconds(1), scheduler: scheduler) }
    /// ```
    ///
    /// - Parameter notificationHandler: takes the errors, and runs once per subscription. When the observable that it
    ///   returns completes or fails, so does the sequence. Errors of another type than `Error` are passed on.
    @inlinable
    public func retry<Error: Swift.Error>(
        when notificationHandler: @escaping (Observable<Error>) -> some ObservableType
    ) -> Observable<Element> {
        RetryWhenSequence(
            sources: InfiniteSequence(repeating: asObservable()), notificationHandler: notificationHandler)
    }

    /// The old name of `retry(when:)`.
    @available(*, deprecated, renamed: "retry(when:)")
    @inlinable
    public func retryWhen<Error: Swift.Error>(
        _ notificationHandler: @escaping (Observable<Error>) -> some ObservableType
    ) -> Observable<Element> {
        retry(when: notificationHandler)
    }

    /// Subscribes again after an error, each time the observable that `notificationHandler` gives sends an element.
    ///
    /// ```swift
    /// request.retry(when: { errors in errors.take(3) })  // three times more, then it completes
    /// ```
    ///
    /// - Parameter notificationHandler: takes the errors, and runs once per subscription. When the observable that it
    ///   returns completes or fails, so does the sequence.
    @inlinable
    public func retry(
        when notificationHandler: @escaping (Observable<any Swift.Error>) -> some ObservableType
    ) -> Observable<Element> {
        RetryWhenSequence(
            sources: InfiniteSequence(repeating: asObservable()), notificationHandler: notificationHandler)
    }

    /// The old name of `retry(when:)`.
    @available(*, deprecated, renamed: "retry(when:)")
    @inlinable
    public func retryWhen(
        _ notificationHandler: @escaping (Observable<any Swift.Error>) -> some ObservableType
    ) -> Observable<Element> {
        retry(when: notificationHandler)
    }
}

@usableFromInline
final class RetryWhenSequence<Sources: Sequence, Trigger: ObservableType, Failure>: Producer<Sources.Element.Element>
where Sources.Element: ObservableConvertibleType {
    override var traceBehaviors: Trace.Behaviors { [.retries] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(sources: Sources, notificationHandler: @escaping (Observable<Failure>) -> Trigger) {
        super.init { _, downstream, cancel in
            let sink = RetryWhenSequenceSink<Sources, Trigger, Failure>(downstream: downstream, cancel: cancel)
            let trigger = sink.handle(.notificationHandler) { notificationHandler(sink.errors) }.asObservable()
            return (sink, sink.run { sink.start(sources.makeIterator(), trigger: trigger) })
        }
    }
}

@usableFromInline
final class RetryWhenSequenceSink<Sources: Sequence, Trigger: ObservableType, Failure>: TailRecursiveSink<Sources>
where Sources.Element: ObservableConvertibleType {
    @usableFromInline typealias Element = Sources.Element.Element

    /// Sends the errors to the user's closure.
    @usableFromInline let errors = PublishSubject<Failure>()
    /// The sequence that the user's closure made of the errors.
    @usableFromInline let notifier = PublishSubject<Trigger.Element>()

    @inlinable init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel) { sink, source in
            let subscription = SingleAssignmentDisposable()
            let observer = RetryWhenSequenceSinkIter(
                parent: unsafeDowncast(sink, to: RetryWhenSequenceSink.self), subscription: subscription)
            subscription.set(source.subscribe(inner: observer))
            return observer
        }
    }

    @inlinable func start(_ sources: Sources.Iterator, trigger: Observable<Trigger.Element>) -> DisposableObject {
        let triggerSubscription = trigger.subscribe(Edge(notifier))
        return BinaryDisposable(start(sources, count: nil), triggerSubscription)
    }
}

/// Observes one attempt.
@usableFromInline
final class RetryWhenSequenceSinkIter<Sources: Sequence, Trigger: ObservableType, Failure>:
    DisposablePartObserver, InnerObserver
where Sources.Element: ObservableConvertibleType {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Sources.Element.Element

    @usableFromInline let parent: RetryWhenSequenceSink<Sources, Trigger, Failure>
    @usableFromInline let subscription: SingleAssignmentDisposable
    @usableFromInline let triggerSubscription = SingleAssignmentDisposable()

    @inlinable init(
        parent: RetryWhenSequenceSink<Sources, Trigger, Failure>, subscription: SingleAssignmentDisposable
    ) {
        self.parent = parent
        self.subscription = subscription
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            parent.forwardOn(event)
        case .error(let error):
            guard let failure = error as? Failure else { return parent.finish(event) }
            subscription.dispose()
            triggerSubscription.set(parent.notifier.subscribe(inner: RetryTriggerSink(parent: parent)))
            parent.errors.on(.next(failure))
        case .completed:
            parent.finish(event)
        }
    }

    @usableFromInline override func didDispose() {
        subscription.dispose()
        triggerSubscription.dispose()
    }
}

/// Observes the sequence that the user's closure made of the errors, after one attempt.
@usableFromInline
final class RetryTriggerSink<Sources: Sequence, Trigger: ObservableType, Failure>: PartObserver, InnerObserver
where Sources.Element: ObservableConvertibleType {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Trigger.Element

    @usableFromInline let parent: RetryWhenSequenceSink<Sources, Trigger, Failure>

    @inlinable init(parent: RetryWhenSequenceSink<Sources, Trigger, Failure>) {
        self.parent = parent
        super.init()
    }

    @inlinable func on(_ event: Event<Trigger.Element>) {
        switch event {
        case .next: parent.schedule(.moveNext)
        case .error(let error): parent.finish(.error(error))
        case .completed: parent.finish(.completed)
        }
    }
}
