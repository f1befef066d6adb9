extension PrimitiveSequenceType where Trait == SingleTrait {
    /// The sequence as a ``Maybe``, which has an element in any case.
    @inlinable
    public func asMaybe() -> Maybe<Element> {
        PrimitiveSequence(raw: source)
    }

    /// The end of the sequence, without its element.
    ///
    /// ```swift
    /// uploading.asCompletable().subscribe(onCompleted: { print("uploaded") })
    /// ```
    @inlinable
    public func asCompletable() -> Completable {
        source.ignoreElements().asCompletable()
    }
}
