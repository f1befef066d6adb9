extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Completes once all have, side by side; the first error ends the whole.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ sources: Collection
    ) -> Completable where Collection.Element == Completable {
        PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
    }

    /// Completes once all have, side by side; the first error ends the whole.
    @inlinable
    public static func zip(_ sources: [Completable]) -> Completable {
        PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
    }

    /// Completes once all have, side by side; the first error ends the whole.
    ///
    /// ```swift
    /// Completable.zip(savingText, savingImages).subscribe(onCompleted: { print("all saved") })
    /// ```
    @inlinable
    public static func zip(_ sources: Completable...) -> Completable {
        PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
    }
}
