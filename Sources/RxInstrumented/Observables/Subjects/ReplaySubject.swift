public import RxTraceKit

/// Keeps the latest elements: a new observer receives these, and then all later ones.
///
/// ```swift
/// let subject = ReplaySubject<Int>.create(bufferSize: 2)
/// for number in 1...3 { subject.onNext(number) }
/// let subscription = subject.subscribe(onNext: { print($0) })  // 2 3
/// subject.onNext(4)                                            // 4
/// ```
///
/// An observer that subscribes after the end receives the kept elements, and then the end. Thread-safe. Events that
/// several threads send at the same time reach an observer at the same time.
public class ReplaySubject<Element>: Observable<Element>, SubjectType, ObserverType, Disposable {
    override var traceBehaviors: Trace.Behaviors { [.replays] }

    /// The type of the subject as an observer.
    public typealias SubjectObserverType = ReplaySubject<Element>

    @usableFromInline final let registry = ObserverRegistry()
    @usableFromInline final let lock = RecursiveLock()
    /// Makes the registry's entry of an observer. A closure, so that it is compiled where the element type is known.
    @usableFromInline final let entry: (ReplaySubjectSubscriptionObserver<Element>) -> ObserverEntry
    /// Under the lock.
    @usableFromInline final var buffer: LatestElements<Element>
    @usableFromInline final let owner: TraceOwner
    @usableFromInline final let relay: Any.Type?

    /// - Parameters:
    ///   - owner: the object whose events the subject sends.
    ///   - relay: the type of the relay around the subject, which a trace shows in its place.
    @inlinable init(buffer: LatestElements<Element>, owner: TraceOwner = .none, inside relay: Any.Type? = nil) {
        self.buffer = buffer
        self.owner = owner
        self.relay = relay
        entry = { observer in ObserverEntry(Edge(observer, begins: false)) }
        super.init()
    }

    /// Creates a subject that keeps the latest `bufferSize` elements.
    @inlinable public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        create(bufferSize: bufferSize, inside: nil)
    }

    @inlinable package static func create(bufferSize: Int, inside relay: Any.Type?) -> ReplaySubject<Element> {
        if bufferSize == 1 { ReplayOne(inside: relay) } else { ReplayMany(bufferSize: bufferSize, inside: relay) }
    }

    /// Creates a subject that keeps all elements.
    @inlinable public static func createUnbounded() -> ReplaySubject<Element> {
        ReplayAll(inside: nil)
    }

    @inlinable package static func createUnbounded(inside relay: Any.Type) -> ReplaySubject<Element> {
        ReplayAll(inside: relay)
    }

    @usableFromInline override var traceRole: Trace.Role { .subject }
    @usableFromInline final override var traceOwner: TraceOwner { owner }
    @usableFromInline final override var traceType: Any.Type { relay ?? type(of: self) }

    /// Whether the subject has observers.
    public final var hasObservers: Bool {
        reachesFlag()
        return registry.hasObservers
    }

    /// Sends an event to the observers, and keeps an element for later ones. Events after the first `error` or
    /// `completed` are ignored.
    @inlinable public final func on(_ event: Event<Element>) {
        recordedSend(to: self, event) {
            receivers(of: event).send(event)
        }
    }

    @inlinable final func receivers(of event: Event<Element>) -> Receivers {
        var replaced: Element?
        let element = event.element.map { ElementWithOrigin($0) }
        let receivers = lock.withLock {
            if let element, registry.isOpen { replaced = buffer.append(element) }
            return registry.receivers(of: event)
        }
        // Outside of the lock: releasing an element may run the user's code.
        withExtendedLifetime(replaced) {}
        return receivers
    }

    @usableFromInline final override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        let observer = ReplaySubjectSubscriptionObserver(edge, of: self)
        let (disposable, end, kept) = lock.withLock {
            let (disposable, end) = registry.insert(entry(observer))
            return (disposable, end, buffer)
        }
        if case .disposed = end {
            edge.send(.error(RxError.disposed(object: self)))
        } else {
            observer.replay(kept, end: end?.event(for: self))
        }
        return disposable
    }

    @inlinable public final func asObserver() -> ReplaySubject<Element> {
        self
    }

    /// Releases all observers and elements. Later observers receive an ``RxError/disposed(object:)``.
    public final func dispose() {
        recorded(.dispose, self) {
            registry.dispose()
            let elements = lock.withLock { buffer.removeAll() }
            withExtendedLifetime(elements) {}
        }
    }

    deinit {
        registry.abandon()
    }
}

@usableFromInline
final class ReplayOne<Element>: ReplaySubject<Element> {
    @inlinable init(owner: TraceOwner = .none, inside relay: Any.Type? = nil) {
        super.init(buffer: LatestElements(limit: 1), owner: owner, inside: relay)
    }
}

@usableFromInline
final class ReplayMany<Element>: ReplaySubject<Element> {
    @inlinable init(bufferSize: Int, inside relay: Any.Type? = nil) {
        super.init(buffer: LatestElements(limit: max(0, bufferSize)), inside: relay)
    }
}

@usableFromInline
final class ReplayAll<Element>: ReplaySubject<Element> {
    @inlinable init(inside relay: Any.Type?) {
        super.init(buffer: LatestElements(limit: .max), inside: relay)
    }
}

/// An observer of a ``ReplaySubject``. Events that come while it receives the kept elements are queued until then.
@usableFromInline
final class ReplaySubjectSubscriptionObserver<Element>: OwnedPartObserver, InnerObserver {
    @usableFromInline let downstream: Edge<Element>
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var isReplaying = true
    @usableFromInline var waiting = KeptQueue<Event<Element>>()

    @usableFromInline init(_ downstream: Edge<Element>, of subject: TracedObject) {
        self.downstream = downstream
        super.init(of: subject)
    }

    @inlinable func on(_ event: Event<Element>) {
        let waits = lock.withLock {
            if isReplaying { waiting.append(ElementWithOrigin(event)) }
            return isReplaying
        }
        if !waits { downstream.send(event) }
    }

    /// Sends the kept elements, the end if there is one, and the queued events. Called once.
    func replay(_ kept: LatestElements<Element>, end: Event<Element>?) {
        kept.visit { element in downstream.sendNext(element) }
        if let end { downstream.send(end) }
        while let event = takeWaiting() { downstream.send(event) }
    }

    private func takeWaiting() -> ElementWithOrigin<Event<Element>>? {
        lock.withLock {
            let event = waiting.removeFirst()
            if event == nil { isReplaying = false }
            return event
        }
    }
}
