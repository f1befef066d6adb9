extension PrimitiveSequence {
    /// Goes on with another sequence after an error.
    ///
    /// ```swift
    /// loading.catch { error in cached(after: error) }.subscribe(onSuccess: show)
    /// ```
    ///
    /// - Parameter handler: gives the sequence to go on with; an error it throws is passed on instead.
    @inlinable
    public func `catch`(
        _ handler: @escaping (any Error) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.catch { try handler($0).source })
    }

    /// Subscribes anew after an error, until `maxAttemptCount` subscriptions have failed.
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
    /// Errors of another type than the closure takes are passed on.
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
