import CRxTraceBuffer
import RxTraceKit

/// A node's connection to the observer downstream, as one closure that takes the events.
///
/// Edges are made in inlinable code, where the observer's type is known, so that the closure is specialised and is
/// called without a protocol witness. An edge also knows the observer's object, for recordings.
///
/// The closure does not take an `Event`, whose tag would be written as one byte and read back as four: that stalls the
/// processor longer than the rest of the call takes. A closure that captures only the observer needs no allocation.
@usableFromInline
struct Edge<Element> {
    @usableFromInline let receive: EventReceiver
    /// The observer's object, which the closure keeps alive. nil if the observer is not an object.
    @usableFromInline let target: Unmanaged<TracedObject>?
    /// Whether subscribing with this edge begins a subscription. False for a sink that subscribes to its operator's
    /// source.
    @usableFromInline let begins: Bool

    @inlinable
    init(target: Unmanaged<TracedObject>?, begins: Bool = true, receive: @escaping EventReceiver) {
        self.receive = receive
        self.target = target
        self.begins = begins
    }

    /// An edge to a sink or another inner observer of an operator. The edge records the observer's `on`.
    @inlinable init<Observer: InnerObserver>(_ observer: Observer, begins: Bool) where Observer.Element == Element {
        self.init(target: .passUnretained(observer), begins: begins) { element, error in
            guard let element = element?.assumingMemoryBound(to: Element.self) else {
                return Self.end(observer, error)
            }
            // As `recorded(.on, …) { … }`, but without the call of that closure per element.
            let event = Event.next(element.pointee)
            entersForeignCode("on of \(type(of: observer))")
            let call = rxtrace_is_on() ? openCall(.on, observer, event) : 0
            observer.on(event)
            if call != 0 { close(call, keeping: event) }
        }
    }

    // Not inlined into the path of elements, which is the hot one.
    @inlinable @inline(never)
    static func end<Observer: InnerObserver>(
        _ observer: Observer, _ error: (any Error)?
    ) where Observer.Element == Element {
        let event = Event<Element>(nil, error)
        recorded(.on, observer, event) { observer.on(event) }
    }

    /// An edge to a sink that takes the events of each of its sources by a closure. The edge records the sink's `on`.
    @inlinable init(to sink: TracedObject, taking take: @escaping (Event<Element>) -> Void) {
        self.init(target: .passUnretained(sink)) { element, error in
            let event = Event<Element>(element, error)
            recorded(.on, sink, event) { take(event) }
        }
    }

    /// An edge to a sink that is an ``ObserverBase``, which records its `on` itself.
    @inlinable init(stopping observer: ObserverBase<Element>, receive: @escaping EventReceiver) {
        self.init(target: .passUnretained(observer), begins: false, receive: receive)
    }

    /// An edge to any observer. Observers of this module record their `on` themselves; for others, the edge does.
    @inlinable init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
        if let any = observer as? AnyObserver<Element> {
            self.init(target: any.edge.target) { any.on(Event($0, $1)) }
        } else if let binder = observer as? Binder<Element> {
            self.init(target: binder.node) { binder.on(Event($0, $1)) }
        } else if let part = observer as? EdgeObserver<Element> {
            // An operator that goes through the subscribe of another type, such as a relay's, goes on with its subscription.
            self = part.edge
        } else if let traced = observer as? TracedObject {
            self.init(target: .passUnretained(traced)) { element, error in
                if let element = element?.assumingMemoryBound(to: Element.self) {
                    observer.on(.next(element.pointee))
                } else {
                    observer.on(Event(nil, error))
                }
            }
        } else {
            self.init(target: nil) { element, error in
                let event = Event<Element>(element, error)
                recorded(.on, as: Observer.self, nil, event) { observer.on(event) }
            }
        }
    }

    @inlinable @inline(__always)
    func send(_ event: Event<Element>) {
        switch event {
        case .next(let element): sendNext(element)
        case .error(let error): receive(nil, error)
        case .completed: sendCompleted()
        }
    }

    // Without making an event, which is slow in unspecialised code.

    @inlinable @inline(__always)
    func sendNext(_ element: Element) {
        withUnsafePointer(to: element) { receive($0, nil) }
    }

    @inlinable @inline(__always)
    func sendCompleted() {
        receive(nil, nil)
    }
}

/// Takes the address of an element, or an error, or neither for `completed`. The element has the type that the receiver
/// was made for.
@usableFromInline typealias EventReceiver = (UnsafeRawPointer?, (any Error)?) -> Void

extension Event {
    /// The event that an ``EventReceiver`` was called with.
    @inlinable @inline(__always)
    init(_ element: UnsafeRawPointer?, _ error: (any Error)?) {
        if let element = element?.assumingMemoryBound(to: Element.self) {
            self = .next(element.pointee)
        } else if let error {
            self = .error(error)
        } else {
            self = .completed
        }
    }
}

/// Wraps an edge as an observer, for sources whose type is not an ``Observable``.
@usableFromInline
final class EdgeObserver<Element>: PartObserver, ObserverType {
    @usableFromInline let edge: Edge<Element>

    @inlinable init(_ edge: Edge<Element>) {
        self.edge = edge
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        edge.send(event)
    }
}
