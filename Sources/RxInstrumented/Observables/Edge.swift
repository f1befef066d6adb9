import CRxTraceBuffer
import RxTraceKit

/// Where a node sends its events: the observer below it, as one closure.
///
/// Edges are made in inlinable code, where the observer's type is known, so that the closure is specialised; the node
/// above calls it without going through a protocol. An edge also knows which object it leads to, so that a recording
/// can follow it.
///
/// The closure is not handed an `Event`: passed through memory, its tag is written as one byte and read back as four,
/// which stalls the processor longer than the rest of a hop takes. A closure that captures nothing but the observer needs
/// no memory of its own.
@usableFromInline
struct Edge<Element> {
    @usableFromInline let receive: EventReceiver
    /// The object the edge leads to. The closure keeps it alive.
    @usableFromInline let target: Unmanaged<TracedObject>?
    /// Whether subscribing with this edge begins a subscription; not so for a sink that only goes on upward.
    @usableFromInline let begins: Bool

    @inlinable
    init(target: Unmanaged<TracedObject>?, begins: Bool = true, receive: @escaping EventReceiver) {
        self.receive = receive
        self.target = target
        self.begins = begins
    }

    /// An edge to a sink or an inner observer of an operator, whose `on` is recorded here.
    @inlinable init<Observer: InnerObserver>(_ observer: Observer, begins: Bool) where Observer.Element == Element {
        self.init(target: .passUnretained(observer), begins: begins) { element, error in
            guard let element = element?.assumingMemoryBound(to: Element.self) else {
                return Self.end(observer, error)
            }
            // As `recorded(.on, …) { … }`, whose closure would be a call of its own on the way of each element.
            let event = Event.next(element.pointee)
            entersForeignCode("on of \(type(of: observer))")
            let call = rxtrace_is_on() ? openCall(.on, observer, event) : 0
            observer.on(event)
            if call != 0 { close(call, keeping: event) }
        }
    }

    // Apart from the way of elements, which is the hot one.
    @inlinable @inline(never)
    static func end<Observer: InnerObserver>(
        _ observer: Observer, _ error: (any Error)?
    ) where Observer.Element == Element {
        let event = Event<Element>(nil, error)
        recorded(.on, observer, event) { observer.on(event) }
    }

    /// An edge to a sink that takes the events of several sources, each by a closure of its own; the sink's `on` is
    /// recorded here.
    @inlinable init(to sink: TracedObject, taking take: @escaping (Event<Element>) -> Void) {
        self.init(target: .passUnretained(sink)) { element, error in
            let event = Event<Element>(element, error)
            recorded(.on, sink, event) { take(event) }
        }
    }

    /// An edge upward from a sink that is an ``ObserverBase``, which records its own `on`.
    @inlinable init(stopping observer: ObserverBase<Element>, receive: @escaping EventReceiver) {
        self.init(target: .passUnretained(observer), begins: false, receive: receive)
    }

    /// An edge to any observer. Those of this module record their own `on`; for a foreign one it is recorded here.
    @inlinable init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
        if let any = observer as? AnyObserver<Element> {
            self.init(target: any.edge.target) { any.on(Event($0, $1)) }
        } else if let binder = observer as? Binder<Element> {
            self.init(target: binder.node) { binder.on(Event($0, $1)) }
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

    /// Hands an event to the observer.
    @inlinable @inline(__always)
    func send(_ event: Event<Element>) {
        switch event {
        case .next(let element): sendNext(element)
        case .error(let error): receive(nil, error)
        case .completed: sendCompleted()
        }
    }

    // Without the detour through an event, which code that is not specialised makes at some cost.

    @inlinable @inline(__always)
    func sendNext(_ element: Element) {
        withUnsafePointer(to: element) { receive($0, nil) }
    }

    @inlinable @inline(__always)
    func sendCompleted() {
        receive(nil, nil)
    }
}

/// Takes the address of an element of the type the receiver was made for; or an error; or neither, for `completed`.
@usableFromInline typealias EventReceiver = (UnsafeRawPointer?, (any Error)?) -> Void

extension Event {
    /// The event an ``Edge`` was handed.
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

/// An edge as an observer, for sources of types the library does not know.
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
