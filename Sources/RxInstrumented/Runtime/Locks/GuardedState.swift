import CRxTraceBuffer

/// What a lock guards. The control of orders has points before the locks of some (TurnLibrary.c).
@usableFromInline
package enum GuardedState {
    /// The state of an operator, a subject or a connection: who has it first shows in the events.
    case ofEvents
    /// What the library alone sees: whether a disposable is set, or who takes the next piece of work of a queue.
    case ofLibrary

    @inlinable var touch: UInt32 { self == .ofEvents ? TOUCH_IS_SEEN.rawValue : 0 }
}

/// What is done to the state under its lock.
@usableFromInline
package enum GuardedAccess {
    case reads
    case writes

    @inlinable var touch: UInt32 { self == .writes ? TOUCH_WRITES.rawValue : 0 }
}
