import RxTraceKit

/// Both an observable and an observer: it sends the events it is handed to its subscribers.
public protocol SubjectType<Element>: ObservableType {
    /// The observer a subject can be handed out as.
    associatedtype Observer: ObserverType
    /// The type of the subject as an observer.
    associatedtype SubjectObserverType = Observer

    /// The subject as an observer only.
    func asObserver() -> Observer
}

extension SubjectType {
    /// As that of any observable; the result is still a subject.
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
    /// As that of any subject.
    @discardableResult
    public func traced(_ name: String) -> Self {
        named(name)
    }
}

/// Sends each event it is handed to those subscribed at that moment.
///
/// ```swift
/// let subject = PublishSubject<Int>()
/// subject.onNext(1)
/// let subscription = subject.subscribe(onNext: { print($0) })
/// subject.onNext(2)  // 2
/// ```
///
/// May be used from any thread; events handed over by several threads at once reach an observer at once.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable, ObserverType {
    /// The type of the subject as an observer: its own.
    public typealias SubjectObserverType = PublishSubject<Element>

    @usableFromInline let registry = ObserverRegistry()
    @usableFromInline let relay: Any.Type?

    @inlinable public override init() {
        relay = nil
        super.init()
    }

    /// The subject inside a relay: a trace shows it as the relay, which is what the user's code has.
    @inlinable package init(inside relay: Any.Type) {
        self.relay = relay
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .subject }
    @usableFromInline override var traceType: Any.Type { relay ?? PublishSubject<Element>.self }

    /// Whether anybody is subscribed.
    public var hasObservers: Bool { registry.hasObservers }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool { registry.isDisposed }

    /// Sends an event to the subscribers. Nothing is sent after the first `error` or `completed`.
    ///
    /// As in RxSwift, a disposed subject still takes its end: those that subscribe later are told of that one.
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

    /// Lets go of all subscribers. Those that subscribe later get an ``RxError/disposed(object:)``.
    public func dispose() {
        recorded(.dispose, self) { registry.dispose() }
    }

    deinit {
        registry.abandon()
    }
}
