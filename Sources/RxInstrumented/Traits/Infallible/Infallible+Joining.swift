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
    /// The next one is taken from `sequence` when the one before it has completed.
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

extension InfallibleType {
    /// Turns each element into a sequence and passes on the elements of all of them as they come.
    ///
    /// ```swift
    /// Infallible.of(1, 2).flatMap { Infallible.of($0, $0 * 10) }.subscribe(onNext: { print($0) })  // 1 10 2 20
    /// ```
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMap(selector))
    }

    /// Turns each element into a sequence and passes on the elements of the latest.
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMapLatest(selector))
    }

    /// Turns an element into a sequence unless the one before it is still going on.
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMapFirst(selector))
    }

    /// Turns each element into a sequence and passes on the elements of one after the other.
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().concatMap(selector))
    }
}

extension ObservableType {
    /// Turns each element into an ``Infallible`` and passes on the elements of the latest.
    @inlinable
    public func flatMapLatest<Source: InfallibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Infallible<Source.Element> {
        Infallible(FlatMapLatest(source: asObservable(), selector: selector))
    }
}

extension InfallibleType {
    /// Combines the latest elements of all sequences of a collection, whenever one of them sends.
    ///
    /// `resultSelector` must not throw: the error would reach observers of a sequence that cannot fail.
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
