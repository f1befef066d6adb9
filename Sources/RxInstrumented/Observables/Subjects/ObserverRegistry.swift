/// The observers of a subject or a shared connection, and the subject's end.
///
/// The registry is an object of its own, so that a subscription does not keep the subject alive. It is not generic, so
/// that its code needs no metadata of element types.
@usableFromInline
final class ObserverRegistry: SubscriptionOwner {
    @usableFromInline
    enum End {
        case completed
        case error(any Error)
        case disposed

        /// The event that an observer receives if it subscribes after the end.
        @usableFromInline func event<Element>(for subject: AnyObject) -> Event<Element> {
            Event(nil, error(for: subject))
        }

        /// Sends the end to an observer. Makes no event, whose metadata unspecialised code would have to look up.
        @usableFromInline func tell<Element>(_ observer: Edge<Element>, of subject: AnyObject) {
            observer.receive(nil, error(for: subject))
        }

        /// The error that the subject ended with. nil if it completed.
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
        /// Whether the subject was disposed, even if it has then ended otherwise.
        @usableFromInline var isDisposed = false
    }

    @usableFromInline let state = Lock(State(), guards: .ofEvents)

    @usableFromInline init() {}

    var hasObservers: Bool { state.reading { !$0.observers.isEmpty } }

    var isDisposed: Bool { state.reading { $0.isDisposed } }

    /// Inserts an observer. Returns the end instead if the subject has ended.
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
        // Removed under the lock, but released outside of it: releasing an observer may run the user's code.
        let observer = state.withLock { $0.observers.remove(.init(number: key.number)) }
        withExtendedLifetime(observer) {}
    }

    /// The observers that receive an element now: none once the subject has ended.
    @usableFromInline func receiversOfElement() -> Receivers {
        state.reading { Receivers($0.observers) }
    }

    /// Ends the subject. Returns the observers that receive the end: none if the subject had ended before.
    ///
    /// - Parameter evenDisposed: whether a disposed subject still takes the end, which later observers then receive.
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

    /// The observers that receive `event` now. A terminal event ends the subject.
    @inlinable func receivers<Element>(of event: Event<Element>, evenDisposed: Bool = false) -> Receivers {
        switch event {
        case .next: receiversOfElement()
        case .error(let error): end(.error(error), evenDisposed: evenDisposed)
        case .completed: end(.completed, evenDisposed: evenDisposed)
        }
    }

    /// Releases all observers. Later observers receive an error.
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

    /// Releases all observers, as the subject is released.
    @usableFromInline func abandon() {
        let observers = state.withLock { state in
            let observers = state.observers
            state.observers.removeAll()
            return observers
        }
        withExtendedLifetime(observers) {}
    }
}

@usableFromInline
class ObserverEntry {
    @usableFromInline final let receive: EventReceiver

    @inlinable init<Element>(_ edge: Edge<Element>) {
        receive = edge.receive
    }

    /// Sends `event` to a receiver that was made for the same element type.
    @inlinable @inline(__always)
    static func send<Element>(_ event: Event<Element>, to receive: EventReceiver) {
        switch event {
        case .next(let element): withUnsafePointer(to: element) { receive($0, nil) }
        case .error(let error): receive(nil, error)
        case .completed: receive(nil, nil)
        }
    }
}

/// An observer that also receives kept elements, and whose object is therefore known.
@usableFromInline
class KnownObserverEntry: ObserverEntry {
    /// Kept alive by `receive`.
    @usableFromInline final let target: Unmanaged<TracedObject>?

    @inlinable override init<Element>(_ edge: Edge<Element>) {
        target = edge.target
        super.init(edge)
    }
}

/// The observers that receive an event, as of the time the event came.
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

    /// The observers for which `isIncluded` returns true, in the same order.
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
                // The array keeps the entries alive. Read as unmanaged, they are not retained one by one.
                for item in bytes.bindMemory(to: (key: UInt64, value: Unmanaged<ObserverEntry>).self) {
                    item.value._withUnsafeGuaranteedRef { $0.receive(element, error) }
                }
            }
        }
    }
}
