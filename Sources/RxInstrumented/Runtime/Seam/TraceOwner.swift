import CRxTraceBuffer
import RxTraceKit

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

/// Runs `body`, which hands work to a queue or a thread on the library's own behalf: a scheduler's work has a ticket, so
/// it is no hop of the program's.
package func handingOnOwnWork<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard rxtrace_is_on() else { return try body() }
    let before = rxtrace_hand_on_own_work(true)
    defer { _ = rxtrace_hand_on_own_work(before) }
    return try body()
}

/// Runs `body`, in which objects recorded for the first time are the library's own inside (`Trace.Behavior.inside`),
/// or, where the user's code runs in it, are not.
package func inside<Result>(_ isInside: Bool = true, _ body: () throws -> Result) rethrows -> Result {
    let before = Inside.enter(isInside)
    defer { Inside.leave(to: before) }
    return try body()
}

/// The same in two steps, for code that stands too deep for another frame: of the stack, only the innermost part is kept.
package enum Inside {
    /// Whether what the calling thread makes now is the library's own.
    @inlinable @inline(__always)
    package static var isEntered: Bool { rxtrace_is_inside() }

    /// Returns what it was before, to be handed to ``leave(to:)``.
    @inlinable @inline(__always)
    package static func enter(_ isInside: Bool = true) -> Bool { rxtrace_set_inside(isInside) }

    @inlinable @inline(__always)
    package static func leave(to before: Bool) { _ = rxtrace_set_inside(before) }
}
