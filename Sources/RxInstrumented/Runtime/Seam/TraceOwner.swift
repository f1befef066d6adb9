import CRxTraceBuffer

/// What a traced object tells of the one that it works for, as a sink does for its observable.
///
/// Taken when the object is made: the owner may be gone when a recording that keeps only the last calls is told of the
/// object again.
///
/// ```swift
/// init(channel: EventChannel) {
///     owner = TraceOwner(channel)
/// }
/// override var recordedOwner: TraceOwner { owner }
/// ```
public struct TraceOwner {
    /// The owner's number; 0 for none.
    @usableFromInline let number: UInt32
    /// The bits of the owner's behaviors, and of those of its own owner.
    @usableFromInline let behaviorBits: UInt32

    @inlinable init(number: UInt32, behaviorBits: UInt32) {
        self.number = number
        self.behaviorBits = behaviorBits
    }

    /// The owner of an object that works for none, or was made while no recording ran.
    @inlinable public static var none: TraceOwner { TraceOwner(number: 0, behaviorBits: 0) }

    /// What those tell who work for `object`; ``none`` while no recording runs. May be asked on any thread.
    public init(_ object: TracedObject) {
        self = object.asOwner
    }
}

extension TracedObject {
    /// What the objects that work for this one tell of it.
    @inlinable package final var asOwner: TraceOwner {
        rxtrace_is_on() ? ownerInTrace : .none
    }

    @usableFromInline final var ownerInTrace: TraceOwner {
        TraceOwner(
            number: UInt32(truncatingIfNeeded: traceNumber),
            behaviorBits: traceBehaviors.bits | traceOwner.behaviorBits)
    }
}
