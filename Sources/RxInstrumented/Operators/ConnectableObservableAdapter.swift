extension ObservableType {
    /// A connectable that hands what this sequence sends to `subject`, and its observers on to it.
    ///
    /// ```swift
    /// let numbers = Observable.of(1, 2).multicast(PublishSubject<Int>())
    /// let subscription = numbers.subscribe(onNext: { print($0) })
    /// let connection = numbers.connect()  // 1 2
    /// ```
    ///
    /// Once the sequence has ended, so has `subject`: a later connection sends nothing more.
    @inlinable
    public func multicast<Subject: SubjectType>(
        _ subject: Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        ConnectableObservableAdapter(source: asObservable(), isUsers: false, makeSubject: { subject })
    }

    /// A connectable that hands what this sequence sends to a subject, made anew after each connection.
    ///
    /// ```swift
    /// let numbers = Observable.of(1, 2).multicast(makeSubject: { PublishSubject<Int>() })
    /// let subscription = numbers.subscribe(onNext: { print($0) })
    /// let connection = numbers.connect()  // 1 2
    /// ```
    @inlinable
    public func multicast<Subject: SubjectType>(
        makeSubject: @escaping () -> Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        ConnectableObservableAdapter(source: asObservable(), isUsers: true, makeSubject: makeSubject)
    }

    /// A connectable that hands what this sequence sends to the subjects of the library that `subject` makes.
    @inlinable
    func multicast<Subject: SubjectType>(
        making subject: @escaping () -> Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        ConnectableObservableAdapter(source: asObservable(), isUsers: false, makeSubject: subject)
    }

    /// Subscribes the observer an edge leads to, whatever type the observable is of.
    @inlinable func subscribe(edge: Edge<Element>) -> DisposableObject? {
        if let observable = self as? Observable<Element> { return observable.subscribe(edge) }
        return subscribe(AnyObserver(edge: edge))._object
    }
}

@usableFromInline
final class ConnectableObservableAdapter<Subject: SubjectType>: ConnectableObservable<Subject.Element> {
    override var traceBehaviors: Trace.Behaviors { [] }

    // Made where the types are known, as a `Producer`'s closure is.
    @usableFromInline let subscribeSource: (Connection<Subject>) -> DisposableObject?
    @usableFromInline let subscribeSubject: (Subject, Edge<Subject.Element>) -> DisposableObject?
    @usableFromInline let makeSubject: () -> Subject
    /// Whether `makeSubject` is a closure of the user's.
    @usableFromInline let isUsers: Bool
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var subject: Subject?
    @usableFromInline var current: Connection<Subject>?

    @inlinable
    init(source: Observable<Subject.Observer.Element>, isUsers: Bool, makeSubject: @escaping () -> Subject) {
        self.isUsers = isUsers
        self.makeSubject = makeSubject
        subscribeSource = { connection in source.subscribe(inner: connection) }
        subscribeSubject = { subject, edge in subject.subscribe(edge: edge) }
        super.init()
    }

    @usableFromInline override func subscribeCore(_ edge: Edge<Subject.Element>) -> DisposableObject? {
        subscribeSubject(lock.withLock { lazySubject }, edge)
    }

    @usableFromInline override func connectCore() -> DisposableObject? {
        lock.withLock {
            if let current { return current }
            let subscription = SingleAssignmentDisposable()
            let connection = Connection(
                parent: self, observer: lazySubject.asObserver(), lock: lock, subscription: subscription)
            current = connection
            subscription.set(subscribeSource(connection))
            return connection
        }
    }

    private var lazySubject: Subject {
        if let subject { return subject }
        let subject = isUsers ? handle(.makeSubject, makeSubject) : makeSubject()
        self.subject = subject
        return subject
    }
}

/// Observes a connectable's source, and hands its events to the subject.
@usableFromInline
final class Connection<Subject: SubjectType>: ConnectionObserver, InnerObserver {
    override var traceBehaviors: Trace.Behaviors { [.connects] }

    @usableFromInline typealias Element = Subject.Observer.Element

    @usableFromInline let observer: Subject.Observer
    @usableFromInline let lock: RecursiveLock
    // Under the lock, which is the parent's; nil once disposed.
    private var parent: ConnectableObservableAdapter<Subject>?
    private var subscription: DisposableObject?

    init(
        parent: ConnectableObservableAdapter<Subject>, observer: Subject.Observer, lock: RecursiveLock,
        subscription: DisposableObject
    ) {
        self.parent = parent
        self.observer = observer
        self.lock = lock
        self.subscription = subscription
        super.init(of: parent)
    }

    @inlinable func on(_ event: Event<Element>) {
        if disposed.isSet { return }
        // Before the subject has the event: one of its observers may connect again.
        if event.isStopEvent { dispose() }
        observer.on(event)
    }

    @usableFromInline override func didDispose() {
        lock.withLock {
            disposed.set()
            guard let parent else { return }
            if parent.current === self {
                parent.current = nil
                parent.subject = nil
            }
            self.parent = nil
            subscription?.dispose()
            subscription = nil
        }
    }
}
