/// The observers of a ``SharedObservable``, from the first to the last of them or to the source's end.
@usableFromInline
class SharedConnection<Element>: OwnedPartObserver, SubscriptionOwner {
    override var traceBehaviors: Trace.Behaviors { [.connects, .shares] }

    /// How an observer comes in.
    enum Admission {
        case subscribed(DisposableObject)
        /// It is to be sent the element first, and to ``join(_:)`` then.
        case replays(Kept<Element>, Newcomer)
    }

    @usableFromInline final let lock: RecursiveLock
    final let subscription = SingleAssignmentDisposable()
    // Under the lock, which is the parent's.
    @usableFromInline final var observers = Bag<ObserverEntry>()
    /// The elements that a new observer is sent first; never set where nothing is replayed.
    @usableFromInline final var latest: Kept<Element>?
    @usableFromInline final var newcomers = Newcomers()
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
        let newcomer = Newcomer(edge)
        newcomers.insert(newcomer)
        return .replays(latest, newcomer)
    }

    /// Subscribes an observer that has been sent the latest element, once it has also been sent the events that came
    /// meanwhile. As in RxSwift, elements that it sends itself on being sent that element do not come back to it; the end
    /// does, for it would have none else.
    final func join(_ newcomer: Newcomer) -> DisposableObject? {
        var disposable: DisposableObject?
        newcomer.catchUp(lock) {
            newcomers.remove(newcomer)
            if !newcomer.isOver { disposable = insert(newcomer) }
        }
        return disposable
    }

    private final func insert(_ entry: ObserverEntry) -> DisposableObject {
        let key = observers.insert(entry)
        return SubscriptionDisposable(owner: self, key: SubscriptionKey(number: key.number))
    }

    /// Ends the connection with the event that ends the source: whoever subscribes next gets a new one.
    @usableFromInline final func close(_ event: Event<Element>) {
        let (receivers, parent) = lock.withLock { () -> (Receivers, SharedObservable<Element>?) in
            if isClosed { return (.none, nil) }
            newcomers.keepEnd(event)
            let receivers = Receivers(observers)
            return (receivers, close())
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
            guard observer != nil, observers.isEmpty, newcomers.isEmpty else { return (observer, false, nil) }
            return (observer, true, close())
        }
        withExtendedLifetime((observer, parent)) {}
        if isLast { subscription.dispose() }
    }
}
