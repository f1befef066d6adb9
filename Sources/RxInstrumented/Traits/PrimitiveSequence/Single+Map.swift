extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Transforms the element.
    ///
    /// ```swift
    /// Single.just(1).map { $0 * 10 }.subscribe(onSuccess: { print($0) })  // 10
    /// ```
    ///
    /// - Parameter transform: an error it throws is the sequence's.
    @inlinable
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Single<Result> {
        PrimitiveSequence(raw: source.map(transform))
    }
}
