import CRxTraceBuffer
import RxTraceKit

/// An observable sequence whose concrete type is hidden: the type operators take and return.
///
/// Subclasses say what a subscription does in `subscribeCore`; that it is recorded is this class's business.
public class Observable<Element>: TracedObject, ObservableType {
    /// Records that the observable came to be, and where.
    @inlinable override init() {
        super.init()
        #if DEBUG || TRACE_RESOURCES
            _ = Resources.incrementTotal()
            if traceRole == .subject { _ = Resources.incrementTotal() }
        #endif
        if rxtrace_is_on() { recordCreation(of: self) }
    }

    #if DEBUG || TRACE_RESOURCES
        deinit {
            _ = Resources.decrementTotal()
            if traceRole == .subject { _ = Resources.decrementTotal() }
        }
    #endif

    @usableFromInline override var traceRole: Trace.Role { .observable }

    @inlinable
    public final func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        subscribe(Edge(observer), byUser: true).asDisposable
    }

    /// The observable itself.
    @inlinable public final func asObservable() -> Observable<Element> {
        self
    }

    /// Subscribes a sink, or an inner observer of an operator.
    ///
    /// - Parameter begins: whether this is a subscription of its own (one of several sources, an inner observable)
    ///   rather than the next step upward of the sink's own one.
    @inlinable
    final func subscribe<Observer: InnerObserver>(
        inner observer: Observer, begins: Bool = true
    ) -> DisposableObject? where Observer.Element == Element {
        subscribe(Edge(observer, begins: begins))
    }

    /// Subscribes the sink of an operator that has one source, and gives the parts of the subscription.
    ///
    /// The sink is handed over: nobody else retains it meanwhile.
    @inlinable
    final func subscribe<OperatorSink: InnerObserver & DisposableObject>(
        sink: consuming OperatorSink
    ) -> (sink: DisposableObject?, subscription: DisposableObject?) where OperatorSink.Element == Element {
        let subscription = subscribe(inner: sink, begins: false)
        return (consume sink, subscription)
    }

    /// Subscribes the observer an edge leads to. Every subscription goes through here.
    ///
    /// The edge is handed on upward, owned, from here to the sink or the subject that keeps it.
    @usableFromInline
    final func subscribe(_ edge: consuming Edge<Element>, byUser: Bool = false) -> DisposableObject? {
        entersForeignCode("subscribe of \(type(of: self))")
        // As `recordedSubscribe(self, …) { … }`, whose closure would keep the edge for longer than it takes to hand it on.
        let call =
            rxtrace_is_on()
            ? SubscribeCall.open(self, observer: edge.target, begins: edge.begins, byUser: byUser) : .none
        let disposable = subscribeCore(consume edge)
        call.close(disposable)
        return disposable
    }

    @usableFromInline
    func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        preconditionFailure("\(type(of: self)) does not say what subscribing to it does")
    }
}

/// Something that can be turned into an observable sequence.
public protocol ObservableConvertibleType<Element> {
    /// The type of the sequence's elements.
    associatedtype Element

    /// The sequence as an observable.
    func asObservable() -> Observable<Element>
}

/// An observable sequence: it sends ``Event``s to the observers that subscribe.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Subscribes `observer` to the events of this sequence.
    ///
    /// - Returns: a disposable that ends the subscription.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

/// Another name of ``Observable``, for files that import another type of that name.
public typealias RxObservable<Element> = Observable<Element>
