import RxTraceKit

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
