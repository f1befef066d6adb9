/// The observers of a ``SharedObservable``, from the first to the last of them or to the source's end.
@usableFromInline
class SharedConnection<Element>: OwnedPartObserver, SubscriptionOwner {
    override var traceBehaviors: Trace.Behaviors { [.connects, .shares] }

    /// How an observer comes in.
    enum Admission {
        case subscribed(DisposableObject)
        /// It is subscribed and to be sent the element first, and to ``catchUp(_:)`` then.
        case replays(ElementWithOrigin<Element>, ReplayingObserver, DisposableObject)
    }

    @usableFromInline final let lock: RecursiveLock
    final let subscription = SingleAssignmentDisposable()
    // Under the lock, which is the parent's.
    @usableFromInline final var observers = Bag<ObserverEntry>()
    /// The elements that a new observer is sent first; never set where nothing is replayed.
    @usableFromInline final var latest: ElementWithOrigin<Element>?
    @usableFromInline final var replaying = ReplayingObservers()
    @usableFromInline final var isClosed = false
    /// Nil once the connection is over.
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
        // Subscribed before it is sent the element, so that elements that it sends in turn reach it, too.
        return .replays(latest, observer, insert(observer))
    }

    /// Sends an observer that has been sent the latest element the events that other threads have sent meanwhile.
    final func catchUp(_ observer: ReplayingObserver) {
        observer.catchUp(lock) { replaying.remove(observer) }
    }

    /// Under the lock. Returns those that an event goes to at once.
    @usableFromInline final func receivers(of event: Event<Element>) -> Receivers {
        let receivers = Receivers(observers)
        return replaying.isEmpty ? receivers : replaying.keep(event, of: receivers)
    }

    private final func insert(_ entry: ObserverEntry) -> DisposableObject {
        let key = observers.insert(entry)
        return SubscriptionDisposable(owner: self, key: SubscriptionKey(number: key.number))
    }

    /// Ends the connection with the event that ends the source: whoever subscribes next gets a new one.
    @usableFromInline final func close(_ event: Event<Element>) {
        let (receivers, parent) = lock.withLock { () -> (Receivers, SharedObservable<Element>?) in
            if isClosed { return (.none, nil) }
            return (self.receivers(of: event), close())
        }
        withExtendedLifetime(parent) {}
        receivers.send(event)
    }

    /// Under the lock. Returns the objects to be released outside of it: the parent, and the source with it.
    private final func close() -> SharedObservable<Element>? {
        isClosed = true
        if let parent, parent.connection === self { parent.connection = nil }
        observers.removeAll()
        return parent.take()
    }

    @usableFromInline final func unsubscribe(_ key: SubscriptionKey) {
        // Released outside of the lock: releasing an observer may run the user's code.
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
