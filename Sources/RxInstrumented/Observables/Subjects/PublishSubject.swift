import RxTraceKit

/// Both an observable and an observer: it sends the events that it receives to its observers.
public protocol SubjectType<Element>: ObservableType {
    /// The type of observer that ``asObserver()`` returns.
    associatedtype Observer: ObserverType
    /// The type of the subject as an observer.
    associatedtype SubjectObserverType = Observer

    /// The subject as an observer only.
    func asObserver() -> Observer
}

extension SubjectType {
    /// Names the subject, as `traced(_:)` of any observable, but returns the subject.
    ///
    /// ```swift
    /// let clicks = PublishSubject<Void>().traced("clicks")
    /// clicks.onNext(())  // rxtrace tree: on PublishSubject "clicks" next(())
    /// ```
    @discardableResult
    public func traced(_ name: String) -> Self {
        named(name)
    }
}

extension SubjectType where Self: Disposable {
    /// Names the subject.
    @discardableResult
    public func traced(_ name: String) -> Self {
        named(name)
    }
}

/// Sends each event that it receives to the observers at that moment.
///
/// ```swift
/// let subject = PublishSubject<Int>()
/// subject.onNext(1)
/// let subscription = subject.subscribe(onNext: { print($0) })
/// subject.onNext(2)  // 2
/// ```
///
/// Thread-safe. Events that several threads send at the same time reach an observer at the same time.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable, ObserverType {
    /// The type of the subject as an observer.
    public typealias SubjectObserverType = PublishSubject<Element>

    @usableFromInline let registry = ObserverRegistry()
    @usableFromInline let relay: Any.Type?

    @inlinable public override init() {
        relay = nil
        super.init()
    }

    /// Creates the subject inside a relay. A trace shows it as the relay, which the user's code knows.
    @inlinable package init(inside relay: Any.Type) {
        self.relay = relay
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .subject }
    @usableFromInline override var traceType: Any.Type { relay ?? PublishSubject<Element>.self }

    /// Whether the subject has observers.
    public var hasObservers: Bool {
        reachesFlag()
        return registry.hasObservers
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool {
        reachesFlag()
        return registry.isDisposed
    }

    /// Sends an event to the observers. Events after the first `error` or `completed` are ignored.
    ///
    /// As in RxSwift, a disposed subject still takes its end, which later observers then receive.
    @inlinable public func on(_ event: Event<Element>) {
        recordedSend(to: self, event) {
            registry.receivers(of: event, evenDisposed: true).send(event)
        }
    }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        let (disposable, end) = registry.insert(ObserverEntry(edge))
        if let end { end.tell(edge, of: self) }
        return disposable
    }

    @inlinable public func asObserver() -> PublishSubject<Element> {
        self
    }

    /// Releases all observers. Later observers receive an ``RxError/disposed(object:)``.
    public func dispose() {
        recorded(.dispose, self) { registry.dispose() }
    }

    deinit {
        registry.abandon()
    }
}
