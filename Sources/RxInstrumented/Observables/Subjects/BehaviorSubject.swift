public import RxTraceKit

/// Always has a value: a new observer receives the current value, and then all later ones.
///
/// ```swift
/// let subject = BehaviorSubject(value: 1)
/// subject.onNext(2)
/// let subscription = subject.subscribe(onNext: { print($0) })  // 2
/// subject.onNext(3)                                            // 3
/// ```
///
/// Thread-safe. Events that several threads send at the same time reach an observer at the same time.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable {
    override var traceBehaviors: Trace.Behaviors { [.replays] }

    /// The type of the subject as an observer.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    @usableFromInline let registry = ObserverRegistry()
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var element: ElementWithOrigin<Element>
    @usableFromInline var end: ObserverRegistry.End?
    @usableFromInline var replaying = ReplayingObservers()
    @usableFromInline let relay: Any.Type?

    /// Creates a subject with an initial value.
    @inlinable public convenience init(value: Element) {
        self.init(value: value, inside: nil)
    }

    /// Creates the subject inside a relay. A trace shows it as the relay, which the user's code knows.
    @inlinable package init(value: Element, inside relay: Any.Type?) {
        self.relay = relay
        element = ElementWithOrigin(value, from: .none)
        super.init()
        element = ElementWithOrigin(value, from: .made())
    }

    @usableFromInline override var traceRole: Trace.Role { .subject }
    @usableFromInline override var traceType: Any.Type { relay ?? BehaviorSubject<Element>.self }

    /// Whether the subject has observers. Observers stay subscribed after the subject's end, until they are disposed.
    public var hasObservers: Bool {
        reachesFlag()
        return registry.hasObservers
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool {
        reachesFlag()
        return lock.reading {
            if case .disposed = end { true } else { false }
        }
    }

    /// The current value.
    ///
    /// - Throws: the error that the subject ended with, or ``RxError/disposed(object:)``.
    public func value() throws -> Element {
        reachesValue()
        return try lock.reading {
            switch end {
            case nil, .completed: return element.value
            case .error(let error): throw error
            case .disposed: throw RxError.disposed(object: self)
            }
        }
    }

    /// Sends an event to the observers. An element becomes the current value. Events after the first `error` or
    /// `completed` are ignored.
    @inlinable public func on(_ event: Event<Element>) {
        recordedSend(to: self, event) {
            receivers(of: event).send(event)
        }
    }

    @inlinable func receivers(of event: Event<Element>) -> Receivers {
        var replaced: ElementWithOrigin<Element>?
        let kept = event.element.map { ElementWithOrigin($0) }
        let receivers = lock.withLock { () -> Receivers in
            if end != nil { return .none }
            switch event {
            case .next:
                if let kept {
                    replaced = .some(self.element)
                    self.element = kept
                }
            case .error(let error): end = .error(error)
            case .completed: end = .completed
            }
            let receivers = registry.receiversOfElement()
            return replaying.isEmpty ? receivers : replaying.keep(event, of: receivers)
        }
        // Outside of the lock: releasing an element may run the user's code.
        withExtendedLifetime(replaced) {}
        return receivers
    }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        // The observer is inserted before it receives the value, so that it also receives values that it sends in turn.
        let observer = ReplayingObserver(edge)
        let (disposable, element, end) = lock.withLock {
            () -> (SubscriptionDisposable?, ElementWithOrigin<Element>?, ObserverRegistry.End?) in
            if let end = self.end { return (nil, nil, end) }
            replaying.insert(observer)
            return (registry.insert(observer).disposable, .some(self.element), nil)
        }
        if let element {
            edge.sendNext(element)
            observer.catchUp(lock) { replaying.remove(observer) }
        } else {
            end?.tell(edge, of: self)
        }
        return disposable
    }

    @inlinable public func asObserver() -> BehaviorSubject<Element> {
        self
    }

    /// Releases all observers. Later observers receive an ``RxError/disposed(object:)``.
    public func dispose() {
        recorded(.dispose, self) {
            let end = lock.withLock {
                defer { self.end = .disposed }
                return self.end
            }
            withExtendedLifetime(end) {}
            registry.abandon()
        }
    }

    deinit {
        registry.abandon()
    }
}
