extension PrimitiveSequence {
    /// Makes the sequence at each subscription.
    ///
    /// ```swift
    /// let now = Single.deferred { .just(Date()) }
    /// ```
    ///
    /// - Parameter observableFactory: an error it throws is the sequence's.
    @inlinable
    public static func deferred(
        _ observableFactory: @escaping () throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .deferred { try observableFactory().source })
    }

    /// A sequence with a resource that lives as long as its subscription.
    ///
    /// ```swift
    /// Single.using({ try File("notes") }, primitiveSequenceFactory: { file in file.text() })
    ///     .subscribe(onSuccess: show)
    /// ```
    ///
    /// - Parameters:
    ///   - resourceFactory: makes the resource, once for each subscription; it is disposed when the subscription ends.
    ///   - primitiveSequenceFactory: makes the sequence. An error either of the two throws is the sequence's.
    @inlinable
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping () throws -> Resource,
        primitiveSequenceFactory: @escaping (Resource) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: Using(
                resourceFactory: resourceFactory, label: .primitiveSequenceFactory,
                observableFactory: { try primitiveSequenceFactory($0).source }))
    }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
    /// Sends 0 after `dueTime`.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Single<Int>.timer(.seconds(5), scheduler: scheduler).subscribe(onSuccess: { print($0) })
    /// scheduler.start()  // 0
    /// ```
    @inlinable
    public static func timer(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .timer(dueTime, scheduler: scheduler))
    }
}
