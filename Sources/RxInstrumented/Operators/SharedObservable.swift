/// An observable whose observers share one connection to its source while there are any.
@usableFromInline
class SharedObservable<Element>: Observable<Element> {
    // Made where the types are known, as a `Producer`'s closure is.
    @usableFromInline final let makeConnection: (SharedObservable) -> SharedConnection<Element>
    @usableFromInline final let subscribeSource: (SharedConnection<Element>) -> DisposableObject?
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

    @usableFromInline final override func subscribeCore(_ edge: Edge<Element>) -> DisposableObject? {
        let (connection, isFirst, disposable) = lock.withLock {
            let connection = self.connection ?? makeConnection(self)
            self.connection = connection
            let isFirst = connection.observers.isEmpty
            return (connection, isFirst, connection.insert(edge))
        }
        if isFirst { connection.subscription.set(subscribeSource(connection)) }
        return disposable
    }
}

/// The observers of a ``SharedObservable``, from the first to the last of them or to the source's end.
@usableFromInline
class SharedConnection<Element>: OwnedPartObserver, SubscriptionOwner {
    override var traceBehaviors: Trace.Behaviors { [.connects, .shares] }

    @usableFromInline final let lock: RecursiveLock
    final let subscription = SingleAssignmentDisposable()
    // Under the lock, which is the parent's.
    @usableFromInline final var observers = Bag<ObserverEntry>()
    /// What a new observer is sent first; never set where nothing is replayed.
    @usableFromInline final var latest: Element?
    /// Nil once the connection is over.
    private final var parent: SharedObservable<Element>?

    @usableFromInline init(parent: SharedObservable<Element>) {
        self.parent = parent
        lock = parent.lock
        super.init(of: parent)
    }

    /// Under the lock. The element is sent before the observer counts, so that it comes before any other.
    final func insert(_ edge: Edge<Element>) -> DisposableObject {
        if let latest { edge.send(.next(latest)) }
        let key = observers.insert(ObserverEntry(edge))
        return SubscriptionDisposable(owner: self, key: SubscriptionKey(number: key.number))
    }

    /// Under the lock. Ends the connection: whoever subscribes next gets a new one. Returns those who were subscribed.
    @usableFromInline final func close() -> Receivers {
        if let parent, parent.connection === self { parent.connection = nil }
        parent = nil
        let receivers = Receivers(observers)
        observers.removeAll()
        return receivers
    }

    @usableFromInline final func unsubscribe(_ key: SubscriptionKey) {
        var isLast = false
        // Released outside of the lock: releasing an observer may run the user's code.
        let observer = lock.withLock {
            let observer = observers.remove(.init(number: key.number))
            isLast = observer != nil && observers.isEmpty
            if isLast { _ = close() }
            return observer
        }
        withExtendedLifetime(observer) {}
        if isLast { subscription.dispose() }
    }
}
