import CRxTraceBuffer
import RxTraceKit

/// Runs `body`, in which objects recorded for the first time are the library's own inside (`Trace.Behavior.inside`),
/// or, where the user's code runs in it, are not.
func inside<Result>(_ isInside: Bool = true, _ body: () throws -> Result) rethrows -> Result {
    let before = rxtrace_set_inside(isInside)
    defer { _ = rxtrace_set_inside(before) }
    return try body()
}
