import CRxTraceBuffer
import RxTraceKit

/// The base of inner observers that do not keep their owner: they know what it told of itself when they were made.
@usableFromInline
class OwnedPartObserver: PartObserver {
    @usableFromInline final let owner: TraceOwner

    @inlinable init(of owner: TracedObject) {
        self.owner = owner.asOwner
        super.init()
    }

    @usableFromInline final override var traceOwner: TraceOwner { owner }
}
