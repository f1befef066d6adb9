extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls closures as the events go by, and as a subscription begins and ends.
    ///
    /// ```swift
    /// Single.just(1).do(onSuccess: { print("before", $0) }, afterSuccess: { print("after", $0) })
    ///     .subscribe(onSuccess: { print($0) })
    /// // before 1  1  after 1
    /// ```
    ///
    /// An error thrown by a closure is the sequence's.
    ///
    /// - Parameters:
    ///   - onSuccess: before the element is passed on.
    ///   - afterSuccess: after the element was passed on.
    ///   - onError: before an error is passed on.
    ///   - afterError: after an error was passed on.
    ///   - onSubscribe: before the source is subscribed.
    ///   - onSubscribed: after the source was subscribed; it may have sent its event by then.
    ///   - onDispose: after the subscription to the source was disposed, however it ended.
    @inlinable
    public func `do`(
        onSuccess: ((Element) throws -> Void)? = nil, afterSuccess: ((Element) throws -> Void)? = nil,
        onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: Do(
                source: source,
                before: DoHandlers(next: onSuccess, label: .onSuccess, error: onError, completed: nil),
                after: DoHandlers(next: afterSuccess, label: .afterSuccess, error: afterError, completed: nil),
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Goes on with the ``Single`` made of the element.
    ///
    /// ```swift
    /// token.flatMap { load(with: $0) }.subscribe(onSuccess: show)
    /// ```
    ///
    /// - Parameter selector: an error it throws is the sequence's.
    @inlinable
    public func flatMap<Result>(_ selector: @escaping (Element) throws -> Single<Result>) -> Single<Result> {
        PrimitiveSequence(raw: source.flatMap(selector))
    }

    /// Goes on with the ``Maybe`` made of the element.
    ///
    /// - Parameter selector: an error it throws is the sequence's.
    @inlinable
    public func flatMapMaybe<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>) -> Maybe<Result> {
        PrimitiveSequence(raw: source.flatMap(selector))
    }

    /// Goes on with the ``Completable`` made of the element.
    ///
    /// - Parameter selector: an error it throws is the sequence's.
    @inlinable
    public func flatMapCompletable(_ selector: @escaping (Element) throws -> Completable) -> Completable {
        PrimitiveSequence(raw: source.flatMap(selector))
    }
}

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

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Combines the elements of all sequences into a result, once each has sent its element.
    ///
    /// ```swift
    /// Single.zip([Single.just(1), Single.just(2)]) { $0.reduce(0, +) }.subscribe(onSuccess: { print($0) })  // 3
    /// ```
    ///
    /// The first error ends the result. Without sequences, `resultSelector` is called without elements.
    ///
    /// An error that `resultSelector` throws is the sequence's.
    @inlinable
    public static func zip<Collection: Swift.Collection, Result>(
        _ collection: Collection, resultSelector: @escaping ([Element]) throws -> Result
    ) -> PrimitiveSequence<Trait, Result> where Collection.Element == PrimitiveSequence<SingleTrait, Element> {
        if collection.isEmpty { return .deferred { .just(try resultSelector([])) } }
        return PrimitiveSequence(raw: .zip(collection.map { $0.source }, resultSelector: resultSelector))
    }

    /// The elements of all sequences, in the sequences' order, once each has sent its element.
    ///
    /// ```swift
    /// Single.zip([Single.just(1), Single.just(2)]).subscribe(onSuccess: { print($0) })  // [1, 2]
    /// ```
    ///
    /// The first error ends the result. Without sequences, the array is empty.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> PrimitiveSequence<Trait, [Element]> where Collection.Element == PrimitiveSequence<SingleTrait, Element> {
        if collection.isEmpty { return .just([]) }
        return PrimitiveSequence<Trait, [Element]>(raw: Observable<Element>.zip(collection.map { $0.source }))
    }
}
