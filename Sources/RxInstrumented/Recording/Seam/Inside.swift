import CRxTraceBuffer
import RxTraceKit

/// Runs `body`, in which what is recorded for the first time is the library's own inside (`Trace.Behavior.inside`), or,
/// where the user's code runs in it, is not.
func inside<Result>(_ isInside: Bool = true, _ body: () throws -> Result) rethrows -> Result {
    let before = rxtrace_set_inside(isInside)
    defer { _ = rxtrace_set_inside(before) }
    return try body()
}
