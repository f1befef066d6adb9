extension InfallibleType {
    /// Passes on the elements of this sequence and, once it has completed, those of `second`.
    @inlinable
    public func concat<Source: ObservableConvertibleType>(
        _ second: Source
    ) -> Infallible<Element> where Source.Element == Element {
        Infallible(.concat([asObservable(), second.asObservable()]))
    }

    /// Passes on the elements of the sequences one after the other.
    ///
    /// Each is taken from `sequence` when the one before it has completed.
    @inlinable
    public static func concat<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> Infallible<Element> where Sequence.Element == Infallible<Element> {
        Infallible(.concat(sequence.lazy.map { $0.source }))
    }

    /// Passes on the elements of the sequences one after the other.
    @inlinable
    public static func concat<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Infallible<Element> where Collection.Element == Infallible<Element> {
        Infallible(.concat(collection.map { $0.source }))
    }

    /// Passes on the elements of the sequences one after the other.
    ///
    /// ```swift
    /// Infallible.concat(Infallible.of(1, 2), Infallible.just(3)).subscribe(onNext: { print($0) })  // 1 2 3
    /// ```
    @inlinable
    public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
        Infallible(.concat(sources.map { $0.source }))
    }

    /// Passes on the elements of all sequences as they come.
    @inlinable
    public static func merge<Collection: Swift.Collection>(
        _ sources: Collection
    ) -> Infallible<Element> where Collection.Element == Infallible<Element> {
        Infallible(.merge(sources.map { $0.source }))
    }

    /// Passes on the elements of all sequences as they come.
    @inlinable
    public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> {
        Infallible(.merge(sources.map { $0.source }))
    }

    /// Passes on the elements of all sequences as they come.
    @inlinable
    public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
        Infallible(.merge(sources.map { $0.source }))
    }
}
