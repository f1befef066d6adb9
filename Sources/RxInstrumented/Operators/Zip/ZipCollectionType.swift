extension ObservableType {
    /// Combines the elements of any number of sources by their position.
    ///
    /// ```swift
    /// Observable.zip([Observable.of(1, 2), Observable.of(10, 20)]) { $0.reduce(0, +) }
    ///     .subscribe(onNext: { print($0) })  // 11 22
    /// ```
    ///
    /// Without sources, the sequence completes at once.
    ///
    /// `resultSelector` is given an element of each source, in the order of `collection`; an error it throws
    ///   ends the sequence.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Observable<Element> where Collection.Element: ObservableType {
        ZipCollectionType(sources: collection, isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the elements of any number of sources by their position into arrays.
    ///
    /// ```swift
    /// Observable.zip([Observable.of(1, 2), Observable.of(10, 20)])
    ///     .subscribe(onNext: { print($0) })  // [1, 10] [2, 20]
    /// ```
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        ZipCollectionType(sources: collection, isUsers: false, resultSelector: { $0 })
    }
}

@usableFromInline
final class ZipCollectionType<Collection: Swift.Collection, Result>: Producer<Result>
where Collection.Element: ObservableConvertibleType {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers, .queues] }
    override var isKeptBySubscription: Bool { true }

    @inlinable
    init(
        sources: Collection, isUsers: Bool,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = ZipCollectionTypeSink<Collection, Result>(
                count: sources.count, isUsers: isUsers, resultSelector: resultSelector, downstream: downstream,
                cancel: cancel)
            return (sink, sink.run { sink.start(sources) })
        }
    }
}

/// Takes the events of all sources one by one. An event that comes while another is delivered, on another thread or
/// from the observer, is queued.
@usableFromInline
final class ZipCollectionTypeSink<Collection: Swift.Collection, Result>: CombiningSink<Result>
where Collection.Element: ObservableConvertibleType {
    @usableFromInline typealias SourceElement = Collection.Element.Element

    @usableFromInline let resultSelector: ([SourceElement]) throws -> Result
    @usableFromInline let subscriptions: [SingleAssignmentDisposable]
    @usableFromInline let gate = AsyncLock<Iterate>()
    // In the gate.
    @usableFromInline var values: [WaitingElements<SourceElement>]
    /// The origin of each source's element, by the source's index.
    @usableFromInline var origins = KeptOrigins()
    @usableFromInline var isDone: [Bool]
    @usableFromInline var waiting = 0
    @usableFromInline var done = 0

    @inlinable
    init(
        count: Int, isUsers: Bool, resultSelector: @escaping ([SourceElement]) throws -> Result,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.resultSelector = resultSelector
        subscriptions = (0..<count).map { _ in SingleAssignmentDisposable() }
        values = Array(repeating: WaitingElements(), count: count)
        isDone = Array(repeating: false, count: count)
        super.init(isUsers: isUsers, downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ sources: Collection) -> DisposableObject? {
        subscribe(subscriptions, to: sources) { event, index in
            self.gate.invoke(Iterate(sink: self, event: ElementWithOrigin(event), index: index))
        }
        if subscriptions.isEmpty { forwardOn(.completed) }
        return Disposables.create(subscriptions)._object
    }

    @inlinable func take(_ event: ElementWithOrigin<Event<SourceElement>>, of index: Int) {
        switch event.value {
        case .next(let element):
            if values[index].isEmpty { waiting += 1 }
            values[index].append(ElementWithOrigin(element, from: event.origin))
            combine()
        case .error(let error):
            finish(.error(error))
        case .completed:
            if isDone[index] { return }
            isDone[index] = true
            done += 1
            if done == subscriptions.count { finish(.completed) } else { subscriptions[index].dispose() }
        }
    }

    @inlinable func combine() {
        guard waiting == subscriptions.count else {
            // If all other sources have completed, no result can come.
            if done == subscriptions.count - 1 { finish(.completed) }
            return
        }
        var arguments: [SourceElement] = []
        arguments.reserveCapacity(values.count)
        for index in values.indices {
            if let element = values[index].removeFirst() {
                arguments.append(element.value)
                origins.set(element.origin, at: index)
            }
            if values[index].isEmpty { waiting -= 1 }
        }
        if send({ try resultSelector(arguments) }, isMade: { origins.attributeNextCall(to: self) }) { dispose() }
    }

    @usableFromInline override func willDispose() {
        gate.dispose()
    }

    /// An event of one source, as a piece of work.
    @usableFromInline
    struct Iterate: InvocableType {
        @usableFromInline let sink: ZipCollectionTypeSink
        @usableFromInline let event: ElementWithOrigin<Event<SourceElement>>
        @usableFromInline let index: Int

        @inlinable init(sink: ZipCollectionTypeSink, event: ElementWithOrigin<Event<SourceElement>>, index: Int) {
            self.sink = sink
            self.event = event
            self.index = index
        }

        @inlinable func invoke() {
            sink.take(event, of: index)
        }
    }
}
