import CRxTraceBuffer
import RxTraceKit

/// Stands in a trace for an observable of a test's own, which is none of ``Observable``'s subclasses.
package final class TracedTestObservable: TracedStandIn {
    override var traceBehaviors: Trace.Behaviors { [] }
    override var traceRole: Trace.Role { .observable }

    /// Records that an observable of type `type` came to be, and where.
    package override init(type: Any.Type) {
        super.init(type: type)
        if rxtrace_is_on() { recordCreation(of: self) }
    }

    /// Records that `observer` subscribes.
    ///
    /// - Parameter body: does it, and is given the closure that hands the observer an event.
    package func subscribe<Observer: ObserverType>(
        _ observer: Observer, _ body: (_ send: @escaping (Event<Observer.Element>) -> Void) -> any Disposable
    ) -> any Disposable {
        let edge = Edge(observer)
        return recordedSubscribe(self, observer: edge.target, begins: true, byUser: true) {
            body(edge.send)._object
        }.asDisposable
    }
}
