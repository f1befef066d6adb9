public import RxTraceKit

/// An observable that subscribes to its source only when told to.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source, for all observers together.
    ///
    /// - Returns: what ends that subscription when disposed.
    func connect() -> any Disposable
}

/// An observable that subscribes to its source when it is told to ``connect()``, once for all its observers.
///
/// ```swift
/// let numbers = Observable.of(1, 2).publish()
/// let first = numbers.subscribe(onNext: { print("first", $0) })
/// let second = numbers.subscribe(onNext: { print("second", $0) })
/// let connection = numbers.connect()  // first 1, second 1, first 2, second 2
/// ```
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType {
    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .connectable }

    /// Subscribes to the source, unless it is subscribed already.
    ///
    /// - Returns: the connection: disposed, it ends the subscription to the source, and a new one can be made.
    public final func connect() -> any Disposable {
        connection().orNop
    }

    @usableFromInline final func connection() -> DisposableObject? {
        recorded(.connect, self) { connectCore() }
    }

    @usableFromInline func connectCore() -> DisposableObject? {
        preconditionFailure("\(type(of: self)) does not say what connecting it does")
    }

    /// Runs a closure of the user's that this observable holds.
    @inlinable final func handle<Result>(_ label: HandlerLabel, _ body: () throws -> Result) rethrows -> Result {
        try recordedHandler(label, self, body)
    }
}

/// The base of what observes a connectable's source, and ends that when disposed.
@usableFromInline
class ConnectionObserver: StoppableObject {
    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) { didDispose() }
    }

    /// What disposing does, each time.
    @usableFromInline func didDispose() {}
}
