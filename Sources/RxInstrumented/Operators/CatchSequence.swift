extension ObservableType {
    /// Passes on the events of the first observable and, after an error, those of the next one, until one completes.
    ///
    /// ```swift
    /// Observable.catch(sequence: [primary, mirror]).subscribe(onNext: show)
    /// ```
    ///
    /// The error of the last observable is passed on.
    @inlinable
    public static func `catch`<Sequence: Swift.Sequence>(
        sequence: Sequence
    ) -> Observable<Element> where Sequence.Element == Observable<Element> {
        CatchSequence(sources: sequence)
    }

    /// The old name of `catch`.
    @available(*, deprecated, renamed: "catch(onSuccess:onFailure:onDisposed:)")
    @inlinable
    public static func catchError<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> Observable<Element> where Sequence.Element == Observable<Element> {
        CatchSequence(sources: sequence)
    }

    /// Subscribes again after each error, until the sequence completes.
    ///
    /// ```swift
    /// connecting.retry().subscribe(onNext: show)
    /// ```
    ///
    /// Errors are never passed on. The result does not end if the sequence always fails.
    @inlinable
    public func retry() -> Observable<Element> {
        CatchSequence(sources: InfiniteSequence(repeating: asObservable()))
    }

    /// Subscribes again after an error, at most `maxAttemptCount` times in all.
    ///
    /// ```swift
    /// request.retry(3).subscribe(onNext: show)  // twice more, if need be
    /// ```
    ///
    /// The error of the last attempt is passed on.
    @inlinable
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        CatchSequence(sources: Swift.repeatElement(asObservable(), count: maxAttemptCount))
    }
}

@usableFromInline
final class CatchSequence<Sources: Sequence>: Producer<Sources.Element.Element>
where Sources.Element: ObservableConvertibleType {
    override var traceBehaviors: Trace.Behaviors { [.continues, .retries] }

    @usableFromInline let sources: Sources

    @inlinable init(sources: Sources) {
        self.sources = sources
        super.init { _, downstream, cancel in
            let sink = CatchSequenceSink<Sources>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(sources.makeIterator(), count: nil) })
        }
    }
}

@usableFromInline
final class CatchSequenceSink<Sources: Sequence>: TailRecursiveSink<Sources>, InnerObserver
where Sources.Element: ObservableConvertibleType {
    @usableFromInline typealias Element = Sources.Element.Element

    @usableFromInline var lastError: (any Error)?

    @inlinable init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel) { sink, source in
            source.subscribe(inner: unsafeDowncast(sink, to: CatchSequenceSink<Sources>.self))
        }
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            forwardOn(event)
        case .error(let error):
            let replaced = exchange(&lastError, with: error)
            withExtendedLifetime(replaced) {}
            schedule(.moveNext)
        case .completed:
            finish(event)
        }
    }

    @usableFromInline override func done() {
        if let lastError { finish(.error(lastError)) } else { finish(.completed) }
    }

    @usableFromInline override func sources(of source: Observable<Element>) -> Remaining? {
        guard let sequence = source as? CatchSequence<Sources> else { return nil }
        return (sequence.sources.makeIterator(), nil)
    }
}
