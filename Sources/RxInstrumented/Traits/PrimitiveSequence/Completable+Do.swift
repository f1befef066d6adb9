extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Calls closures as the completion or the error goes by, and as a subscription begins and ends.
    ///
    /// ```swift
    /// saving.do(onError: log, onSubscribe: { print("saving") }, onDispose: { print("no longer saving") })
    /// ```
    ///
    /// An error thrown by a closure is the sequence's. The parameters are those of an observable's `do`.
    @inlinable
    public func `do`(
        onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
        onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Completable {
        PrimitiveSequence(
            raw: source.do(
                onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
