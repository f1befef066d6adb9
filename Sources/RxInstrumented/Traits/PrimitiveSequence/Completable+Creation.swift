extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Fails at once.
    @inlinable
    public static func error(_ error: any Error) -> Completable {
        PrimitiveSequence(raw: .error(error))
    }

    /// Sends nothing, ever.
    @inlinable
    public static func never() -> Completable {
        PrimitiveSequence(raw: .never())
    }

    /// Completes at once.
    ///
    /// ```swift
    /// Completable.empty().subscribe(onCompleted: { print("done") })  // done
    /// ```
    @inlinable
    public static func empty() -> Completable {
        PrimitiveSequence(raw: .empty())
    }
}
