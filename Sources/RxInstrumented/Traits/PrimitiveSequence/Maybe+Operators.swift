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

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Sends a default element if the sequence has none.
    ///
    /// ```swift
    /// Maybe<Int>.empty().ifEmpty(default: 1).subscribe(onSuccess: { print($0) })  // 1
    /// ```
    @inlinable
    public func ifEmpty(default: Element) -> Single<Element> {
        PrimitiveSequence(raw: source.ifEmpty(default: `default`))
    }

    /// Continues with another ``Maybe`` if the sequence has no element.
    @inlinable
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence(raw: source.ifEmpty(switchTo: other.source))
    }

    /// Continues with a ``Single`` if the sequence has no element.
    ///
    /// ```swift
    /// cached.ifEmpty(switchTo: loading).subscribe(onSuccess: show)
    /// ```
    @inlinable
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        PrimitiveSequence(raw: source.ifEmpty(switchTo: other.source))
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Transforms the element.
    ///
    /// ```swift
    /// Maybe.just(1).map { $0 * 10 }.subscribe(onSuccess: { print($0) })  // 10
    /// ```
    ///
    /// - Parameter transform: an error it throws is the sequence's.
    @inlinable
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Maybe<Result> {
        PrimitiveSequence(raw: source.map(transform))
    }

    /// Goes on with the ``Maybe`` made of the element.
    ///
    /// - Parameter selector: an error it throws is the sequence's.
    @inlinable
    public func flatMap<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>) -> Maybe<Result> {
        PrimitiveSequence(raw: source.flatMap(selector))
    }
}
