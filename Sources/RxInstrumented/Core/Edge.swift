import TraceKit

/// Where a node sends its events: the observer below it, as one closure.
///
/// Edges are made in inlinable code, where the observer's type is known, so that the closure is specialised; the node
/// above calls it without going through a protocol. An edge also knows which object it leads to, so that a recording
/// can follow it.
@usableFromInline
struct Edge<Element> {
    @usableFromInline let send: (Event<Element>) -> Void
    /// The object the edge leads to. The closure keeps it alive.
    @usableFromInline let target: Unmanaged<TracedObject>?
    /// Whether subscribing with this edge begins a subscription; not so for a sink that only goes on upward.
    @usableFromInline let begins: Bool

    @inlinable
    init(target: Unmanaged<TracedObject>?, begins: Bool = true, send: @escaping (Event<Element>) -> Void) {
        self.send = send
        self.target = target
        self.begins = begins
    }

    /// An edge to a sink or an inner observer of an operator, whose `on` is recorded here.
    @inlinable init<Observer: InnerObserver>(_ observer: Observer, begins: Bool) where Observer.Element == Element {
        self.init(target: .passUnretained(observer), begins: begins) { event in
            recorded(.on, observer, event) { observer.on(event) }
        }
    }

    /// An edge upward from a sink that is an ``ObserverBase``, which records its own `on`.
    @inlinable init(stopping observer: ObserverBase<Element>, send: @escaping (Event<Element>) -> Void) {
        self.init(target: .passUnretained(observer), begins: false, send: send)
    }

    /// An edge to any observer. Those of this module record their own `on`; for a foreign one it is recorded here.
    @inlinable init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
        if let any = observer as? AnyObserver<Element> {
            self.init(target: any.edge.target) { event in any.on(event) }
        } else if let binder = observer as? Binder<Element> {
            self.init(target: binder.node) { event in binder.on(event) }
        } else if let traced = observer as? TracedObject {
            self.init(target: .passUnretained(traced)) { event in observer.on(event) }
        } else {
            self.init(target: nil) { event in
                recorded(.on, as: Observer.self, nil, event) { observer.on(event) }
            }
        }
    }
}
