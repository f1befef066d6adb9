extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Calls closures as the events go by, and as a subscription begins and ends.
    ///
    /// ```swift
    /// cached.do(onNext: { print("found", $0) }, onCompleted: { print("done") }).subscribe()
    /// ```
    ///
    /// An error thrown by a closure is the sequence's. The parameters are those of an observable's `do`.
    @inlinable
    public func `do`(
        onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
        onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
        onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Maybe<Element> {
        PrimitiveSequence(
            raw: source.do(
                onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
                onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
                onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
