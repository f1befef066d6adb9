extension PrimitiveSequence {
    /// Prints the subscription, the events and the disposal to standard output.
    ///
    /// - Parameters:
    ///   - identifier: the sequence's name in each line; by default, the place of the call.
    ///   - trimOutput: whether to leave out the middle of an event's text that has more than 40 characters.
    ///   - file: the file of the call.
    ///   - function: the function of the call.
    ///   - line: the line of the call.
    @inlinable
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: source.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }
}

extension PrimitiveSequence {
    /// Continues with another sequence after an error.
    ///
    /// ```swift
    /// loading.catch { error in cached(after: error) }.subscribe(onSuccess: show)
    /// ```
    ///
    /// - Parameter handler: returns the sequence to continue with. An error that it throws is passed on instead.
    @inlinable
    public func `catch`(
        _ handler: @escaping (any Error) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.catch { try handler($0).source })
    }

    /// Subscribes again after an error, until `maxAttemptCount` subscriptions have failed.
    ///
    /// ```swift
    /// loading.retry(3).subscribe(onFailure: { print("the third error:", $0) })
    /// ```
    @inlinable
    public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(maxAttemptCount))
    }

    /// Subscribes anew after an error when the sequence that `notificationHandler` makes of the errors sends an
    /// element.
    ///
    /// Errors of another type than `Error` are passed on.
    @inlinable
    public func retry<Error: Swift.Error>(
        when notificationHandler: @escaping (Observable<Error>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(when: notificationHandler))
    }

    /// Subscribes anew after an error when the sequence that `notificationHandler` makes of the errors sends an
    /// element.
    ///
    /// ```swift
    /// loading.retry(when: { errors in errors.delay(.seconds(1), scheduler: MainScheduler.instance) })
    /// ```
    @inlinable
    public func retry(
        when notificationHandler: @escaping (Observable<any Error>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(when: notificationHandler))
    }
}

extension PrimitiveSequenceType where Trait: OneElementTrait {
    /// Sends `element` in place of an error.
    ///
    /// ```swift
    /// Single<Int>.error(RxError.timeout).catchAndReturn(0).subscribe(onSuccess: { print($0) })  // 0
    /// ```
    @inlinable
    public func catchAndReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.catchAndReturn(element))
    }
}

extension PrimitiveSequenceType where Trait: OneElementTrait {
    /// Drops the element unless `predicate` is true of it.
    ///
    /// ```swift
    /// Single.just(1).filter { $0 > 1 }.subscribe(onCompleted: { print("none") })  // none
    /// ```
    ///
    /// - Parameter predicate: an error it throws is the sequence's.
    @inlinable
    public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
        PrimitiveSequence(raw: source.filter(predicate))
    }

    /// Transforms the element, and drops a nil result.
    ///
    /// ```swift
    /// Single.just("1").compactMap { Int($0) }.subscribe(onSuccess: { print($0) })  // 1
    /// ```
    ///
    /// - Parameter transform: an error it throws is the sequence's.
    @inlinable
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Maybe<Result> {
        PrimitiveSequence(raw: source.compactMap(transform))
    }
}

extension PrimitiveSequence {
    /// Passes on the element and the completion `dueTime` later, but an error at once.
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

    /// Fails with ``RxError/timeout`` if the next event takes longer than `dueTime`.
    ///
    /// `scheduler` measures the time.
    @inlinable
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, scheduler: scheduler))
    }

    /// Continues with `other` if the next event takes longer than `dueTime`.
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
