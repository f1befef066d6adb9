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
    /// - Parameter resultSelector: is given an element of each source, in the order of `collection`; an error it throws
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
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }

    @inlinable
    init(
        sources: Collection, isUsers: Bool,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Result
    ) {
        super.init { downstream, cancel in
            let sink = ZipCollectionTypeSink<Collection, Result>(
                count: sources.count, isUsers: isUsers, resultSelector: resultSelector, downstream: downstream,
                cancel: cancel)
            return (sink, sink.run { sink.start(sources) })
        }
    }
}

@usableFromInline
final class ZipCollectionTypeSink<Collection: Swift.Collection, Result>: Sink<Result>
where Collection.Element: ObservableConvertibleType {
    @usableFromInline typealias SourceElement = Collection.Element.Element

    @usableFromInline let isUsers: Bool
    @usableFromInline let resultSelector: ([SourceElement]) throws -> Result
    @usableFromInline let subscriptions: [SingleAssignmentDisposable]
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var values: [ZipQueue<SourceElement>]
    @usableFromInline var isDone: [Bool]
    @usableFromInline var waiting = 0
    @usableFromInline var done = 0

    @inlinable
    init(
        count: Int, isUsers: Bool, resultSelector: @escaping ([SourceElement]) throws -> Result,
        downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.isUsers = isUsers
        self.resultSelector = resultSelector
        subscriptions = (0..<count).map { _ in SingleAssignmentDisposable() }
        values = Array(repeating: ZipQueue(), count: count)
        isDone = Array(repeating: false, count: count)
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ sources: Collection) -> DisposableObject? {
        for (index, source) in sources.enumerated() {
            let observer = AnyObserver<SourceElement>(
                edge: Edge(target: .passUnretained(self)) { self.on(Event($0, $1), at: index) })
            subscriptions[index].set(source.asObservable().subscribe(Edge(observer)))
        }
        if subscriptions.isEmpty { forwardOn(.completed) }
        return Disposables.create(subscriptions)._object
    }

    @inlinable func on(_ event: Event<SourceElement>, at index: Int) {
        lock.withLock {
            switch event {
            case .next(let element):
                if values[index].isEmpty { waiting += 1 }
                values[index].append(element)
                emit()
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

    @inlinable func emit() {
        guard waiting == subscriptions.count else {
            if done == subscriptions.count - 1 { finish(.completed) }
            return
        }
        var arguments: [SourceElement] = []
        arguments.reserveCapacity(values.count)
        for index in values.indices {
            if let element = values[index].removeFirst() { arguments.append(element) }
            if values[index].isEmpty { waiting -= 1 }
        }
        do {
            let result =
                try isUsers
                ? handle(.resultSelector) { try resultSelector(arguments) } : resultSelector(arguments)
            forwardOn(.next(result))
        } catch {
            finish(.error(error))
        }
    }
}
