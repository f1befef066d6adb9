/// Observes a connectable's source, and hands its events to the subject.
@usableFromInline
final class Connection<Subject: SubjectType>: ConnectionObserver, InnerObserver {
    override var traceBehaviors: Trace.Behaviors { [.connects] }

    @usableFromInline typealias Element = Subject.Observer.Element

    @usableFromInline let observer: Subject.Observer
    private let subscription = SingleAssignmentDisposable()
    private let lock: RecursiveLock
    /// Under the lock, which is the parent's; nil once others may not join this connection any more.
    private var parent: ConnectableObservableAdapter<Subject>?

    init(parent: ConnectableObservableAdapter<Subject>, observer: Subject.Observer) {
        self.parent = parent
        self.observer = observer
        lock = parent.lock
        super.init(of: parent)
    }

    @inlinable func on(_ event: Event<Element>) {
        if disposed.isSet { return }
        // Before the subject has the event: one of its observers may connect again.
        if event.isStopEvent { dispose() }
        observer.on(event)
    }

    @usableFromInline override func start() {
        guard let parent = lock.withLock({ parent }) else { return }
        subscription.set(parent.subscribeSource(self))
    }

    @usableFromInline override func detach() -> Any? {
        lock.withLock {
            guard let parent = parent.take() else { return nil }
            guard parent.current === self else { return parent }
            parent.current = nil
            parent.past += 1
            parent.ender = ThreadKey.current
            return (parent, parent.made.take())
        }
    }

    @usableFromInline override func didDispose() {
        let isFirst = disposed.set()
        // Outside of the lock: disposing the subscription and releasing the subject may run the user's code.
        withExtendedLifetime(detach()) {}
        if isFirst { subscription.dispose() }
    }
}
