extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Sends one element.
    ///
    /// ```swift
    /// Maybe.just(1).subscribe(onSuccess: { print($0) })  // 1
    /// ```
    @inlinable
    public static func just(_ element: Element) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element))
    }

    /// Sends one element, on a scheduler.
    @inlinable
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// Fails at once.
    @inlinable
    public static func error(_ error: any Error) -> Maybe<Element> {
        PrimitiveSequence(raw: .error(error))
    }

    /// Sends nothing, ever.
    @inlinable
    public static func never() -> Maybe<Element> {
        PrimitiveSequence(raw: .never())
    }

    /// Completes at once, without an element.
    @inlinable
    public static func empty() -> Maybe<Element> {
        PrimitiveSequence(raw: .empty())
    }
}
