extension ObservableType {
    /// A connectable that sends this sequence's events to `subject`, and subscribes its observers to `subject`.
    ///
    /// ```swift
    /// let numbers = Observable.of(1, 2).multicast(PublishSubject<Int>())
    /// let subscription = numbers.subscribe(onNext: { print($0) })
    /// let connection = numbers.connect()  // 1 2
    /// ```
    ///
    /// When the sequence ends, so does `subject`, so that later connections send nothing.
    @inlinable
    public func multicast<Subject: SubjectType>(
        _ subject: Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        ConnectableObservableAdapter(source: asObservable(), maker: .nobody, makeSubject: { subject })
    }

    /// A connectable that sends this sequence's events to a subject, which is made anew for each connection.
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
        ConnectableObservableAdapter(source: asObservable(), maker: .user, makeSubject: makeSubject)
    }

    /// As above, with subjects that the library makes.
    @inlinable
    func multicast<Subject: SubjectType>(
        making subject: @escaping () -> Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        ConnectableObservableAdapter(source: asObservable(), maker: .library, makeSubject: subject)
    }

    /// Shares this sequence through a subject within `selector`, anew for each subscription.
    ///
    /// ```swift
    /// Observable.of(1, 2)
    ///     .multicast({ PublishSubject() }, selector: { shared in Observable.zip(shared, shared) { $0 + $1 } })
    ///     .subscribe(onNext: { print($0) })  // 2 4
    /// ```
    ///
    /// - Parameters:
    ///   - subjectSelector: makes the subject. An error that it throws ends the sequence.
    ///   - selector: makes the result from the shared sequence, which is connected once the result is subscribed to. An
    ///     error that it throws ends the sequence.
    @inlinable
    public func multicast<Subject: SubjectType, Result>(
        _ subjectSelector: @escaping () throws -> Subject,
        selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> Observable<Result> where Subject.Observer.Element == Element {
        Multicast(source: asObservable(), subjectSelector: subjectSelector, selector: selector)
    }
}

@usableFromInline
final class Multicast<Subject: SubjectType, Result>: Producer<Result> {
    override var isKeptBySubscription: Bool { true }

    @inlinable
    init(
        source: Observable<Subject.Observer.Element>, subjectSelector: @escaping () throws -> Subject,
        selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
    ) {
        super.init { _, downstream, cancel in
            let sink = MulticastSink<Subject, Result>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source, subjectSelector, selector) })
        }
    }
}

@usableFromInline
final class MulticastSink<Subject: SubjectType, Result>: Sink<Result>, InnerObserver {
    @usableFromInline typealias Element = Result

    @inlinable override init(downstream: Edge<Result>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable
    func start(
        _ source: Observable<Subject.Observer.Element>, _ subjectSelector: () throws -> Subject,
        _ selector: (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> DisposableObject? {
        do {
            let subject = try handle(.subjectSelector, subjectSelector)
            let connectable = ConnectableObservableAdapter(source: source, maker: .nobody, makeSubject: { subject })
            let observable = try handle(.selector) { try selector(connectable) }
            let subscription = observable.subscribe(inner: self, begins: false)
            return BinaryDisposable(subscription, connectable.connection())
        } catch {
            finish(.error(error))
            return nil
        }
    }

    @inlinable func on(_ event: Event<Result>) {
        if event.isStopEvent { finish(event) } else { forwardOn(event) }
    }
}

extension ObservableType {
    /// A connectable that shares this sequence among its observers once it is connected.
    ///
    /// ```swift
    /// let numbers = Observable.of(1, 2).publish()
    /// let subscription = numbers.subscribe(onNext: { print($0) })
    /// let connection = numbers.connect()  // 1 2
    /// ```
    @inlinable
    public func publish() -> ConnectableObservable<Element> {
        multicast(making: { PublishSubject() })
    }
}

extension ObservableType {
    /// A connectable that shares this sequence, and sends each new observer the last `bufferSize` elements first.
    ///
    /// ```swift
    /// let source = PublishSubject<Int>()
    /// let numbers = source.replay(2)
    /// let connection = numbers.connect()
    /// for number in 1...3 { source.onNext(number) }
    /// let subscription = numbers.subscribe(onNext: { print($0) })  // 2 3
    /// ```
    ///
    /// The kept elements belong to the connection. After the sequence's end, new observers wait for the next
    /// connection.
    @inlinable
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        multicast(making: { ReplaySubject.create(bufferSize: bufferSize) })
    }

    /// A connectable that shares this sequence, and sends each new observer all elements so far first.
    ///
    /// ```swift
    /// let source = PublishSubject<Int>()
    /// let numbers = source.replayAll()
    /// let connection = numbers.connect()
    /// source.onNext(1)
    /// source.onNext(2)
    /// let subscription = numbers.subscribe(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public func replayAll() -> ConnectableObservable<Element> {
        multicast(making: { ReplaySubject.createUnbounded() })
    }
}

/// Observes a connectable's source, and sends the events to the subject.
@usableFromInline
final class Connection<Subject: SubjectType>: ConnectionObserver, InnerObserver {
    override var traceBehaviors: Trace.Behaviors { [.connects] }

    @usableFromInline typealias Element = Subject.Observer.Element

    /// Whether the source's last event has been sent to the subject, and by which thread.
    private enum End {
        case isToCome
        case isSent(by: UInt)
        case wasSent
    }

    @usableFromInline let observer: Subject.Observer
    private let subscription = SingleAssignmentDisposable()
    private let lock: RecursiveLock
    /// Under the parent's lock. nil once observers cannot join this connection any more.
    private var parent: ConnectableObservableAdapter<Subject>?
    /// Under the lock.
    private var end = End.isToCome

    init(parent: ConnectableObservableAdapter<Subject>, observer: Subject.Observer) {
        self.parent = parent
        self.observer = observer
        lock = parent.lock
        super.init(of: parent)
    }

    @inlinable func on(_ event: Event<Element>) {
        if disposed.isSet { return }
        if event.isStopEvent { sendEnd(event) } else { observer.on(event) }
    }

    @usableFromInline func sendEnd(_ event: Event<Element>) {
        // Detached before the subject gets the event, because one of its observers may connect again.
        let detached = lock.withLock {
            end = .isSent(by: ThreadKey.current)
            return detach()
        }
        withExtendedLifetime(detached) { dispose() }
        observer.on(event)
        lock.withLock { end = .wasSent }
    }

    @usableFromInline override func isOver(for thread: UInt) -> Bool {
        switch lock.reading({ end }) {
        case .isToCome: false
        case .isSent(let sender): thread != sender
        case .wasSent: true
        }
    }

    @usableFromInline override func start() {
        guard let parent = lock.reading({ parent }) else { return }
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
