extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Sends one element.
    ///
    /// ```swift
    /// Single.just(1).subscribe(onSuccess: { print($0) })  // 1
    /// ```
    @inlinable
    public static func just(_ element: Element) -> Single<Element> {
        PrimitiveSequence(raw: .just(element))
    }

    /// Sends one element, on a scheduler.
    @inlinable
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Single<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// Fails at once.
    @inlinable
    public static func error(_ error: any Error) -> Single<Element> {
        PrimitiveSequence(raw: .error(error))
    }

    /// Sends nothing, ever.
    @inlinable
    public static func never() -> Single<Element> {
        PrimitiveSequence(raw: .never())
    }
}
