import CRxTraceBuffer
import RxTraceKit

extension PrimitiveSequence {
    /// Subscribes a closure for the trait's own event.
    @inlinable
    func subscribe(handling receive: @escaping (Event<Element>) -> Void) -> any Disposable {
        let observer = ClosureObserver<Element>(takesFirstOnly: true) { event, node in
            recordedHandler(.onEvent, node) { receive(event) }
        }
        return source.subscribe(Edge(observer), through: SubscribePath([Self.self, nil]))
    }

    /// Subscribes closures for the element, the error, the completion and the end of the subscription.
    ///
    /// - Parameter onError: nil leaves the error to ``Hooks/defaultErrorHandler``.
    @inlinable
    func subscribe(
        onElement: TraitHandler<Element>? = nil, onError: TraitHandler<any Error>?,
        onCompleted: TraitHandler<Void>? = nil, onDisposed: (() -> Void)?,
        through path: @autoclosure () -> SubscribePath = SubscribePath([Self.self, Self.self, nil], joining: 0)
    ) -> any Disposable {
        let end: AnonymousDisposable?
        if let onDisposed { end = AnonymousDisposable(.onDisposed, onDisposed) } else { end = nil }
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
        with object: Object, onElement: TraitHandler<Element>? = nil, onError: @escaping TraitHandler<any Error>,
        onCompleted: TraitHandler<Void>? = nil, onDisposed: ((Object) -> Void)?
    ) -> any Disposable {
        var end: (() -> Void)?
        if let onDisposed {
            end = { [weak object] in
                if let object { onDisposed(object) }
            }
        }
        return subscribe(
            onElement: onElement, onError: onError, onCompleted: onCompleted, onDisposed: end,
            through: SubscribePath([Self.self, Self.self, Self.self, nil], joining: 1))
    }
}
