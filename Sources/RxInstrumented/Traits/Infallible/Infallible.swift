/// A sequence that cannot fail.
///
/// ```swift
/// Infallible.of(1, 2).map { $0 * 10 }.subscribe(onNext: { print($0) })  // 10 20
/// ```
public struct Infallible<Element>: InfallibleType {
    @usableFromInline let source: Observable<Element>

    /// - Parameter source: a sequence that must not fail.
    @inlinable package init(_ source: Observable<Element>) {
        self.source = source
    }

    /// The sequence as an observable.
    @inlinable public func asObservable() -> Observable<Element> { source }
}

/// The protocol of sequences that cannot fail, on which their operators are defined.
public protocol InfallibleType: ObservableConvertibleType {}

/// One delivery of an ``Infallible``: any number of elements come, then at most one `completed`.
public enum InfallibleEvent<Element> {
    /// The next element of the sequence.
    case next(Element)
    /// The sequence ended; no event follows.
    case completed
}

extension InfallibleEvent: EventConvertible {
    /// The event as an ``Event``.
    @inlinable public var event: Event<Element> {
        switch self {
        case .next(let element): .next(element)
        case .completed: .completed
        }
    }
}

extension Infallible {
    /// Names the sequence, as `traced(_:)` of any observable, but returns an ``Infallible``.
    @discardableResult
    public func traced(_ name: String) -> Self {
        source.traced(name)
        return self
    }
}

extension InfallibleType {
    /// Subscribes a closure for all events.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void) -> any Disposable {
        let observer = AnonymousObserver<Element>(
            labels: (.onEvent, nil, .onEvent), onNext: { on(.next($0)) }, onError: { _ in },
            onCompleted: { on(.completed) }, end: nil)
        return asObservable().subscribe(Edge(observer), through: SubscribePath([Self.self, nil]))
    }

    /// Subscribes closures for the elements, the completion and the end of the subscription.
    ///
    /// ```swift
    /// Infallible.of(1, 2).subscribe(onNext: { print($0) }, onCompleted: { print("done") })  // 1 2 done
    /// ```
    ///
    /// `onDisposed` runs once, however the subscription ends.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        let end = AnonymousDisposable.onDisposed(onDisposed)
        let observer = AnonymousObserver<Element>.handling(
            onNext: onNext, onError: nil, onCompleted: onCompleted, end: end)
        return asObservable().subscribe(
            Edge(observer), joining: end, through: SubscribePath([Self.self, nil], joining: 1))
    }

    /// Subscribes closures that also take `object`, which the subscription references weakly.
    ///
    /// Once `object` is released, no closure runs.
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        let end = AnonymousDisposable.onDisposed(of: object, onDisposed)
        let take = closureHandler(.onNext, of: object, onNext)
        let complete = closureHandler(.onCompleted, of: object, onCompleted)
        let observer = ClosureObserver<Element> { event, node in
            switch event {
            case .next(let element): return take(element, node)
            case .error: break
            case .completed: complete((), node)
            }
            end?.dispose()
        }
        return asObservable().subscribe(
            Edge(observer), joining: end, through: SubscribePath([Self.self, nil, nil], joining: 2))
    }
}
