extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Sends an element where the sequence has none.
    ///
    /// ```swift
    /// Maybe<Int>.empty().ifEmpty(default: 1).subscribe(onSuccess: { print($0) })  // 1
    /// ```
    @inlinable
    public func ifEmpty(default: Element) -> Single<Element> {
        PrimitiveSequence(raw: source.ifEmpty(default: `default`))
    }

    /// Goes on with another ``Maybe`` where the sequence has no element.
    @inlinable
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence(raw: source.ifEmpty(switchTo: other.source))
    }

    /// Goes on with a ``Single`` where the sequence has no element.
    ///
    /// ```swift
    /// cached.ifEmpty(switchTo: loading).subscribe(onSuccess: show)
    /// ```
    @inlinable
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        PrimitiveSequence(raw: source.ifEmpty(switchTo: other.source))
    }
}
