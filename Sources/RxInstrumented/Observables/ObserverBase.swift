import RxTraceKit

/// The base of observers that stop themselves: after the first `error` or `completed`, or once disposed, events are
/// dropped.
@usableFromInline
class ObserverBase<Element>: StoppableObject {

    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    /// Records `on`, and passes an event that is not too late to `core` as `onCore`.
    @inlinable @inline(__always)
    final func on(_ event: Event<Element>, core: (Event<Element>) -> Void) {
        recorded(.on, self, event) {
            switch event {
            case .next:
                if !stopped.isSet { recorded(.onCore, self, event) { core(event) } }
            case .error, .completed:
                if stopped.set() { recorded(.onCore, self, event) { core(event) } }
            }
        }
    }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) {
            stopped.raise()
            didDispose()
        }
    }

    /// Disposes whatever else a kind of observer holds.
    @usableFromInline func didDispose() {}
}
