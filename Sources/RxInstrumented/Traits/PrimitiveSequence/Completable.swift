/// A sequence without elements, which completes or fails.
///
/// ```swift
/// saving.andThen(loading).subscribe(onSuccess: show)  // saving is a Completable
/// ```
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// The trait of sequences without elements.
public enum CompletableTrait {}

/// The event of a ``Completable``, sent once.
@frozen public enum CompletableEvent {
    /// The sequence failed.
    case error(any Error)
    /// The sequence completed.
    case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Takes the only event of a ``Completable``.
    public typealias CompletableObserver = (CompletableEvent) -> Void

    /// A ``Completable`` whose event a closure sends, for each subscription.
    ///
    /// ```swift
    /// let saving = Completable.create { completable in
    ///     let task = store.save { error in completable(error.map { .error($0) } ?? .completed) }
    ///     return Disposables.create { task.cancel() }
    /// }
    /// ```
    ///
    /// - Parameter subscribe: runs for each subscription, with the observer to send to. The returned disposable is
    ///   disposed when the subscription ends. Events after the first are dropped.
    @inlinable
    public static func create(
        subscribe: @escaping (@escaping CompletableObserver) -> any Disposable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: .create { observer in
                subscribe { event in
                    switch event {
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// Subscribes a closure for the only event.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(_ observer: @escaping (CompletableEvent) -> Void) -> any Disposable {
        primitiveSequence.subscribe(handling: { event in
            switch event {
            case .error(let error): observer(.error(error))
            case .completed: observer(.completed)
            }
        })
    }

    /// Subscribes closures for the completion, the error and the end of the subscription.
    ///
    /// ```swift
    /// saving.subscribe(onCompleted: { print("saved") }, onError: report).disposed(by: bag)
    /// ```
    ///
    /// Without `onError`, an error goes to ``Hooks/defaultErrorHandler``. `onDisposed` runs once, however the
    /// subscription ends.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(
        onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.subscribe(
            onError: closureHandler(.onError, onError), onCompleted: closureHandler(.onCompleted, onCompleted),
            end: .onDisposed(onDisposed))
    }

    /// Subscribes closures that also take `object`, which the subscription references weakly.
    ///
    /// Once `object` is released, no closure runs.
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object, onCompleted: ((Object) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.subscribe(
            with: object, onError: closureHandler(.onError, of: object, onError),
            onCompleted: closureHandler(.onCompleted, of: object, onCompleted), onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Fails at once.
    @inlinable
    public static func error(_ error: any Error) -> Completable {
        PrimitiveSequence(raw: .error(error))
    }

    /// Sends nothing, ever.
    @inlinable
    public static func never() -> Completable {
        PrimitiveSequence(raw: .never())
    }

    /// Completes at once.
    ///
    /// ```swift
    /// Completable.empty().subscribe(onCompleted: { print("done") })  // done
    /// ```
    @inlinable
    public static func empty() -> Completable {
        PrimitiveSequence(raw: .empty())
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Calls closures as the completion or the error goes by, and as a subscription begins and ends.
    ///
    /// ```swift
    /// saving.do(onError: log, onSubscribe: { print("saving") }, onDispose: { print("no longer saving") })
    /// ```
    ///
    /// An error thrown by a closure is the sequence's. The parameters are those of an observable's `do`.
    @inlinable
    public func `do`(
        onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
        onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Completable {
        PrimitiveSequence(
            raw: source.do(
                onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
