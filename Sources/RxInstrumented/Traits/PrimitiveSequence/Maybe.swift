/// A sequence of one element, or of none, or an error.
///
/// ```swift
/// Maybe.just(1).filter { $0 > 1 }.subscribe(onCompleted: { print("none") })  // none
/// ```
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// The trait of sequences of one element, or none, or an error.
public enum MaybeTrait: OneElementTrait {}

/// The event of a ``Maybe``, sent once.
@frozen public enum MaybeEvent<Element> {
    /// The element; the sequence is complete.
    case success(Element)
    /// The sequence failed.
    case error(any Error)
    /// The sequence completed without an element.
    case completed
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Takes the only event of a ``Maybe``.
    public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

    /// A ``Maybe`` whose event a closure sends, for each subscription.
    ///
    /// ```swift
    /// let cached = Maybe<Data>.create { maybe in
    ///     maybe(cache[key].map { .success($0) } ?? .completed)
    ///     return Disposables.create()
    /// }
    /// ```
    ///
    /// - Parameter subscribe: runs for each subscription, with the observer to send to. The returned disposable is
    ///   disposed when the subscription ends. Events after the first are dropped.
    @inlinable
    public static func create(
        subscribe: @escaping (@escaping MaybeObserver) -> any Disposable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: .create { observer in
                subscribe { event in
                    switch event {
                    case .success(let element):
                        observer.onNext(element)
                        observer.onCompleted()
                    case .error(let error):
                        observer.onError(error)
                    case .completed:
                        observer.onCompleted()
                    }
                }
            })
    }

    /// Subscribes a closure for the only event.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(_ observer: @escaping (MaybeEvent<Element>) -> Void) -> any Disposable {
        primitiveSequence.subscribe(handling: { event in
            switch event {
            case .next(let element): observer(.success(element))
            case .error(let error): observer(.error(error))
            case .completed: observer(.completed)
            }
        })
    }

    /// Subscribes closures for the element, the error, the completion without an element and the end of the
    /// subscription.
    ///
    /// ```swift
    /// cached.subscribe(onSuccess: show, onError: report, onCompleted: { print("not there") })
    /// ```
    ///
    /// Without `onError`, an error goes to ``Hooks/defaultErrorHandler``. `onDisposed` runs once, however the
    /// subscription ends.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.subscribe(
            onElement: closureHandler(.onSuccess, onSuccess), onError: closureHandler(.onError, onError),
            onCompleted: closureHandler(.onCompleted, onCompleted), end: .onDisposed(onDisposed))
    }

    /// Subscribes closures that also take `object`, which the subscription references weakly.
    ///
    /// Once `object` is released, no closure runs.
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
        onError: ((Object, any Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.subscribe(
            with: object, onElement: closureHandler(.onSuccess, of: object, onSuccess),
            onError: closureHandler(.onError, of: object, onError),
            onCompleted: closureHandler(.onCompleted, of: object, onCompleted), onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Sends one element.
    ///
    /// ```swift
    /// Maybe.just(1).subscribe(onSuccess: { print($0) })  // 1
    /// ```
    @inlinable
    public static func just(_ element: Element) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element))
    }

    /// Sends one element, on a scheduler.
    @inlinable
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// Fails at once.
    @inlinable
    public static func error(_ error: any Error) -> Maybe<Element> {
        PrimitiveSequence(raw: .error(error))
    }

    /// Sends nothing, ever.
    @inlinable
    public static func never() -> Maybe<Element> {
        PrimitiveSequence(raw: .never())
    }

    /// Completes at once, without an element.
    @inlinable
    public static func empty() -> Maybe<Element> {
        PrimitiveSequence(raw: .empty())
    }
}
