extension ObservableType {
    /// A connectable that hands this sequence's events to `subject`, and its observers on to it.
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
        ConnectableObservableAdapter(source: asObservable(), maker: .nobody, makeSubject: { subject })
    }

    /// A connectable that hands this sequence's events to a subject, made anew after each connection.
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

    /// A connectable that hands this sequence's events to the subjects of the library that `subject` makes.
    @inlinable
    func multicast<Subject: SubjectType>(
        making subject: @escaping () -> Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        ConnectableObservableAdapter(source: asObservable(), maker: .library, makeSubject: subject)
    }

    /// Shares this sequence through a subject within `selector`, for each subscription anew.
    ///
    /// ```swift
    /// Observable.of(1, 2)
    ///     .multicast({ PublishSubject() }, selector: { shared in Observable.zip(shared, shared) { $0 + $1 } })
    ///     .subscribe(onNext: { print($0) })  // 2 4
    /// ```
    ///
    /// - Parameters:
    ///   - subjectSelector: makes the subject; an error it throws ends the sequence.
    ///   - selector: makes the resulting sequence of the shared one, which is connected once the result is subscribed;
    ///     an error it throws ends the sequence.
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
    override var traceBehaviors: Trace.Behaviors { [] }
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
