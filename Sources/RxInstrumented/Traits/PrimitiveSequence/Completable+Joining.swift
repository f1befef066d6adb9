extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Goes on with a ``Single`` once this sequence has completed.
    ///
    /// ```swift
    /// saving.andThen(loading).subscribe(onSuccess: show)
    /// ```
    ///
    /// An error of this sequence ends the whole.
    @inlinable
    public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
        PrimitiveSequence(raw: ConcatCompletable(completable: source, second: second.source))
    }

    /// Goes on with a ``Maybe`` once this sequence has completed.
    @inlinable
    public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence(raw: ConcatCompletable(completable: source, second: second.source))
    }

    /// Goes on with another ``Completable`` once this one has completed.
    @inlinable
    public func andThen(_ second: Completable) -> Completable {
        PrimitiveSequence(raw: ConcatCompletable(completable: source, second: second.source))
    }

    /// Goes on with an ``Observable`` once this sequence has completed.
    @inlinable
    public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
        ConcatCompletable(completable: source, second: second)
    }
}

@usableFromInline
final class ConcatCompletable<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.continues, .follows] }

    @inlinable init(completable: Observable<Never>, second: Observable<Element>) {
        super.init { _, downstream, cancel in
            let sink = ConcatCompletableSink(second: second, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(completable) })
        }
    }
}

@usableFromInline
final class ConcatCompletableSink<Second>: Sink<Second>, InnerObserver {
    @usableFromInline typealias Element = Never

    @usableFromInline let second: Observable<Second>
    @usableFromInline let subscription = SerialDisposable()

    @inlinable init(second: Observable<Second>, downstream: Edge<Second>, cancel: SinkDisposer) {
        self.second = second
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ completable: Observable<Never>) -> DisposableObject {
        // Set before the source is subscribed to: if the source completes at once, its subscription must not replace
        // the second sequence's.
        let disposable = SingleAssignmentDisposable()
        subscription.set(disposable)
        disposable.set(completable.subscribe(inner: self, begins: false))
        return subscription
    }

    @inlinable func on(_ event: Event<Never>) {
        switch event {
        case .error(let error): finish(.error(error))
        case .completed: subscription.set(second.subscribe(inner: ConcatCompletableSinkOther(for: self)))
        }
    }
}

/// Observes the second sequence.
@usableFromInline
final class ConcatCompletableSinkOther<Element>: SuccessorObserver<Element> {
    @inlinable override init(for sink: Sink<Element>) {
        super.init(for: sink)
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Goes on with `second` once this sequence has completed.
    @inlinable
    public func concat(_ second: Completable) -> Completable {
        Completable.concat(primitiveSequence, second)
    }

    /// Completes once all have completed, one after another.
    ///
    /// The next one is taken from the sequence when the one before it has completed. An error ends the result.
    @inlinable
    public static func concat<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> Completable where Sequence.Element == Completable {
        PrimitiveSequence(raw: .concat(sequence.lazy.map { $0.asObservable() }))
    }

    /// Completes once all have, one after the other.
    ///
    /// An error ends the whole.
    @inlinable
    public static func concat<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Completable where Collection.Element == Completable {
        PrimitiveSequence(raw: .concat(collection.map { $0.asObservable() }))
    }

    /// Completes once all have, one after the other.
    ///
    /// ```swift
    /// Completable.concat(writing, closing).subscribe(onCompleted: { print("closed") })
    /// ```
    ///
    /// An error ends the whole.
    @inlinable
    public static func concat(_ sources: Completable...) -> Completable {
        PrimitiveSequence(raw: .concat(sources.map { $0.asObservable() }))
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Completes once all have, side by side; the first error ends the whole.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ sources: Collection
    ) -> Completable where Collection.Element == Completable {
        PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
    }

    /// Completes once all have, side by side; the first error ends the whole.
    @inlinable
    public static func zip(_ sources: [Completable]) -> Completable {
        PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
    }

    /// Completes once all have, side by side; the first error ends the whole.
    ///
    /// ```swift
    /// Completable.zip(savingText, savingImages).subscribe(onCompleted: { print("all saved") })
    /// ```
    @inlinable
    public static func zip(_ sources: Completable...) -> Completable {
        PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
    }
}
