/// An observable sequence whose `Trait` says how many elements it has: a ``Single``, a ``Maybe`` or a ``Completable``.
///
/// ```swift
/// let name: Single<String> = .just("Rx")  // PrimitiveSequence<SingleTrait, String>
/// ```
public struct PrimitiveSequence<Trait, Element> {
    @usableFromInline let source: Observable<Element>

    /// - Parameter raw: a sequence that fulfils the trait.
    @inlinable init(raw: Observable<Element>) {
        source = raw
    }
}

/// The protocol of sequences with a trait, on which their operators are defined.
public protocol PrimitiveSequenceType {
    /// How many elements there are: ``SingleTrait``, ``MaybeTrait`` or ``CompletableTrait``.
    associatedtype Trait
    /// The type of the sequence's element.
    associatedtype Element

    /// The sequence as a ``PrimitiveSequence``.
    var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
    /// The sequence itself.
    @inlinable public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
    /// The sequence without its trait.
    @inlinable public func asObservable() -> Observable<Element> { source }
}

/// The trait of sequences with at most one element: ``Single`` and ``Maybe``.
public protocol OneElementTrait {}

extension PrimitiveSequenceType {
    @inlinable var source: Observable<Element> { primitiveSequence.source }
}

extension PrimitiveSequence {
    /// Names the sequence, as `traced(_:)` of any observable, but returns a ``PrimitiveSequence``.
    ///
    /// ```swift
    /// let user: Single<User> = load(id).traced("user")
    /// ```
    @discardableResult
    public func traced(_ name: String) -> Self {
        source.traced(name)
        return self
    }
}

extension PrimitiveSequence {
    /// Makes the sequence at each subscription.
    ///
    /// ```swift
    /// let now = Single.deferred { .just(Date()) }
    /// ```
    ///
    /// - Parameter observableFactory: an error it throws is the sequence's.
    @inlinable
    public static func deferred(
        _ observableFactory: @escaping () throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .deferred { try observableFactory().source })
    }

    /// A sequence with a resource that lives as long as its subscription.
    ///
    /// ```swift
    /// Single.using({ try File("notes") }, primitiveSequenceFactory: { file in file.text() })
    ///     .subscribe(onSuccess: show)
    /// ```
    ///
    /// - Parameters:
    ///   - resourceFactory: makes the resource for each subscription. The resource is disposed when the subscription
    ///     ends.
    ///   - primitiveSequenceFactory: makes the sequence. An error that either closure throws is the sequence's.
    @inlinable
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping () throws -> Resource,
        primitiveSequenceFactory: @escaping (Resource) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: Using(
                resourceFactory: resourceFactory, label: .primitiveSequenceFactory,
                observableFactory: { try primitiveSequenceFactory($0).source }))
    }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
    /// Sends 0 after `dueTime`.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Single<Int>.timer(.seconds(5), scheduler: scheduler).subscribe(onSuccess: { print($0) })
    /// scheduler.start()  // 0
    /// ```
    @inlinable
    public static func timer(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .timer(dueTime, scheduler: scheduler))
    }
}

extension PrimitiveSequence {
    /// Subscribes a closure for the trait's event.
    @inlinable
    func subscribe(handling receive: @escaping (Event<Element>) -> Void) -> any Disposable {
        let observer = ClosureObserver<Element>(takesFirstOnly: true) { event, node in
            node.handle(.onEvent) { receive(event) }
        }
        return source.subscribe(Edge(observer), through: SubscribePath([Self.self, nil]))
    }

    /// Subscribes closures for the element, the error, the completion and the end of the subscription.
    ///
    /// - Parameters:
    ///   - onError: if nil, the error goes to ``Hooks/defaultErrorHandler``.
    ///   - end: disposed when the subscription ends.
    @inlinable
    func subscribe(
        onElement: ClosureHandler<Element>? = nil, onError: ClosureHandler<any Error>?,
        onCompleted: ClosureHandler<Void>? = nil, end: AnonymousDisposable?,
        through path: @autoclosure () -> SubscribePath = SubscribePath([Self.self, Self.self, nil], joining: 0)
    ) -> any Disposable {
        let callStack = Hooks.recordCallStackOnError ? Hooks.customCaptureSubscriptionCallstack() : []
        let observer = ClosureObserver<Element>(takesFirstOnly: true) { event, node in
            switch event {
            case .next(let element):
                onElement?(element, node)
            case .error(let error):
                if let onError { onError(error, node) } else { Hooks.defaultErrorHandler(callStack, error) }
            case .completed:
                onCompleted?((), node)
            }
            end?.dispose()
        }
        return source.subscribe(Edge(observer), joining: end, through: path())
    }

    /// As above, for `subscribe(with:)`, which adds a call to the path.
    @inlinable
    func subscribe<Object: AnyObject>(
        with object: Object, onElement: ClosureHandler<Element>? = nil, onError: @escaping ClosureHandler<any Error>,
        onCompleted: ClosureHandler<Void>? = nil, onDisposed: ((Object) -> Void)?
    ) -> any Disposable {
        subscribe(
            onElement: onElement, onError: onError, onCompleted: onCompleted,
            end: AnonymousDisposable.onDisposed(of: object, onDisposed),
            through: SubscribePath([Self.self, Self.self, Self.self, nil], joining: 1))
    }
}
