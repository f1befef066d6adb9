import RxTraceKit

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
    override var traceBehaviors: Trace.Behaviors { [] }

    /// The type of the subject as an observer: its own.
    public typealias SubjectObserverType = PublishSubject<Element>

    @usableFromInline let registry = ObserverRegistry()

    @inlinable public override init() {
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .subject }

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
