import CRxTraceBuffer
import RxTraceKit

/// Links scheduled work to the call that asked for it, across threads. Nothing while no recording runs.
@usableFromInline
package struct CauseID {
    /// Names the `schedule` call among all of the recording's; 0 for none.
    @usableFromInline let cause: UInt64

    @inlinable init(cause: UInt64) {
        self.cause = cause
    }

    /// Records that the scheduled work runs.
    @inlinable @inline(__always)
    package func invoke<Result>(_ node: TracedObject, _ body: () throws -> Result) rethrows -> Result {
        let call = rxtrace_is_on() ? openInvoke(node, cause: cause) : 0
        defer { if call != 0 { rxtrace_close(call) } }
        return try body()
    }
}

/// Records that `scheduler` is handed work; `body` is given the ticket to run it with.
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
    rxtrace_open_ticketed(Trace.Operation.schedule.rawValue, scheduler.traceID)
}

@usableFromInline @inline(never)
func openInvoke(_ node: TracedObject, cause: UInt64) -> UInt64 {
    rxtrace_open_caused(Trace.Operation.invoke.rawValue, node.traceID, cause)
}
