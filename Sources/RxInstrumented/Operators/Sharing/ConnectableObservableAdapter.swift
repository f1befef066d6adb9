@usableFromInline
final class ConnectableObservableAdapter<Subject: SubjectType>: ConnectableObservable<Subject.Element> {
    /// Who makes the subjects of the connections.
    @usableFromInline enum Maker {
        /// Nobody: all connections use one existing subject.
        case nobody
        /// The library makes a new subject for each connection.
        case library
        /// A closure of the user makes a subject for each connection.
        case user
    }

    /// A connection's subject, and the subject as the observer of the source.
    @usableFromInline typealias Made = (subject: Subject, observer: Subject.Observer)

    // A closure, so that it is compiled where the types are known.
    @usableFromInline let subscribeSource: (Connection<Subject>) -> DisposableObject?
    @usableFromInline let subscribeSubject: (Subject, Edge<Subject.Element>) -> DisposableObject?
    @usableFromInline let makeSubject: () -> Subject
    @usableFromInline let maker: Maker
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var made: Made?
    @usableFromInline var current: Connection<Subject>?
    @usableFromInline var past = 0
    @usableFromInline var ender: UInt = 0

    @inlinable
    init(source: Observable<Subject.Observer.Element>, maker: Maker, makeSubject: @escaping () -> Subject) {
        self.maker = maker
        self.makeSubject = makeSubject
        subscribeSource = { connection in source.subscribe(inner: connection) }
        subscribeSubject = { subject, edge in subject.subscribe(edge: edge) }
        super.init()
    }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Subject.Element>) -> DisposableObject? {
        subscribeSubject(currentSubject(), edge)
    }

    @usableFromInline override func decideConnection() -> Decision? {
        lock.withLock {
            if let current { return Decision(connection: current, isNew: false) }
            guard let made else { return nil }
            let connection = Connection(parent: self, observer: made.observer)
            current = connection
            return Decision(connection: connection, isNew: true)
        }
    }

    @usableFromInline override var pastConnections: Int { lock.reading { past } }

    @usableFromInline override var latestEnder: UInt { lock.reading { ender } }

    @usableFromInline override func makeConnectionReady() {
        _ = currentSubject()
    }

    // The subject is made outside of the lock, because a closure of the user may make it. If two threads make one at
    // the same time, the first counts.
    private func currentSubject() -> Subject {
        if let made = lock.reading({ made }) { return made.subject }
        let subject = maker == .user ? handle(.makeSubject, makeSubject) : makeSubject()
        let new = (subject, subject.asObserver())
        return lock.withLock {
            let made = made ?? new
            self.made = made
            return made.subject
        }
    }
}

extension ObservableType {
    /// Subscribes the observer behind an edge to any type of observable.
    @inlinable func subscribe(edge: Edge<Element>) -> DisposableObject? {
        if let observable = self as? Observable<Element> { return observable.subscribe(edge) }
        return subscribe(AnyObserver(edge: edge))._object
    }
}
