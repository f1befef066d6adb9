extension PrimitiveSequence {
    /// Passes on the element and the completion `dueTime` later; an error at once.
    ///
    /// `scheduler` measures the time.
    @inlinable
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.delay(dueTime, scheduler: scheduler))
    }

    /// Subscribes to the sequence `dueTime` later.
    ///
    /// `scheduler` measures the time.
    @inlinable
    public func delaySubscription(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.delaySubscription(dueTime, scheduler: scheduler))
    }

    /// Passes on the events on a scheduler.
    ///
    /// ```swift
    /// loading.observe(on: MainScheduler.instance).subscribe(onSuccess: show)
    /// ```
    @inlinable
    public func observe(on scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.observe(on: scheduler))
    }

    /// Subscribes to the sequence, and disposes of the subscription, on a scheduler.
    @inlinable
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.subscribe(on: scheduler))
    }

    /// Fails with ``RxError/timeout`` if an event is longer than `dueTime` in coming.
    ///
    /// `scheduler` measures the time.
    @inlinable
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, scheduler: scheduler))
    }

    /// Goes on with `other` if an event is longer than `dueTime` in coming.
    ///
    /// ```swift
    /// loading.timeout(.seconds(5), other: .just(cached), scheduler: MainScheduler.instance)
    /// ```
    @inlinable
    public func timeout(
        _ dueTime: RxTimeInterval, other: PrimitiveSequence<Trait, Element>, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, other: other.source, scheduler: scheduler))
    }
}
