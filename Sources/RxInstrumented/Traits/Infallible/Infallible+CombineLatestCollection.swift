extension InfallibleType {
    /// Combines the latest elements of all sequences of a collection, whenever one of them sends.
    ///
    /// `resultSelector` must not throw: there would be nobody to take the error.
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Infallible<Element> where Collection.Element: InfallibleType {
        Infallible(.combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// The latest elements of all sequences of a collection, in their order, whenever one of them sends.
    ///
    /// ```swift
    /// Infallible.combineLatest([first, second]).subscribe(onNext: { print($0.count) })  // 2
    /// ```
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Infallible<[Element]> where Collection.Element: InfallibleType, Collection.Element.Element == Element {
        Infallible<[Element]>(Observable<Element>.combineLatest(collection.map { $0.asObservable() }))
    }
}
