import CRxTraceBuffer
import RxTraceKit

/// Records that the last reference to `node` is gone, and who let go of it.
func recordedEnd(of node: TracedObject, _ body: () -> Void) {
    entersForeignCode("the end of \(type(of: node))")
    let call = rxtrace_is_on() ? openEnd(of: node) : 0
    body()
    if call != 0 { rxtrace_close(call) }
}

@inline(never)
private func openEnd(of node: TracedObject) -> UInt64 {
    let id = node.traceID
    let operation = Trace.Operation.deinit.rawValue
    return RecordedSites.areKept.load(ordering: .relaxed)
        ? rxtrace_open_end(operation, id) : rxtrace_open(operation, id, 0, 0)
}
