/// The observers of a ``SharedObservable`` from the first one's subscription until the last one leaves or the source
/// ends.
@usableFromInline
class SharedConnection<Element>: OwnedPartObserver, SubscriptionOwner {
    override var traceBehaviors: Trace.Behaviors { [.connects, .shares] }

    /// The result of admitting an observer.
    enum Admission {
        case subscribed(DisposableObject)
        /// Subscribed. The observer is to be sent the element first, and ``catchUp(_:)`` is to be called then.
        case replays(ElementWithOrigin<Element>, ReplayingObserver, DisposableObject)
    }

    @usableFromInline final let lock: RecursiveLock
    final let subscription = SingleAssignmentDisposable()
    // Under the parent's lock.
    @usableFromInline final var observers = Bag<ObserverEntry>()
    /// The element that a new observer receives first. Never set if nothing is replayed.
    @usableFromInline final var latest: ElementWithOrigin<Element>?
    @usableFromInline final var replaying = ReplayingObservers()
    @usableFromInline final var isClosed = false
    /// nil once the connection is over.
    private final var parent: SharedObservable<Element>?

    @usableFromInline init(parent: SharedObservable<Element>) {
        self.parent = parent
        lock = parent.lock
        super.init(of: parent)
    }

    /// Under the lock.
    final func admit(_ edge: Edge<Element>) -> Admission {
        guard let latest else { return .subscribed(insert(ObserverEntry(edge))) }
        let observer = ReplayingObserver(edge)
        replaying.insert(observer)
        // Inserted before it receives the element, so that it also receives elements that it sends in turn.
        return .replays(latest, observer, insert(observer))
    }

    /// Sends an observer the events that other threads sent while it received the latest element.
    final func catchUp(_ observer: ReplayingObserver) {
        observer.catchUp(lock) { replaying.remove(observer) }
    }

    /// Under the lock. Returns the observers that receive an event at once.
    @usableFromInline final func receivers(of event: Event<Element>) -> Receivers {
        let receivers = Receivers(observers)
        return replaying.isEmpty ? receivers : replaying.keep(event, of: receivers)
    }

    private final func insert(_ entry: ObserverEntry) -> DisposableObject {
        let key = observers.insert(entry)
        return SubscriptionDisposable(owner: self, key: SubscriptionKey(number: key.number))
    }

    /// Ends the connection with the source's last event. Later observers get a new connection.
    @usableFromInline final func close(_ event: Event<Element>) {
        let (receivers, parent) = lock.withLock { () -> (Receivers, SharedObservable<Element>?) in
            if isClosed { return (.none, nil) }
            return (self.receivers(of: event), close())
        }
        withExtendedLifetime(parent) {}
        receivers.send(event)
    }

    /// Under the lock. Returns the parent, for the caller to release outside of the lock.
    private final func close() -> SharedObservable<Element>? {
        isClosed = true
        if let parent, parent.connection === self { parent.connection = nil }
        observers.removeAll()
        return parent.take()
    }

    @usableFromInline final func unsubscribe(_ key: SubscriptionKey) {
        // Observers are released outside of the lock, because that may run the user's code.
        let (observer, isLast, parent) = lock.withLock {
            () -> (ObserverEntry?, Bool, SharedObservable<Element>?) in
            let observer = observers.remove(.init(number: key.number))
            guard observer != nil, observers.isEmpty else { return (observer, false, nil) }
            return (observer, true, close())
        }
        withExtendedLifetime((observer, parent)) {}
        if isLast { subscription.dispose() }
    }
}

/// An observable whose observers share one connection to its source while there are any.
@usableFromInline
class SharedObservable<Element>: Observable<Element> {
    // A closure, so that it is compiled where the types are known.
    @usableFromInline final let makeConnection: (SharedObservable) -> SharedConnection<Element>
    @usableFromInline final let subscribeSource: (SharedConnection<Element>) -> DisposableObject?
    // Guards only who is subscribed. Events are sent outside of it.
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
