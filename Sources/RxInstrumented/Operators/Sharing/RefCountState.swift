/// How many observe a ``RefCount``, and by which connection.
///
/// It is decided under the lock who connects and who disconnects; both are done after it, for they run the user's code.
@usableFromInline
final class RefCountState<Element> {
    private let connectable: ConnectableObservable<Element>?
    private let connect: () -> DisposableObject?
    private let lock = RecursiveLock()
    // Under the lock.
    /// The threads of those that are subscribing, and will count then.
    private var arriving: [UInt] = []
    private var count = 0
    /// Goes up when a connection ends by itself: those who came by it have nothing to count down any more.
    private var generation = 0
    private var connection: RefCountConnection?

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
    @usableFromInline func arrive() {
        lock.withLock { arriving.append(ThreadMark.current) }
    }

    /// Counts an observer that has subscribed, and connects if there is no connection.
    ///
    /// - Parameter joins: is told the generation, under the lock, and tells whether the observer is still there.
    /// - Returns: whether it is counted.
    @usableFromInline func enter(_ joins: (Int) -> Bool) -> Bool {
        var decision: ConnectableObservable<Element>.Decision?
        let (isCounted, new, old) = lock.withLock { () -> (Bool, RefCountConnection?, RefCountConnection?) in
            arriving.firstIndex(of: ThreadMark.current).map { _ = arriving.remove(at: $0) }
            guard joins(generation) else { return (false, nil, takeUnused()) }
            count += 1
            if connection != nil { return (true, nil, nil) }
            decision = connectable?.decideConnection()
            let new = RefCountConnection(decision?.connection)
            connection = new
            return (true, new, nil)
        }
        if let new {
            new.disposable.set(decision.flatMap { connectable?.start($0) } ?? connect())
        }
        old?.dispose()
        return isCounted
    }

    /// Ends the connection, which has sent its last event; not so if that was an earlier one.
    @usableFromInline func end(_ generation: () -> Int) {
        let connection = lock.withLock { () -> RefCountConnection? in
            guard generation() == self.generation else { return nil }
            count = 0
            self.generation &+= 1
            return takeConnection()
        }
        connection?.dispose()
    }

    /// Counts one observer down.
    func leave(_ generation: Int) {
        let connection = lock.withLock { () -> RefCountConnection? in
            guard self.generation == generation else { return nil }
            count -= 1
            return takeUnused()
        }
        connection?.dispose()
    }

    // As in RxSwift, whoever leaves on the thread of one that is arriving finds that one not there yet.
    private func takeUnused() -> RefCountConnection? {
        let thread = ThreadMark.current
        return count == 0 && arriving.allSatisfy { $0 == thread } ? takeConnection() : nil
    }

    private func takeConnection() -> RefCountConnection? {
        let connection = connection.take()
        connection?.detach()
        return connection
    }
}

/// The connection of a ``RefCountState``, from the moment it is decided on.
private final class RefCountConnection {
    /// Holds the connection once it is made.
    let disposable = SingleAssignmentDisposable()
    private let observer: ConnectionObserver?
    private var detached: Any?

    init(_ observer: ConnectionObserver?) {
        self.observer = observer
    }

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
