extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Goes on with the ``Single`` made of the element.
    ///
    /// ```swift
    /// token.flatMap { load(with: $0) }.subscribe(onSuccess: show)
    /// ```
    ///
    /// - Parameter selector: an error it throws is the sequence's.
    @inlinable
    public func flatMap<Result>(_ selector: @escaping (Element) throws -> Single<Result>) -> Single<Result> {
        PrimitiveSequence(raw: source.flatMap(selector))
    }

    /// Goes on with the ``Maybe`` made of the element.
    ///
    /// - Parameter selector: an error it throws is the sequence's.
    @inlinable
    public func flatMapMaybe<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>) -> Maybe<Result> {
        PrimitiveSequence(raw: source.flatMap(selector))
    }

    /// Goes on with the ``Completable`` made of the element.
    ///
    /// - Parameter selector: an error it throws is the sequence's.
    @inlinable
    public func flatMapCompletable(_ selector: @escaping (Element) throws -> Completable) -> Completable {
        PrimitiveSequence(raw: source.flatMap(selector))
    }
}
