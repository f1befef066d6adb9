import CRxTraceBuffer
import RxTraceKit

/// Records that `disposable` enters `keeper`.
package func recordedInsert(_ keeper: TracedObject, _ disposable: TracedObject?, _ body: () -> Void) {
    let call = rxtrace_is_on() ? openInsert(keeper, disposable) : 0
    body()
    if call != 0 { rxtrace_close(call) }
}

/// Records that `disposable` is taken out of `keeper`.
package func recordedRemoval(_ keeper: TracedObject, _ disposable: TracedObject, _ body: () -> Void) {
    let call = rxtrace_is_on() ? open(.remove, keeper, disposable) : 0
    body()
    if call != 0 { rxtrace_close(call) }
}

func openInsert(_ keeper: TracedObject, _ disposable: TracedObject?) -> UInt64 {
    guard let disposable else { return rxtrace_open(Trace.Operation.insert.rawValue, keeper.traceID, 0, 0) }
    return open(.insert, keeper, disposable)
}

private func open(_ operation: Trace.Operation, _ keeper: TracedObject, _ disposable: TracedObject) -> UInt64 {
    // Of a subscription that is left out, this call is too.
    let id = disposable.traceID
    return rxtrace_open(
        operation.rawValue, rxtrace_is_left_out(id) ? id : keeper.traceID, 0, disposable.traceNumber)
}
