import RxTraceKit

/// An observer for the library's own code. Its closure gets the observer, as the node of which it records the user's
/// closures that it runs.
///
/// A trace shows it as ``AnonymousObserver``, which RxSwift uses in its place.
@usableFromInline
final class ClosureObserver<Element>: ObserverBase<Element>, ObserverType {
    @usableFromInline typealias Receive = (_ event: Event<Element>, _ node: ClosureObserver<Element>) -> Void

    /// Whether only the first event counts, as for a trait, whose `completed` after the element adds nothing.
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
            // This observer is never disposed, so the flag can tell that the first event has come.
            if !takesFirstOnly || disposed.set() { receive(event, self) }
        }
    }

    /// Runs a closure of the user, recorded as this observer's.
    @inlinable func handle(_ label: HandlerLabel, _ body: () -> Void) {
        recordedHandler(label, self, body)
    }
}

/// Handles an element, error or completion. `node` is the observer that calls it.
@usableFromInline typealias ClosureHandler<Value> = (_ value: Value, _ node: TracedObject) -> Void

/// A handler that runs a closure of the user with a label. nil without a closure.
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

/// As above, with a weakly referenced object. Does nothing once the object is released.
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
    /// A disposable that runs the user's `onDisposed`. nil without a closure.
    @inlinable
    static func onDisposed(_ action: (() -> Void)?) -> AnonymousDisposable? {
        guard let action else { return nil }
        return AnonymousDisposable(.onDisposed, action)
    }

    /// As above, with a weakly referenced object. Does nothing once the object is released.
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
