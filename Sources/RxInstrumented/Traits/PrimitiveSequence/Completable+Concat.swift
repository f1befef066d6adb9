extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Goes on with `second` once this sequence has completed.
    @inlinable
    public func concat(_ second: Completable) -> Completable {
        Completable.concat(primitiveSequence, second)
    }

    /// Completes once all have, one after the other.
    ///
    /// Each is taken from the sequence when the one before it has completed; an error ends the whole.
    @inlinable
    public static func concat<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> Completable where Sequence.Element == Completable {
        PrimitiveSequence(raw: .concat(sequence.lazy.map { $0.asObservable() }))
    }

    /// Completes once all have, one after the other.
    ///
    /// An error ends the whole.
    @inlinable
    public static func concat<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Completable where Collection.Element == Completable {
        PrimitiveSequence(raw: .concat(collection.map { $0.asObservable() }))
    }

    /// Completes once all have, one after the other.
    ///
    /// ```swift
    /// Completable.concat(writing, closing).subscribe(onCompleted: { print("closed") })
    /// ```
    ///
    /// An error ends the whole.
    @inlinable
    public static func concat(_ sources: Completable...) -> Completable {
        PrimitiveSequence(raw: .concat(sources.map { $0.asObservable() }))
    }
}
