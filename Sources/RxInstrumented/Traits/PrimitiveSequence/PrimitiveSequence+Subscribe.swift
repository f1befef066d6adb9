extension PrimitiveSequence {
    /// Subscribes a closure for the trait's own event.
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
    ///   - onError: nil leaves the error to ``Hooks/defaultErrorHandler``.
    ///   - end: is disposed of when the subscription ends.
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

    /// As above for `subscribe(with:)`, which is one more call on the way.
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
