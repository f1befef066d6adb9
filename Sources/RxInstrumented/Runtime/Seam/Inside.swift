import CRxTraceBuffer
import RxTraceKit

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
