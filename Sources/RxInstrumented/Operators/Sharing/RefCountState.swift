/// The observers of a ``RefCount``, as a count, and their connection.
///
/// Under the lock it is decided which thread connects or disconnects. Both run the user's code, and so happen outside
/// of the lock.
@usableFromInline
final class RefCountState<Element> {
    /// The current connection, if any, and the number of observers.
    private enum Use {
        /// No connection. There are observers only if, as in RxSwift, the disposal of a connection made another one,
        /// which is forgotten.
        case unconnected(observers: Int)
        /// A connection, from the decision on. It may have no observers while some are subscribing.
        case connected(RefCountConnection, observers: Int)

        var observers: Int {
            switch self {
            case .unconnected(let observers), .connected(_, let observers): observers
            }
        }

        var connection: RefCountConnection? {
            if case .connected(let connection, _) = self { connection } else { nil }
        }

        /// Adds `change`, 1 or -1, to the number of observers.
        mutating func count(_ change: Int) {
            switch self {
            case .unconnected(let observers): self = .unconnected(observers: observers + change)
            case .connected(let connection, let observers):
                self = .connected(connection, observers: observers + change)
            }
        }

        /// Removes and returns the connection, with `observers` left.
        mutating func disconnect(leaving observers: Int) -> RefCountConnection? {
            defer { self = .unconnected(observers: observers) }
            return connection
        }
    }

    /// An observer that is subscribing, and is counted afterwards.
    private struct Arrival {
        let thread: UInt
        /// Whether an observer has left on another thread meanwhile, which kept the connection for this observer.
        var isAwaited = false
    }

    private let connectable: ConnectableObservable<Element>?
    private let connect: () -> DisposableObject?
    private let lock = RecursiveLock()
    // Under the lock.
    private var arriving: [Arrival] = []
    /// The keys of the threads that are disposing an unused connection.
    private var disconnecting: [UInt] = []
    private var use = Use.unconnected(observers: 0)
    /// Increased when a connection ends by itself. The observers of earlier generations are not counted any more.
    private var generation = 0

    /// - Parameters:
    ///   - connectable: the source, if its type is the library's. A connection that is about to be disposed is then
    ///     detached from the source at once, so that no observer joins it.
    ///   - connect: connects any other source.
    @usableFromInline init(connectable: ConnectableObservable<Element>?, connect: @escaping () -> DisposableObject?) {
        self.connectable = connectable
        self.connect = connect
    }

    /// Notes that this thread subscribes an observer, and will call `enter` afterwards. If other observers leave
    /// meanwhile, the connection stays.
    ///
    /// - Returns: how many connections of the source have ended.
    @usableFromInline func arrive() -> Int {
        lock.withLock {
            arriving.append(Arrival(thread: ThreadKey.current))
            return pastConnections
        }
    }

    /// Counts an observer that has subscribed, and connects if there is no connection.
    ///
    /// - Parameters:
    ///   - past: the result of `arrive`.
    ///   - joins: takes, under the lock, the generation of the connection that ends with the observer's last event.
    ///     Returns whether the observer is still subscribed.
    /// - Returns: the observer's generation; nil if the observer is not subscribed any more.
    @usableFromInline func enter(_ past: Int, _ joins: (Int) -> Bool) -> Int? {
        var decision: ConnectableObservable<Element>.Decision?
        let (counted, new, old) = lock.withLock { () -> (Int?, RefCountConnection?, RefCountConnection?) in
            let thread = ThreadKey.current
            // The last one of this thread, because arrivals of a thread are nested.
            arriving.lastIndex { $0.thread == thread }.map { _ = arriving.remove(at: $0) }
            // The observers of an ended connection are not counted any more, even if some have not received the end
            // yet.
            let over = use.connection?.isOver == true ? takeEnded() : nil
            // If another thread removed the connection meanwhile, the last event may be that of the former connection.
            let isOfConnection = past == pastConnections || connectable?.latestEnder == thread
            guard joins(isOfConnection ? generation : -1) else { return (nil, nil, over ?? takeUnused()) }
            use.count(1)
            if use.connection != nil { return (generation, nil, over) }
            let new = RefCountConnection(madeWhileDisconnecting: disconnecting.contains(thread) ? thread : nil)
            use = .connected(new, observers: use.observers)
            decision = decideConnection(for: new)
            return (generation, new, over)
        }
        old?.dispose()
        guard let new else { return counted }
        if let connectable {
            new.disposable.set(connectable.connection { decision ?? lock.withLock { decideConnection(for: new) } })
        } else {
            new.disposable.set(connect())
        }
        return counted
    }

    /// Under the lock. Decides on the source's connection and stores it in `new`. So whoever removes `new` can detach
    /// the source's connection under the same lock, before another observer joins it.
    ///
    /// - Returns: nil if ``ConnectableObservable/makeConnectionReady()`` is to be called first.
    private func decideConnection(for new: RefCountConnection) -> ConnectableObservable<Element>.Decision? {
        guard use.connection === new else { return .init(connection: nil, isNew: false) }
        guard let decision = connectable?.decideConnection() else { return nil }
        new.observer = decision.connection
        return decision
    }

    /// Ends the connection after its last event, unless the event was of an earlier generation.
    @usableFromInline func end(_ generation: () -> Int) {
        let connection = lock.withLock { () -> RefCountConnection? in
            generation() == self.generation ? takeEnded() : nil
        }
        connection?.dispose()
    }

    func leave(_ generation: Int) {
        let connection = lock.withLock { () -> RefCountConnection? in
            guard self.generation == generation else { return nil }
            use.count(-1)
            let thread = ThreadKey.current
            for index in arriving.indices where arriving[index].thread != thread { arriving[index].isAwaited = true }
            let unused = takeUnused()
            if unused != nil { disconnecting.append(ThreadKey.current) }
            return unused
        }
        guard let connection else { return }
        connection.dispose()
        let forgotten = lock.withLock { () -> RefCountConnection? in
            disconnecting.firstIndex(of: ThreadKey.current).map { _ = disconnecting.remove(at: $0) }
            // As in RxSwift, a connection that is made by code which the disposal of the old one runs is forgotten.
            guard use.connection?.madeWhileDisconnecting == ThreadKey.current else { return nil }
            return use.disconnect(leaving: use.observers)
        }
        withExtendedLifetime(forgotten) {}
    }

    // As in RxSwift, arrivals on the leaving observer's own thread do not keep the connection: they connect anew,
    // perhaps through a subject to which nobody sends any more. Arrivals on other threads, and awaited ones, keep it.
    private func takeUnused() -> RefCountConnection? {
        let thread = ThreadKey.current
        guard use.observers == 0, arriving.allSatisfy({ $0.thread == thread && !$0.isAwaited }) else { return nil }
        return takeConnection()
    }

    private func takeEnded() -> RefCountConnection? {
        generation &+= 1
        return takeConnection()
    }

    private var pastConnections: Int { connectable?.pastConnections ?? 0 }

    private func takeConnection() -> RefCountConnection? {
        let connection = use.disconnect(leaving: 0)
        connection?.detach()
        return connection
    }
}

/// The connection of a ``RefCountState``, from the decision on.
private final class RefCountConnection {
    /// Disposes the connection once that is made.
    let disposable = SingleAssignmentDisposable()
    // Under the state's lock.
    /// The key of the thread, if it made this connection while it disposed another one.
    let madeWhileDisconnecting: UInt?
    /// The source's connection. nil until it is made, and for a source whose type is not the library's.
    var observer: ConnectionObserver?
    private var detached: Any?

    init(madeWhileDisconnecting: UInt?) {
        self.madeWhileDisconnecting = madeWhileDisconnecting
    }

    var isOver: Bool { observer?.isOver(for: ThreadKey.current) ?? false }

    /// Under the state's lock.
    func detach() {
        detached = observer?.detach()
    }

    /// Called once, after `detach`, outside of the lock.
    func dispose() {
        detached = nil
        disposable.dispose()
    }
}
