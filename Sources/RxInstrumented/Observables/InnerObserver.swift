import RxTraceKit

/// A sink, or another observer inside an operator: it is only ever called through an ``Edge``, which records the call.
@usableFromInline
protocol InnerObserver: TracedObject, ObserverType {}

/// The base of inner observers that are no sinks: those of one inner observable, or of one of several sources.
@usableFromInline
class PartObserver: TracedObject {
    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    /// Runs `body`, which subscribes this observer to the source it shares among others, as its `connect`.
    final func connect(_ body: () -> DisposableObject?) -> DisposableObject? {
        recorded(.connect, self, body)
    }
}
