import RxTraceKit

/// What is done with a trait's element, error or completion, on behalf of the node that observes.
@usableFromInline typealias TraitHandler<Value> = (_ value: Value, _ node: TracedObject) -> Void

/// Runs a closure of the user's, recorded as the parameter that took it.
@inlinable
func traitHandler<Value>(_ label: HandlerLabel, _ body: ((Value) -> Void)?) -> TraitHandler<Value>? {
    guard let body else { return nil }
    return { value, node in recordedHandler(label, node) { body(value) } }
}

/// As above, for a completion.
@inlinable
func traitHandler(_ label: HandlerLabel, _ body: (() -> Void)?) -> TraitHandler<Void>? {
    guard let body else { return nil }
    return { _, node in recordedHandler(label, node, body) }
}

/// As above, with an object it does not keep alive; does nothing once that is released.
@inlinable
func traitHandler<Object: AnyObject, Value>(
    _ label: HandlerLabel, of object: Object, _ body: ((Object, Value) -> Void)?
) -> TraitHandler<Value> {
    { [weak object] value, node in
        if let object, let body { recordedHandler(label, node) { body(object, value) } }
    }
}

/// As above, for a completion.
@inlinable
func traitHandler<Object: AnyObject>(
    _ label: HandlerLabel, of object: Object, _ body: ((Object) -> Void)?
) -> TraitHandler<Void> {
    { [weak object] _, node in
        if let object, let body { recordedHandler(label, node) { body(object) } }
    }
}
