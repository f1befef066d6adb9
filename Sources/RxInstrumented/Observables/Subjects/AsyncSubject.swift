public import RxTraceKit

/// Sends the last element that it received when it completes.
///
/// ```swift
/// let subject = AsyncSubject<Int>()
/// let subscription = subject.subscribe { print($0) }
/// subject.onNext(1)
/// subject.onNext(2)
/// subject.onCompleted()  // next(2) completed
/// ```
///
/// Later observers receive the same. If the subject fails, it sends only the error. Thread-safe.
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType {
    override var traceBehaviors: Trace.Behaviors { [.waits, .replays] }

    /// The type of the subject as an observer.
    public typealias SubjectObserverType = AsyncSubject<Element>

    @usableFromInline let registry = ObserverRegistry()
    @usableFromInline let lock = RecursiveLock()
    /// Under the lock.
    @usableFromInline var last: ElementWithOrigin<Element>?

    @inlinable public override init() {
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .subject }

    /// Whether the subject has observers.
    public var hasObservers: Bool {
        reachesFlag()
        return registry.hasObservers
    }

    /// Receives an event. `completed` sends the last element, if any, and `completed`. `error` is sent on. Events after
    /// these are ignored.
    @inlinable public func on(_ event: Event<Element>) {
        recordedSend(to: self, event) { take(event) }
    }

    @inlinable func take(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            var replaced: ElementWithOrigin<Element>? = ElementWithOrigin(element)
            lock.withLock {
                if registry.isOpen { swap(&last, &replaced) }
            }
            // Outside of the lock: releasing an element may run the user's code.
            withExtendedLifetime(replaced) {}
        case .error:
            registry.receivers(of: event).send(event)
        case .completed:
            let (receivers, last) = lock.withLock { (registry.receivers(of: event), self.last) }
            if let last { receivers.send(last) }
            receivers.send(event)
        }
    }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        let (subscribed, last) = lock.withLock { (registry.insert(KnownObserverEntry(edge)), self.last) }
        if let end = subscribed.end {
            if case .completed = end, let last { edge.sendNext(last) }
            end.tell(edge, of: self)
        }
        return subscribed.disposable
    }

    @inlinable public func asObserver() -> AsyncSubject<Element> {
        self
    }

    deinit {
        registry.abandon()
    }
}

extension ObserverRegistry {
    /// Whether the subject has not ended.
    @usableFromInline var isOpen: Bool { state.withLock { $0.end == nil } }
}
