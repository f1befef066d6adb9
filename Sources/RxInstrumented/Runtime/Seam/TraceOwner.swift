import CRxTraceBuffer
import RxTraceKit

/// A reference by number to the object that another object works for, such as a sink's observable.
///
/// To be made in the `init` of the object that works for the owner, for the owner may be gone when a recording defines
/// the object again.
///
/// ```swift
/// init(channel: EventChannel) {
///     owner = TraceOwner(channel)
/// }
/// override var recordedOwner: TraceOwner { owner }
/// ```
public struct TraceOwner {
    /// The owner's number. 0 for none.
    @usableFromInline let number: UInt32
    /// The behaviors of the owner and of its owners in turn, as bits.
    @usableFromInline let behaviorBits: UInt32

    @inlinable init(number: UInt32, behaviorBits: UInt32) {
        self.number = number
        self.behaviorBits = behaviorBits
    }

    /// No owner: the object works for none, or was made while no recording ran.
    @inlinable public static var none: TraceOwner { TraceOwner(number: 0, behaviorBits: 0) }

    /// Makes `object` the owner. ``none`` while no recording runs. Thread-safe.
    public init(_ object: TracedObject) {
        self = object.asOwner
    }
}

extension TracedObject {
    /// This object as the owner of another. None while no recording runs.
    @inlinable package final var asOwner: TraceOwner {
        rxtrace_is_on() ? ownerInTrace : .none
    }

    @usableFromInline final var ownerInTrace: TraceOwner {
        TraceOwner(
            number: UInt32(truncatingIfNeeded: traceNumber),
            behaviorBits: traceBehaviors.bits | traceOwner.behaviorBits)
    }
}

/// Runs `body`, which hands the library's own work to a queue or a thread. It is recorded as `schedule`, and so not as
/// a hop.
package func handingOnOwnWork<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard rxtrace_is_on() else { return try body() }
    let before = rxtrace_hand_on_own_work(true)
    defer { _ = rxtrace_hand_on_own_work(before) }
    return try body()
}

/// Runs `body`. Objects that are first recorded in it are marked as internal to the library (`Trace.Behavior.inside`),
/// or, if `isInside` is false because the user's code runs, are not.
package func inside<Result>(_ isInside: Bool = true, _ body: () throws -> Result) rethrows -> Result {
    let before = Inside.enter(isInside)
    defer { Inside.leave(to: before) }
    return try body()
}

/// ``inside(_:_:)`` in two steps, for code that must not add a frame to the stack, of which only the innermost part is
/// kept.
package enum Inside {
    /// Whether objects that the calling thread makes now are internal to the library.
    @inlinable @inline(__always)
    package static var isEntered: Bool { rxtrace_is_inside() }

    /// Returns the former value, for ``leave(to:)``.
    @inlinable @inline(__always)
    package static func enter(_ isInside: Bool = true) -> Bool { rxtrace_set_inside(isInside) }

    @inlinable @inline(__always)
    package static func leave(to before: Bool) { _ = rxtrace_set_inside(before) }
}
