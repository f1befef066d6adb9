public import RxTraceKit

/// An observable that subscribes to its source only when told to.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source, for all observers together.
    ///
    /// - Returns: a disposable that ends that subscription.
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
        connection().asDisposable
    }

    @usableFromInline final func connection() -> DisposableObject? {
        connection { decideConnection() }
    }

    /// Starts the connection decided on, unless it was there before.
    ///
    /// - Parameter decide: returns nil if a connection is to be made ready first; it is called again then.
    /// - Returns: the connection; nil if none is wanted.
    final func connection(_ decide: () -> Decision?) -> DisposableObject? {
        recorded(.connect, self) {
            while true {
                if let decision = decide() { return decision.started() }
                makeConnectionReady()
            }
        }
    }

    /// A connection, if one is wanted, and whether it is still to be started.
    @usableFromInline struct Decision {
        let connection: ConnectionObserver?
        let isNew: Bool

        fileprivate func started() -> ConnectionObserver? {
            if isNew { connection?.start() }
            return connection
        }
    }

    /// The connection there is, or a new one; nil if it is to be made ready first. Runs no code of others, so that it can
    /// be called under a lock.
    @usableFromInline func decideConnection() -> Decision? {
        preconditionFailure("\(type(of: self)) does not say what connecting it does")
    }

    /// How many connections are over: whoever subscribes while this stays the same is served by the same connection.
    @usableFromInline var pastConnections: Int { 0 }

    /// The thread that ended the latest of the connections that are over; 0 if there is none.
    @usableFromInline var latestEnder: UInt { 0 }

    /// Makes a connection's parts. Not to be called under a lock.
    @usableFromInline func makeConnectionReady() {}

    /// Runs a closure of the user's that this observable holds.
    @inlinable final func handle<Result>(_ label: HandlerLabel, _ body: () throws -> Result) rethrows -> Result {
        try recordedHandler(label, self, body)
    }
}

/// The base of observers of a connectable's source, which end their subscription when disposed.
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

    /// Whether the source's end has been sent. The thread that is sending it finds that it has not: as in RxSwift, who
    /// subscribes within that call still counts among this connection's observers.
    @usableFromInline func isOver(for thread: UInt) -> Bool { false }

    /// From now on, whoever subscribes or connects begins anew; this connection is still to be disposed. Runs no code of
    /// others, so that it can be called under a lock.
    ///
    /// - Returns: the objects to release outside of the lock.
    @usableFromInline func detach() -> Any? { nil }

    /// Disposes the connection, each time.
    @usableFromInline func didDispose() {}
}
