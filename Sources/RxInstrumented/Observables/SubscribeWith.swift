import CRxTraceBuffer
import RxTraceKit

extension ObservableType {
    /// Subscribes handlers that also take `object`, which the subscription references weakly.
    ///
    /// Once `object` is released, no handler runs.
    ///
    /// ```swift
    /// let subscription = names.subscribe(with: label, onNext: { label, name in label.text = name })
    /// ```
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        let observable = asObservable()
        let handlers = ObjectHandlers(object)
        let end = AnonymousDisposable { handlers.run(.onDisposed, onDisposed) { $0($1) } }
        let observer = AnonymousObserver<Element>(
            labels: (nil, nil, nil),
            onNext: { element in handlers.run(.onNext, onNext) { $0($1, element) } },
            onError: { error in handlers.run(.onError, onError) { $0($1, error) } },
            onCompleted: { handlers.run(.onCompleted, onCompleted) { $0($1) } }, end: end)
        handlers.setNodes(observer: observer, end: end)
        let target = Unmanaged<TracedObject>.passUnretained(observer)
        // As in RxSwift, this is a `subscribe` call of its own, within which the one without an object is called.
        return recordedSubscribe(observable, as: receiver, observer: target, begins: true, byUser: true) {
            recordedSubscribe(observable, as: receiver, observer: target, begins: true, byUser: false) {
                BinaryDisposable(observable.subscribe(Edge(observer)), end)
            }
        }.asDisposable
    }
}

/// Runs handlers with a weakly referenced object, as long as the object is alive.
@usableFromInline
final class ObjectHandlers<Object: AnyObject> {
    @usableFromInline weak var object: Object?
    // Unowned, because both hold closures that hold this object.
    @usableFromInline unowned var observer: TracedObject?
    @usableFromInline unowned var end: TracedObject?

    @inlinable init(_ object: Object) {
        self.object = object
    }

    @usableFromInline func setNodes(observer: TracedObject, end: TracedObject) {
        self.observer = observer
        self.end = end
    }

    /// Runs and records `handler`, if there is one and the object is alive.
    @inlinable func run<Handler>(_ label: HandlerLabel, _ handler: Handler?, _ body: (Handler, Object) -> Void) {
        guard let handler, let object, let node = label == .onDisposed ? end : observer else { return }
        recordedHandler(label, node) { body(handler, object) }
    }
}

extension ObservableType {
    /// Subscribes the library's own code for all events. The user's code calls it through another module of the
    /// library.
    @inlinable
    package func subscribeByLibrary(_ receive: @escaping (Event<Element>) -> Void) -> any Disposable {
        let observer = ClosureObserver<Element> { event, _ in receive(event) }
        return asObservable().subscribe(Edge(observer), through: SubscribePath([receiver]))
    }

    /// Subscribes the library's own code for elements.
    @inlinable
    package func subscribeByLibrary(onNext receive: @escaping (Element) -> Void) -> any Disposable {
        let observer = ClosureObserver<Element> { event, _ in
            if case .next(let element) = event { receive(element) }
        }
        return asObservable().subscribe(
            Edge(observer), joining: nil, through: SubscribePath([receiver], joining: 0))
    }

    /// Subscribes the library's own code for all events, with a closure that runs when the subscription ends.
    func subscribeByLibrary(
        _ receive: @escaping (Event<Element>) -> Void, onDisposed: @escaping () -> Void
    ) -> any Disposable {
        let end = AnonymousDisposable(nil, onDisposed)
        let observer = ClosureObserver<Element> { event, _ in
            receive(event)
            if event.isStopEvent { end.dispose() }
        }
        return asObservable().subscribe(
            Edge(observer), joining: end, through: SubscribePath([receiver], joining: 0))
    }
}
