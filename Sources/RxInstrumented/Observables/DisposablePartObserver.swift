import RxTraceKit

/// The base of inner observers that are disposed of in place of their sources.
@usableFromInline
class DisposablePartObserver: DisposableObject {
    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) { didDispose() }
    }

    /// The part that is disposed in place of the observer.
    @usableFromInline func didDispose() {}
}
