extension ObservableType {
    /// Combines the latest elements of any number of sources, whenever one of them sends.
    ///
    /// ```swift
    /// Observable.combineLatest([Observable.just(1), Observable.just(10)]) { $0.reduce(0, +) }
    ///     .subscribe(onNext: { print($0) })  // 11
    /// ```
    ///
    /// Without sources, `resultSelector` is called with an empty array, its result is sent, and the sequence completes.
    ///
    /// `resultSelector` is given the latest element of each source, in the order of `collection`; an error
    ///   it throws ends the sequence.
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Observable<Element> where Collection.Element: ObservableType {
        CombineLatestCollectionType(sources: collection, isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the latest elements of any number of sources into an array, whenever one of them sends.
    ///
    /// ```swift
    /// Observable.combineLatest([Observable.just(1), Observable.just(10)])
    ///     .subscribe(onNext: { print($0) })  // [1, 10]
    /// ```
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        CombineLatestCollectionType(sources: collection, isUsers: false, resultSelector: { $0 })
    }
}

@usableFromInline
final class CombineLatestCollectionType<Collection: Swift.Collection, Result>: Producer<Result>
where Collection.Element: ObservableConvertibleType {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable
    init(
        sources: Collection, isUsers: Bool,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = CombineLatestCollectionTypeSink<Collection, Result>(
                count: sources.count, isUsers: isUsers, resultSelector: resultSelector, downstream: downstream,
                cancel: cancel)
            return (sink, sink.run { sink.start(sources) })
        }
    }
}

@usableFromInline
final class CombineLatestCollectionTypeSink<Collection: Swift.Collection, Result>: CombiningSink<Result>
where Collection.Element: ObservableConvertibleType {
    @usableFromInline typealias SourceElement = Collection.Element.Element

    @usableFromInline let resultSelector: ([SourceElement]) throws -> Result
    @usableFromInline let subscriptions: [SingleAssignmentDisposable]
    @usableFromInline let gate = DeliveryGate()
    // In the gate.
    @usableFromInline var values: [SourceElement?]
    /// The origin of each source's latest element, by the source's index.
    @usableFromInline var origins = KeptOrigins()
    @usableFromInline var isDone: [Bool]
    @usableFromInline var known = 0
    @usableFromInline var done = 0

    @inlinable
    init(
        count: Int, isUsers: Bool, resultSelector: @escaping ([SourceElement]) throws -> Result,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.resultSelector = resultSelector
        subscriptions = (0..<count).map { _ in SingleAssignmentDisposable() }
        values = Array(repeating: nil, count: count)
        isDone = Array(repeating: false, count: count)
        super.init(isUsers: isUsers, downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ sources: Collection) -> DisposableObject? {
        subscribe(subscriptions, to: sources) { event, index in self.take(event, of: index) }
        if subscriptions.isEmpty {
            if !combine() { forwardOn(.completed) }
            dispose()
        }
        return Disposables.create(subscriptions)._object
    }

    @inlinable func take(_ event: Event<SourceElement>, of index: Int) {
        switch event {
        case .next(let element):
            var replaced: SourceElement?
            let hasEnded = gate.pass {
                replaced = keep(ElementWithOrigin(element), of: index)
                return combine(after: index)
            }
            if hasEnded { dispose() }
            withExtendedLifetime(replaced) {}
        case .error(let error):
            finish(.error(error), in: gate)
        case .completed:
            let isLast = finish(.completed, in: gate) {
                if !isDone[index] { done += 1 }
                isDone[index] = true
                return done == subscriptions.count
            }
            if !isLast { subscriptions[index].dispose() }
        }
    }

    /// Returns the replaced element, for the caller to release outside of the gate.
    @inlinable func keep(_ element: ElementWithOrigin<SourceElement>, of index: Int) -> SourceElement? {
        if case .none = values[index] { known += 1 }
        origins.set(element.origin, at: index)
        return exchange(&values[index], with: .some(element.value))
    }

    /// Sends the result if each source has sent an element. Returns whether the sequence has ended.
    @inlinable func combine(after index: Int) -> Bool {
        if known == subscriptions.count { return combine() }
        // If all other sources have completed, one of them without an element, no result can come.
        return done - (isDone[index] ? 1 : 0) == subscriptions.count - 1 && sendEnd(nil)
    }

    @inlinable func combine() -> Bool {
        let arguments = values.compactMap { $0 }
        return send({ try resultSelector(arguments) }, isMade: { origins.attributeNextCall(to: self) })
    }
}
