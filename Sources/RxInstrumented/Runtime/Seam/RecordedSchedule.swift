import CRxTraceBuffer
import RxTraceKit

/// Links scheduled work to its `schedule` call, across threads.
@usableFromInline
package struct CauseID {
    /// The ticket of the `schedule` call. 0 if that was not recorded.
    @usableFromInline let cause: UInt64

    @inlinable init(cause: UInt64) {
        self.cause = cause
    }

    @inlinable @inline(__always)
    package func invoke<Result>(_ node: TracedObject, _ body: () throws -> Result) rethrows -> Result {
        let call = rxtrace_is_on() ? openInvoke(node, cause: cause) : 0
        defer { if call != 0 { rxtrace_close(call) } }
        return try body()
    }
}

/// Records that `scheduler` is handed work. `body` gets the ID with which to run the work.
@inlinable @inline(__always)
package func recordedSchedule<Result>(_ scheduler: TracedObject, _ body: (CauseID) throws -> Result) rethrows
    -> Result
{
    entersForeignCode("schedule of \(type(of: scheduler))")
    let opened = rxtrace_is_on() ? openSchedule(scheduler) : rxtrace_ticketed(call: 0, ticket: 0)
    defer { if opened.call != 0 { rxtrace_close(opened.call) } }
    return try body(CauseID(cause: opened.ticket))
}

@usableFromInline @inline(never)
func openSchedule(_ scheduler: TracedObject) -> rxtrace_ticketed {
    tellsOfTouch(Unmanaged.passUnretained(scheduler).toOpaque(), true)
    return rxtrace_open_ticketed(Trace.Operation.schedule.rawValue, scheduler.traceID)
}

@usableFromInline @inline(never)
func openInvoke(_ node: TracedObject, cause: UInt64) -> UInt64 {
    // A scheduler has asked whether the work is disposed, and the work asks what it belongs to.
    rxtrace_reach(TURN_READS)
    return rxtrace_open_caused(Trace.Operation.invoke.rawValue, node.traceID, cause)
}
