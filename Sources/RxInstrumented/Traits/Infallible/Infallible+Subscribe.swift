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

    /// Subscribes closures that are also given `object`, which the subscription does not keep alive.
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
