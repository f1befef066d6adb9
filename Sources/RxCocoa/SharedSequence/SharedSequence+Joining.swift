public import RxInstrumented

extension SharedSequenceConvertibleType {
    /// Passes on the elements of all sequences as they come.
    @inlinable
    public static func merge<Collection: Swift.Collection>(
        _ sources: Collection
    ) -> SharedSequence<SharingStrategy, Element>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map { $0.source }))
    }

    /// Passes on the elements of all sequences as they come.
    @inlinable
    public static func merge(
        _ sources: [SharedSequence<SharingStrategy, Element>]
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map { $0.source }))
    }

    /// Passes on the elements of all sequences as they come.
    ///
    /// ```swift
    /// Driver.merge(Driver.just(1), Driver.just(2)).drive(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public static func merge(
        _ sources: SharedSequence<SharingStrategy, Element>...
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map { $0.source }))
    }

    /// Passes on the elements of the sequences one after the other.
    ///
    /// Each is taken from `sequence` when the one before it has completed.
    @inlinable
    public static func concat<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> SharedSequence<SharingStrategy, Element> where Sequence.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.concat(sequence.lazy.map { $0.source }))
    }

    /// Passes on the elements of the sequences one after the other.
    ///
    /// ```swift
    /// Driver.concat([Driver.of(1, 2), Driver.just(3)]).drive(onNext: { print($0) })  // 1 2 3
    /// ```
    @inlinable
    public static func concat<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> SharedSequence<SharingStrategy, Element>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.concat(collection.map { $0.source }))
    }

    /// Combines the elements of all sequences of a collection by their position.
    @inlinable
    public static func zip<Collection: Swift.Collection, Result>(
        _ collection: Collection, resultSelector: @escaping ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(.zip(collection.map { $0.source }, resultSelector: resultSelector))
    }

    /// The elements of all sequences of a collection by their position, in the sequences' order.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.zip(collection.map { $0.source }))
    }

    /// Combines the latest elements of all sequences of a collection, whenever one of them sends.
    @inlinable
    public static func combineLatest<Collection: Swift.Collection, Result>(
        _ collection: Collection, resultSelector: @escaping ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(
            .combineLatest(collection.map { $0.source }, resultSelector: resultSelector))
    }

    /// The latest elements of all sequences of a collection, in their order, whenever one of them sends.
    ///
    /// ```swift
    /// Driver.combineLatest([Driver.just(1), Driver.just(2)]).drive(onNext: { print($0) })  // [1, 2]
    /// ```
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.combineLatest(collection.map { $0.source }))
    }
}
