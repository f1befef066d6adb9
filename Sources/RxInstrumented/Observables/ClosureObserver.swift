import RxTraceKit

/// Observes for the library's own code: the closure says itself which closures of the user's it runs, and is given the
/// node that holds them.
///
/// A trace shows it as the ``AnonymousObserver`` that it is to readers of RxSwift.
@usableFromInline
final class ClosureObserver<Element>: ObserverBase<Element>, ObserverType {
    @usableFromInline typealias Receive = (_ event: Event<Element>, _ node: ClosureObserver<Element>) -> Void

    /// Whether only the first event counts: that of a trait, whose `completed` after its element says nothing new.
    @usableFromInline let takesFirstOnly: Bool
    @usableFromInline let receive: Receive

    @inlinable init(takesFirstOnly: Bool = false, _ receive: @escaping Receive) {
        self.takesFirstOnly = takesFirstOnly
        self.receive = receive
        super.init()
    }

    @usableFromInline override var traceType: Any.Type { AnonymousObserver<Element>.self }

    @inlinable func on(_ event: Event<Element>) {
        on(event) { event in
            // An observer is not disposed of, so the flag is free to tell that the first event has come.
            if !takesFirstOnly || disposed.set() { receive(event, self) }
        }
    }

    /// Runs a closure of the user's, on behalf of this observer.
    @inlinable func handle(_ label: HandlerLabel, _ body: () -> Void) {
        recordedHandler(label, self, body)
    }
}

/// Handles a ``ClosureObserver``'s elements, error and completion, on behalf of the node that observes.
@usableFromInline typealias ClosureHandler<Value> = (_ value: Value, _ node: TracedObject) -> Void

/// Runs a closure of the user's, if there is one, recorded as the parameter that took it.
@inlinable
func closureHandler<Value>(_ label: HandlerLabel, _ body: ((Value) -> Void)?) -> ClosureHandler<Value>? {
    guard let body else { return nil }
    return { value, node in recordedHandler(label, node) { body(value) } }
}

/// As above, for a completion.
@inlinable
func closureHandler(_ label: HandlerLabel, _ body: (() -> Void)?) -> ClosureHandler<Void>? {
    guard let body else { return nil }
    return { _, node in recordedHandler(label, node, body) }
}

/// As above, with an object it does not keep alive; does nothing once that is released.
@inlinable
func closureHandler<Object: AnyObject, Value>(
    _ label: HandlerLabel, of object: Object, _ body: ((Object, Value) -> Void)?
) -> ClosureHandler<Value> {
    { [weak object] value, node in
        if let object, let body { recordedHandler(label, node) { body(object, value) } }
    }
}

/// As above, for a completion.
@inlinable
func closureHandler<Object: AnyObject>(
    _ label: HandlerLabel, of object: Object, _ body: ((Object) -> Void)?
) -> ClosureHandler<Void> {
    { [weak object] _, node in
        if let object, let body { recordedHandler(label, node) { body(object) } }
    }
}

extension AnonymousDisposable {
    /// Runs a user's `onDisposed`, if there is one.
    @inlinable
    static func onDisposed(_ action: (() -> Void)?) -> AnonymousDisposable? {
        guard let action else { return nil }
        return AnonymousDisposable(.onDisposed, action)
    }

    /// As above, with an object it does not keep alive; does nothing once that is released.
    @inlinable
    static func onDisposed<Object: AnyObject>(
        of object: Object, _ action: ((Object) -> Void)?
    ) -> AnonymousDisposable? {
        guard let action else { return nil }
        return AnonymousDisposable(.onDisposed) { [weak object] in
            if let object { action(object) }
        }
    }
}
