extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls closures as the events go by, and as a subscription begins and ends.
    ///
    /// ```swift
    /// Single.just(1).do(onSuccess: { print("before", $0) }, afterSuccess: { print("after", $0) })
    ///     .subscribe(onSuccess: { print($0) })
    /// // before 1  1  after 1
    /// ```
    ///
    /// An error thrown by a closure is the sequence's.
    ///
    /// - Parameters:
    ///   - onSuccess: before the element is passed on.
    ///   - afterSuccess: after the element was passed on.
    ///   - onError: before an error is passed on.
    ///   - afterError: after an error was passed on.
    ///   - onSubscribe: before the source is subscribed.
    ///   - onSubscribed: after the source was subscribed; it may have sent its event by then.
    ///   - onDispose: after the subscription to the source was disposed, however it ended.
    @inlinable
    public func `do`(
        onSuccess: ((Element) throws -> Void)? = nil, afterSuccess: ((Element) throws -> Void)? = nil,
        onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: Do(
                source: source,
                before: DoHandlers(next: onSuccess, label: .onSuccess, error: onError, completed: nil),
                after: DoHandlers(next: afterSuccess, label: .afterSuccess, error: afterError, completed: nil),
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
