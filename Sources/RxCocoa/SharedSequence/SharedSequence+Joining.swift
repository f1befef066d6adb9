public import RxInstrumented
public import RxRelay

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

extension SharedSequenceConvertibleType {
    /// Turns each element into a sequence and passes on the elements of all of them as they come.
    ///
    /// ```swift
    /// Driver.of(1, 2).flatMap { Driver.of($0, $0 * 10) }.drive(onNext: { print($0) })  // 1 10 2 20
    /// ```
    @inlinable
    public func flatMap<Sharing, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence(asObservable().flatMap(selector))
    }

    /// Turns each element into a sequence and passes on the elements of the latest.
    ///
    /// ```swift
    /// query.flatMapLatest { search($0).asDriver(onErrorJustReturn: []) }.drive(list.rx.items)
    /// ```
    @inlinable
    public func flatMapLatest<Sharing, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence(asObservable().flatMapLatest(selector))
    }

    /// Turns an element into a sequence unless the one before it is still going on.
    @inlinable
    public func flatMapFirst<Sharing, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence(asObservable().flatMapFirst(selector))
    }
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
    /// Passes on the elements of the latest inner sequence only.
    @inlinable
    public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(inner.switchLatest())
    }

    /// Passes on the elements of all inner sequences as they come.
    @inlinable
    public func merge() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(inner.merge())
    }

    /// Passes on the elements of the inner sequences as they come, at most so many of these at a time.
    @inlinable
    public func merge(maxConcurrent: Int) -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(inner.merge(maxConcurrent: maxConcurrent))
    }

    @inlinable
    var inner: Observable<SharedSequence<Element.SharingStrategy, Element.Element>> {
        asObservable().mapByLibrary { $0.asSharedSequence() }
    }
}

// Drivers and signals forward their events on in the same way.

extension SharedSequence {
    @inlinable
    func forward<Target: Relay>(toRelays relays: [Target]) -> any Disposable where Target.Accepted == Element {
        ensureMainThread()
        return source.forward(toRelays: relays)
    }

    @inlinable
    func forward<Target: Relay>(toOptionalRelays relays: [Target]) -> any Disposable where Target.Accepted == Element? {
        ensureMainThread()
        return source.mapByLibrary { $0 as Element? }.forward(toRelays: relays)
    }
}

extension Observable {
    @inlinable
    func forward<Target: Relay>(toRelays relays: [Target]) -> any Disposable where Target.Accepted == Element {
        subscribeByLibrary(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    @inlinable
    func forward<Observer: ObserverType>(
        to observers: [Observer]
    ) -> any Disposable where Observer.Element == Element {
        subscribeByLibrary { event in for observer in observers { observer.on(event) } }
    }
}

/// Stops the program unless it is called on the main thread, where alone a sequence that sends there may be subscribed.
@usableFromInline
func ensureMainThread() {
    MainScheduler.ensureRunningOnMainThread(
        errorMessage: "A Driver or a Signal is subscribed to on another thread than the main one, and could be sent "
            + "elements on two threads at once. Subscribe on the main thread.")
}
