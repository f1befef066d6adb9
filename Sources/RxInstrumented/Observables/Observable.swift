import CRxTraceBuffer
import RxTraceKit

/// An observable sequence whose concrete type is hidden: the type that operators take and return.
///
/// A subclass overrides `subscribeCore`. This class records the subscriptions.
public class Observable<Element>: TracedObject, ObservableType {
    /// Records that the observable was made, and where.
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

    /// Subscribes a sink or another inner observer of an operator.
    ///
    /// - Parameter begins: whether this begins a subscription of its own (to one of several sources, or an inner
    ///   observable). False if it continues the sink's subscription upstream.
    @inlinable
    final func subscribe<Observer: InnerObserver>(
        inner observer: Observer, begins: Bool = true
    ) -> DisposableObject? where Observer.Element == Element {
        subscribe(Edge(observer, begins: begins))
    }

    /// Subscribes the sink of an operator with one source, and returns both parts of the subscription.
    ///
    /// The sink is consumed, so that the caller does not retain it meanwhile.
    @inlinable
    final func subscribe<OperatorSink: InnerObserver & DisposableObject>(
        sink: consuming OperatorSink
    ) -> (sink: DisposableObject?, subscription: DisposableObject?) where OperatorSink.Element == Element {
        let subscription = subscribe(inner: sink, begins: false)
        return (consume sink, subscription)
    }

    /// Subscribes the observer behind an edge. Every subscription goes through here.
    ///
    /// The edge is passed on as owned, up to the sink or the subject that keeps it.
    @usableFromInline
    final func subscribe(_ edge: consuming Edge<Element>, byUser: Bool = false) -> DisposableObject? {
        entersForeignCode("subscribe of \(type(of: self))")
        // As `recordedSubscribe(self, …) { … }`, whose closure would retain the edge longer than necessary.
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

/// A type that can be converted to an observable sequence.
public protocol ObservableConvertibleType<Element> {
    /// The type of the sequence's elements.
    associatedtype Element

    /// The sequence as an observable.
    func asObservable() -> Observable<Element>
}

/// An observable sequence, which sends ``Event``s to the observers that subscribe.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Subscribes `observer` to the events of this sequence.
    ///
    /// - Returns: a disposable that ends the subscription.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

/// Another name of ``Observable``, for files that import another type with that name.
public typealias RxObservable<Element> = Observable<Element>
