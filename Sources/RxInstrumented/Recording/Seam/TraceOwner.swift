import CRxTraceBuffer

/// What a traced object tells of the one that it works for, as a sink does for its observable.
///
/// Taken when the object is made: the owner may be gone when a recording that keeps only the last calls is told of the
/// object again.
@usableFromInline
struct TraceOwner {
    /// The owner's number; 0 for none.
    @usableFromInline let number: UInt32
    /// The bits of the owner's behaviors, and of those of its own owner.
    @usableFromInline let behaviorBits: UInt32

    @inlinable init(number: UInt32, behaviorBits: UInt32) {
        self.number = number
        self.behaviorBits = behaviorBits
    }

    /// The owner of an object that works for none, or was made while no recording ran.
    @inlinable static var none: TraceOwner { TraceOwner(number: 0, behaviorBits: 0) }
}

extension TracedObject {
    /// What the objects that work for this one tell of it.
    @inlinable final var asOwner: TraceOwner {
        rxtrace_is_on() ? recordedOwner : .none
    }

    @usableFromInline final var recordedOwner: TraceOwner {
        TraceOwner(
            number: UInt32(truncatingIfNeeded: traceNumber),
            behaviorBits: traceBehaviors.bits | traceOwner.behaviorBits)
    }
}
