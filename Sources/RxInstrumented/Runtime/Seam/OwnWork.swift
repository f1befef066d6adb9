import CRxTraceBuffer

/// Runs `body`, which hands work to a queue or a thread on the library's own behalf: a scheduler's work has a ticket, so
/// it is no hop of the program's.
package func handingOnOwnWork<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard rxtrace_is_on() else { return try body() }
    let before = rxtrace_hand_on_own_work(true)
    defer { _ = rxtrace_hand_on_own_work(before) }
    return try body()
}
