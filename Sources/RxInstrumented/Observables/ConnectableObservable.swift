public import RxTraceKit

/// An observable that subscribes to its source when ``connect()`` is called.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source, once for all observers.
    ///
    /// - Returns: a disposable that ends the subscription to the source.
    func connect() -> any Disposable
}

/// An observable that subscribes to its source when ``connect()`` is called, once for all its observers.
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

    /// Subscribes to the source, unless a connection exists.
    ///
    /// - Returns: the connection. Disposing it ends the subscription to the source, and a new connection can be made.
    public final func connect() -> any Disposable {
        connection().asDisposable
    }

    @usableFromInline final func connection() -> DisposableObject? {
        connection { decideConnection() }
    }

    /// Decides on a connection and, if it is new, starts it.
    ///
    /// - Parameter decide: returns nil to have ``makeConnectionReady()`` called first, and is called again then.
    /// - Returns: the connection, or nil if the decision is for none.
    final func connection(_ decide: () -> Decision?) -> DisposableObject? {
        recorded(.connect, self) {
            while true {
                if let decision = decide() { return decision.started() }
                makeConnectionReady()
            }
        }
    }

    /// A connection, if any, and whether it is new and so has to be started.
    @usableFromInline struct Decision {
        let connection: ConnectionObserver?
        let isNew: Bool

        fileprivate func started() -> ConnectionObserver? {
            if isNew { connection?.start() }
            return connection
        }
    }

    /// Returns the current connection, or a new one, or nil if ``makeConnectionReady()`` is to be called first. Runs no
    /// foreign code, so that it can be called under a lock.
    @usableFromInline func decideConnection() -> Decision? {
        preconditionFailure("\(type(of: self)) does not say what connecting it does")
    }

    /// How many connections have ended. Observers that subscribe at the same number share a connection.
    @usableFromInline var pastConnections: Int { 0 }

    /// The key of the thread that ended the latest ended connection. 0 if there is none.
    @usableFromInline var latestEnder: UInt { 0 }

    /// Makes the parts of a connection. Not to be called under a lock.
    @usableFromInline func makeConnectionReady() {}

    /// Runs a closure of the user, recorded as this observable's.
    @inlinable final func handle<Result>(_ label: HandlerLabel, _ body: () throws -> Result) rethrows -> Result {
        try recordedHandler(label, self, body)
    }
}

/// The base of observers that a connectable subscribes to its source. Disposing one ends its subscription.
@usableFromInline
class ConnectionObserver: StoppableObject {
    @usableFromInline final let owner: TraceOwner

    @inlinable init(of connectable: TracedObject) {
        owner = connectable.asOwner
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .observer }
    @usableFromInline final override var traceOwner: TraceOwner { owner }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) { didDispose() }
    }

    /// Subscribes to the source. Called once.
    @usableFromInline func start() {}

    /// Whether the source's end has been sent. False on the thread that is sending it: as in RxSwift, an observer that
    /// subscribes within that call still belongs to this connection.
    @usableFromInline func isOver(for thread: UInt) -> Bool { false }

    /// Has later subscribers and calls of `connect` make a new connection. This one must still be disposed. Runs no
    /// foreign code, so that it can be called under a lock.
    ///
    /// - Returns: the objects to release outside of the lock.
    @usableFromInline func detach() -> Any? { nil }

    /// Called by each `dispose()`.
    @usableFromInline func didDispose() {}
}
