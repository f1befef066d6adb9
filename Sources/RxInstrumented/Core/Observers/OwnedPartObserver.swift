import CRxTraceBuffer
import RxTraceKit

/// The base of inner observers that do not keep their owner: they know its number in the recording that runs when they
/// are made, and none without one.
@usableFromInline
class OwnedPartObserver: PartObserver {
    @usableFromInline final let ownerNumber: UInt32

    @inlinable init(of owner: TracedObject) {
        ownerNumber = owner.numberAsOwner
        super.init()
    }

    @usableFromInline final override var traceOwner: UInt32 { ownerNumber }
}
