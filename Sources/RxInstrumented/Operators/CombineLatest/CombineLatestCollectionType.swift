extension ObservableType {
    /// Combines the latest elements of any number of sources, whenever one of them sends.
    ///
    /// ```swift
    /// Observable.combineLatest([Observable.just(1), Observable.just(10)]) { $0.reduce(0, +) }
    ///     .subscribe(onNext: { print($0) })  // 11
    /// ```
    ///
    /// Without sources, the result of no elements is sent, and the sequence completes.
    ///
    /// - Parameter resultSelector: is given the latest element of each source, in the order of `collection`; an error
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

    @inlinable
    init(
        sources: Collection, isUsers: Bool,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Result
    ) {
        super.init { downstream, cancel in
            let sink = CombineLatestCollectionTypeSink<Collection, Result>(
                count: sources.count, isUsers: isUsers, resultSelector: resultSelector, downstream: downstream,
                cancel: cancel)
            return (sink, sink.run { sink.start(sources) })
        }
    }
}

@usableFromInline
final class CombineLatestCollectionTypeSink<Collection: Swift.Collection, Result>: Sink<Result>
where Collection.Element: ObservableConvertibleType {
    @usableFromInline typealias SourceElement = Collection.Element.Element

    @usableFromInline let isUsers: Bool
    @usableFromInline let resultSelector: ([SourceElement]) throws -> Result
    @usableFromInline let subscriptions: [SingleAssignmentDisposable]
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var values: [SourceElement?]
    @usableFromInline var isDone: [Bool]
    @usableFromInline var known = 0
    @usableFromInline var done = 0

    @inlinable
    init(
        count: Int, isUsers: Bool, resultSelector: @escaping ([SourceElement]) throws -> Result,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.isUsers = isUsers
        self.resultSelector = resultSelector
        subscriptions = (0..<count).map { _ in SingleAssignmentDisposable() }
        values = Array(repeating: nil, count: count)
        isDone = Array(repeating: false, count: count)
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ sources: Collection) -> DisposableObject? {
        for (index, source) in sources.enumerated() {
            let observer = AnyObserver<SourceElement>(
                edge: Edge(target: .passUnretained(self)) { self.on(Event($0, $1), at: index) })
            subscriptions[index].set(source.asObservable().subscribe(Edge(observer)))
        }
        if subscriptions.isEmpty, emit() { finish(.completed) }
        return Disposables.create(subscriptions)._object
    }

    @inlinable func on(_ event: Event<SourceElement>, at index: Int) {
        lock.withLock {
            switch event {
            case .next(let element):
                if case .none = values[index] { known += 1 }
                values[index] = .some(element)
                if known == subscriptions.count {
                    emit()
                } else if done - (isDone[index] ? 1 : 0) == subscriptions.count - 1 {
                    finish(.completed)
                }
            case .error(let error):
                finish(.error(error))
            case .completed:
                if isDone[index] { return }
                isDone[index] = true
                done += 1
                if done == subscriptions.count { finish(.completed) } else { subscriptions[index].dispose() }
            }
        }
    }

    /// Sends the result of the latest elements. Returns whether there is one.
    @inlinable @discardableResult
    func emit() -> Bool {
        do {
            let arguments = values.compactMap { $0 }
            let result =
                try isUsers
                ? handle(.resultSelector) { try resultSelector(arguments) } : resultSelector(arguments)
            forwardOn(.next(result))
            return true
        } catch {
            finish(.error(error))
            return false
        }
    }
}
