/// The observers of a subject or a shared connection, and whether it has ended.
///
/// It is an object apart from the subject, so that a subscription can be undone without keeping the subject alive; and
/// it is the same for all types of elements, so that its code needs none of their metadata.
@usableFromInline
final class ObserverRegistry: SubscriptionOwner {
    /// How a subject ended.
    @usableFromInline
    enum End {
        case completed
        case error(any Error)
        case disposed

        /// The events that an observer is sent if it comes too late.
        @usableFromInline func event<Element>(for subject: AnyObject) -> Event<Element> {
            Event(nil, error(for: subject))
        }

        /// Sends it; without making an event, whose type code that is not specialised has to look up.
        @usableFromInline func tell<Element>(_ observer: Edge<Element>, of subject: AnyObject) {
            observer.receive(nil, error(for: subject))
        }

        /// The error it ended with; nil if it completed.
        private func error(for subject: AnyObject) -> (any Error)? {
            switch self {
            case .completed: nil
            case .error(let error): error
            case .disposed: RxError.disposed(object: subject)
            }
        }
    }

    @usableFromInline
    struct State {
        @usableFromInline var observers = Bag<ObserverEntry>()
        @usableFromInline var end: End?
        /// Whether it was disposed, however it ended after that.
        @usableFromInline var isDisposed = false
    }

    @usableFromInline let state = Lock(State())

    @usableFromInline init() {}

    var hasObservers: Bool { state.withLock { !$0.observers.isEmpty } }

    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Subscribes an observer, or tells how the subject ended.
    func insert(_ entry: ObserverEntry) -> (disposable: SubscriptionDisposable?, end: End?) {
        let key: UInt64
        do {
            var end: End?
            key = state.withLock { state in
                end = state.end
                return end == nil ? state.observers.insert(entry).number : 0
            }
            if let end { return (nil, end) }
        }
        return (SubscriptionDisposable(owner: self, key: SubscriptionKey(number: key)), nil)
    }

    @usableFromInline func unsubscribe(_ key: SubscriptionKey) {
        // Taken out under the lock, released outside of it: releasing an observer may run the user's code.
        let observer = state.withLock { $0.observers.remove(.init(number: key.number)) }
        withExtendedLifetime(observer) {}
    }

    /// Those an element goes to: none once the subject has ended.
    @usableFromInline func receiversOfElement() -> Receivers {
        state.withLock { Receivers($0.observers) }
    }

    /// Ends the subject. Returns those to tell: none if it had ended before.
    ///
    /// - Parameter evenDisposed: whether a disposed subject takes the end, and tells later observers of that.
    @usableFromInline func end(_ end: End, evenDisposed: Bool = false) -> Receivers {
        state.withLock { state in
            switch state.end {
            case nil: break
            case .disposed where evenDisposed: break
            default: return Receivers(Bag())
            }
            state.end = end
            let receivers = Receivers(state.observers)
            state.observers.removeAll()
            return receivers
        }
    }

    /// Those `event` goes to. A terminal event ends the subject.
    @inlinable func receivers<Element>(of event: Event<Element>, evenDisposed: Bool = false) -> Receivers {
        switch event {
        case .next: receiversOfElement()
        case .error(let error): end(.error(error), evenDisposed: evenDisposed)
        case .completed: end(.completed, evenDisposed: evenDisposed)
        }
    }

    /// Lets go of all observers; those that subscribe from now on get an error.
    func dispose() {
        let observers = state.withLock { state in
            let observers = state.observers
            state.observers.removeAll()
            state.end = .disposed
            state.isDisposed = true
            return observers
        }
        withExtendedLifetime(observers) {}
    }

    /// Lets go of all observers, as their subject is released.
    @usableFromInline func abandon() {
        let observers = state.withLock { state in
            let observers = state.observers
            state.observers.removeAll()
            return observers
        }
        withExtendedLifetime(observers) {}
    }
}

/// One observer of an ``ObserverRegistry``.
@usableFromInline
class ObserverEntry {
    @usableFromInline final let receive: EventReceiver

    @inlinable init<Element>(_ edge: Edge<Element>) {
        receive = edge.receive
    }

    /// Sends `event` to a receiver of such elements.
    @inlinable @inline(__always)
    static func send<Element>(_ event: Event<Element>, to receive: EventReceiver) {
        switch event {
        case .next(let element): withUnsafePointer(to: element) { receive($0, nil) }
        case .error(let error): receive(nil, error)
        case .completed: receive(nil, nil)
        }
    }
}

/// An observer that is also sent elements kept for it: it is known which object that is.
@usableFromInline
class KnownObserverEntry: ObserverEntry {
    /// Kept alive by `receive`.
    @usableFromInline final let target: Unmanaged<TracedObject>?

    @inlinable override init<Element>(_ edge: Edge<Element>) {
        target = edge.target
        super.init(edge)
    }
}

/// The observers an event goes to, as they were when it came.
@usableFromInline
enum Receivers {
    case none
    case one(ObserverEntry)
    case several(ObserverEntry?, ContiguousArray<Bag<ObserverEntry>.Item>)

    @inlinable @inline(__always)
    init(_ observers: borrowing Bag<ObserverEntry>) {
        if !observers.rest.isEmpty {
            self = .several(observers.first?.value, observers.rest)
        } else if let first = observers.first {
            self = .one(first.value)
        } else {
            self = .none
        }
    }

    /// Those of them for which `isIncluded` holds, in the same order.
    func filter(_ isIncluded: (ObserverEntry) -> Bool) -> Receivers {
        switch self {
        case .none: .none
        case .one(let entry): isIncluded(entry) ? self : .none
        case .several(let first, let rest):
            .several(first.flatMap { isIncluded($0) ? $0 : nil }, rest.filter { isIncluded($0.value) })
        }
    }

    /// Sends `event` to each, in order.
    ///
    /// - Precondition: the entries were made for observers of `Element`.
    @inlinable @inline(__always)
    func send<Element>(_ event: Event<Element>) {
        switch event {
        case .next(let element): withUnsafePointer(to: element) { send($0, nil) }
        case .error(let error): send(nil, error)
        case .completed: send(nil, nil)
        }
    }

    /// Sends a kept element to each, in order.
    ///
    /// - Precondition: the entries are ``KnownObserverEntry``s, made for observers of `Element`.
    @usableFromInline func send<Element>(_ element: ElementWithOrigin<Element>) {
        func send(to entry: ObserverEntry) {
            element.origin.attributeNextCall(to: unsafeDowncast(entry, to: KnownObserverEntry.self).target)
            ObserverEntry.send(.next(element.value), to: entry.receive)
        }
        switch self {
        case .none: break
        case .one(let entry): send(to: entry)
        case .several(let first, let rest):
            if let first { send(to: first) }
            for item in rest { send(to: item.value) }
        }
    }

    @inlinable func send(_ element: UnsafeRawPointer?, _ error: (any Error)?) {
        switch self {
        case .none:
            break
        case .one(let entry):
            entry.receive(element, error)
        case .several(let first, let rest):
            first?.receive(element, error)
            rest.withUnsafeBytes { bytes in
                // The array keeps the entries alive; read as unmanaged, they are not retained one by one.
                for item in bytes.bindMemory(to: (key: UInt64, value: Unmanaged<ObserverEntry>).self) {
                    item.value._withUnsafeGuaranteedRef { $0.receive(element, error) }
                }
            }
        }
    }
}
