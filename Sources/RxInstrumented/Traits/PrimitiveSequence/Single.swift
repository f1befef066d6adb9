/// A sequence of one element, or an error.
///
/// ```swift
/// Single.just(1).map { $0 + 1 }.subscribe(onSuccess: { print($0) })  // 2
/// ```
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// The trait of sequences of one element or an error.
public enum SingleTrait: OneElementTrait {}

/// The event of a ``Single``, sent once: its element or its error.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Takes the only event of a ``Single``.
    public typealias SingleObserver = (SingleEvent<Element>) -> Void

    /// A ``Single`` whose event a closure sends, for each subscription.
    ///
    /// ```swift
    /// let size = Single<Int>.create { single in
    ///     let task = download { result in single(result.map(\.count)) }
    ///     return Disposables.create { task.cancel() }
    /// }
    /// ```
    ///
    /// - Parameter subscribe: runs for each subscription, with the observer to send to. The returned disposable is
    ///   disposed when the subscription ends. Events after the first are dropped.
    @inlinable
    public static func create(
        subscribe: @escaping (@escaping SingleObserver) -> any Disposable
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: .create { observer in
                subscribe { event in
                    switch event {
                    case .success(let element):
                        observer.onNext(element)
                        observer.onCompleted()
                    case .failure(let error):
                        observer.onError(error)
                    }
                }
            })
    }

    /// Subscribes a closure for the only event.
    ///
    /// ```swift
    /// Single.just(1).subscribe { event in print(event) }  // success(1)
    /// ```
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> any Disposable {
        primitiveSequence.subscribe(handling: { event in
            switch event {
            case .next(let element): observer(.success(element))
            case .error(let error): observer(.failure(error))
            case .completed: singleCompleted()
            }
        })
    }

    /// Subscribes closures for the element, the error and the end of the subscription.
    ///
    /// ```swift
    /// loading.subscribe(onSuccess: show, onFailure: report).disposed(by: bag)
    /// ```
    ///
    /// Without `onFailure`, an error goes to ``Hooks/defaultErrorHandler``. `onDisposed` runs once, however the
    /// subscription ends.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.subscribe(
            onElement: closureHandler(.onSuccess, onSuccess), onError: closureHandler(.onFailure, onFailure),
            onCompleted: { _, _ in singleCompleted() }, end: .onDisposed(onDisposed))
    }

    /// Subscribes closures that are also given `object`, which the subscription does not keep alive.
    ///
    /// Once `object` is released, no closure runs.
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
        onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.subscribe(
            with: object, onElement: closureHandler(.onSuccess, of: object, onSuccess),
            onError: closureHandler(.onFailure, of: object, onFailure), onCompleted: { _, _ in singleCompleted() },
            onDisposed: onDisposed)
    }
}

@usableFromInline
func singleCompleted() {
    fatalErrorInDebug("A Single completed without an element.")
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Sends one element.
    ///
    /// ```swift
    /// Single.just(1).subscribe(onSuccess: { print($0) })  // 1
    /// ```
    @inlinable
    public static func just(_ element: Element) -> Single<Element> {
        PrimitiveSequence(raw: .just(element))
    }

    /// Sends one element, on a scheduler.
    @inlinable
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Single<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// Fails at once.
    @inlinable
    public static func error(_ error: any Error) -> Single<Element> {
        PrimitiveSequence(raw: .error(error))
    }

    /// Sends nothing, ever.
    @inlinable
    public static func never() -> Single<Element> {
        PrimitiveSequence(raw: .never())
    }
}
