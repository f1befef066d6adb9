extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Makes a result of the elements of all, once each has come.
    ///
    /// ```swift
    /// Single.zip([Single.just(1), Single.just(2)]) { $0.reduce(0, +) }.subscribe(onSuccess: { print($0) })  // 3
    /// ```
    ///
    /// The first error ends the whole. Of no sequences, the result is that of no elements.
    ///
    /// An error that `resultSelector` throws is the sequence's.
    @inlinable
    public static func zip<Collection: Swift.Collection, Result>(
        _ collection: Collection, resultSelector: @escaping ([Element]) throws -> Result
    ) -> PrimitiveSequence<Trait, Result> where Collection.Element == PrimitiveSequence<SingleTrait, Element> {
        if collection.isEmpty { return .deferred { .just(try resultSelector([])) } }
        return PrimitiveSequence(raw: .zip(collection.map { $0.source }, resultSelector: resultSelector))
    }

    /// The elements of all, in their sequences' order, once each has come.
    ///
    /// ```swift
    /// Single.zip([Single.just(1), Single.just(2)]).subscribe(onSuccess: { print($0) })  // [1, 2]
    /// ```
    ///
    /// The first error ends the whole. Of no sequences, there are no elements.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> PrimitiveSequence<Trait, [Element]> where Collection.Element == PrimitiveSequence<SingleTrait, Element> {
        if collection.isEmpty { return .just([]) }
        return PrimitiveSequence<Trait, [Element]>(raw: Observable<Element>.zip(collection.map { $0.source }))
    }
}
