/// An observable whose observers share one connection to its source while there are any.
@usableFromInline
class SharedObservable<Element>: Observable<Element> {
    // Made where the types are known, as a `Producer`'s closure is.
    @usableFromInline final let makeConnection: (SharedObservable) -> SharedConnection<Element>
    @usableFromInline final let subscribeSource: (SharedConnection<Element>) -> DisposableObject?
    // Only who is subscribed is decided under it.
    @usableFromInline final let lock = RecursiveLock()
    /// Under the lock.
    final var connection: SharedConnection<Element>?

    @inlinable
    init(
        makeConnection: @escaping (SharedObservable) -> SharedConnection<Element>,
        subscribeSource: @escaping (SharedConnection<Element>) -> DisposableObject?
    ) {
        self.makeConnection = makeConnection
        self.subscribeSource = subscribeSource
        super.init()
    }

    @usableFromInline final override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        let (connection, isNew, admission) = lock.withLock {
            let isNew = self.connection == nil
            let connection = self.connection ?? makeConnection(self)
            self.connection = connection
            return (connection, isNew, connection.admit(edge))
        }
        switch admission {
        case .subscribed(let disposable):
            if isNew { connection.subscription.set(connection.connect { subscribeSource(connection) }) }
            return disposable
        case .replays(let element, let observer, let disposable):
            edge.sendNext(element)
            connection.catchUp(observer)
            return disposable
        }
    }
}
