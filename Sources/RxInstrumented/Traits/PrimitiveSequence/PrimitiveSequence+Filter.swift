extension PrimitiveSequenceType where Trait: OneElementTrait {
    /// Drops the element unless `predicate` is true of it.
    ///
    /// ```swift
    /// Single.just(1).filter { $0 > 1 }.subscribe(onCompleted: { print("none") })  // none
    /// ```
    ///
    /// - Parameter predicate: an error it throws is the sequence's.
    @inlinable
    public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
        PrimitiveSequence(raw: source.filter(predicate))
    }

    /// Transforms the element, or drops it where the transform gives nil.
    ///
    /// ```swift
    /// Single.just("1").compactMap { Int($0) }.subscribe(onSuccess: { print($0) })  // 1
    /// ```
    ///
    /// - Parameter transform: an error it throws is the sequence's.
    @inlinable
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Maybe<Result> {
        PrimitiveSequence(raw: source.compactMap(transform))
    }
}
