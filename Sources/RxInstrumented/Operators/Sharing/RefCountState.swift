/// How many observe a ``RefCount``, and by which connection.
///
/// It is decided under the lock who connects and who disconnects; both are done after it, for they run the user's code.
@usableFromInline
final class RefCountState<Element> {
    /// What there is to use, and by how many it is used.
    private enum Use {
        /// No connection. Observers are left only where, as in RxSwift, the disposal of one connection made another one,
        /// which nobody keeps.
        case unconnected(observers: Int)
        /// A connection, from the moment it is decided on. It is without observers while others arrive.
        case connected(RefCountConnection, observers: Int)

        var observers: Int {
            switch self {
            case .unconnected(let observers), .connected(_, let observers): observers
            }
        }

        var connection: RefCountConnection? {
            if case .connected(let connection, _) = self { connection } else { nil }
        }

        /// One observer more, or one less.
        mutating func count(_ change: Int) {
            switch self {
            case .unconnected(let observers): self = .unconnected(observers: observers + change)
            case .connected(let connection, let observers):
                self = .connected(connection, observers: observers + change)
            }
        }

        /// Takes the connection away; its observers stay, or are gone with it.
        mutating func disconnect(leaving observers: Int) -> RefCountConnection? {
            defer { self = .unconnected(observers: observers) }
            return connection
        }
    }

    /// One that is subscribing, and will count then.
    private struct Arrival {
        let thread: UInt
        /// Whether another thread has counted an observer down meanwhile, and left the connection to this one.
        var isAwaited = false
    }

    private let connectable: ConnectableObservable<Element>?
    private let connect: () -> DisposableObject?
    private let lock = RecursiveLock()
    // Under the lock.
    private var arriving: [Arrival] = []
    /// The threads that are disposing a connection which nobody uses any more.
    private var disconnecting: [UInt] = []
    private var use = Use.unconnected(observers: 0)
    /// Goes up when a connection ends by itself: those who came by it have nothing to count down any more.
    private var generation = 0

    /// - Parameters:
    ///   - connectable: the source, if it is the library's own: a connection of it that is about to be disposed is taken
    ///     out of it at once, so that no other observer joins it.
    ///   - connect: connects any other source.
    @usableFromInline init(connectable: ConnectableObservable<Element>?, connect: @escaping () -> DisposableObject?) {
        self.connectable = connectable
        self.connect = connect
    }

    /// Notes that this thread is about to subscribe one more observer, and calls `enter` then: others that leave
    /// meanwhile do not end the connection.
    ///
    /// - Returns: how many connections of the source are over.
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
    ///   - joins: is told, under the lock, the generation whose connection ends with the observer's last event, and tells
    ///     whether the observer is still there.
    /// - Returns: the generation it counts in; nil if it is over.
    @usableFromInline func enter(_ past: Int, _ joins: (Int) -> Bool) -> Int? {
        var decision: ConnectableObservable<Element>.Decision?
        let (counted, new, old) = lock.withLock { () -> (Int?, RefCountConnection?, RefCountConnection?) in
            let thread = ThreadKey.current
            // The last one: one that arrives while another of its thread does has arrived first.
            arriving.lastIndex { $0.thread == thread }.map { _ = arriving.remove(at: $0) }
            // A connection that is over: its observers do not count any more, and some may still be to be told.
            let over = use.connection?.isOver == true ? takeEnded() : nil
            // If another thread took the connection away while it subscribed, the last event may be that of the one before.
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

    /// Under the lock. The source's connection is known to `new` from the moment it is there: whoever takes `new` away
    /// takes that one out of the source in the same moment, and nobody subscribes to it in between.
    ///
    /// - Returns: nil if the source is to be made ready first.
    private func decideConnection(for new: RefCountConnection) -> ConnectableObservable<Element>.Decision? {
        guard use.connection === new else { return .init(connection: nil, isNew: false) }
        guard let decision = connectable?.decideConnection() else { return nil }
        new.observer = decision.connection
        return decision
    }

    /// Ends the connection, which has sent its last event; not so if that was an earlier one.
    @usableFromInline func end(_ generation: () -> Int) {
        let connection = lock.withLock { () -> RefCountConnection? in
            generation() == self.generation ? takeEnded() : nil
        }
        connection?.dispose()
    }

    /// Counts one observer down.
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
            // As in RxSwift, a connection that is made by what the old one's disposal runs is kept by nobody.
            guard use.connection?.madeWhileDisconnecting == ThreadKey.current else { return nil }
            return use.disconnect(leaving: use.observers)
        }
        withExtendedLifetime(forgotten) {}
    }

    // As in RxSwift, whoever leaves on the thread of one that is arriving finds that one not there yet: it connects
    // again, be it by a subject that nobody sends to any more. One that another thread awaits is there.
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

/// The connection of a ``RefCountState``, from the moment it is decided on.
private final class RefCountConnection {
    /// Holds the connection once it is made.
    let disposable = SingleAssignmentDisposable()
    // Under the state's lock.
    /// The thread that made it while it disposed another one.
    let madeWhileDisconnecting: UInt?
    /// The source's connection; nil until there is one, and for a source that is not the library's own.
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

    /// After it, once.
    func dispose() {
        detached = nil
        disposable.dispose()
    }
}
