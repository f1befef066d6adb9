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
