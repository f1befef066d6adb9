import CRxTraceBuffer
import RxTraceKit

@usableFromInline @inline(never)
func recordCreation(of node: TracedObject) {
    let call = openCallWithSite(.create, node, 0, 0, as: nil, isByUser: true)
    if call != 0 { rxtrace_close(call) }
}

/// Records a subscribe, who observes, and the disposable that came of it.
///
/// - Parameter receiver: the type subscribed to, where that is a value or a type of the user's that `node` stands for.
@usableFromInline @inline(never)
func recordedSubscribe(
    _ node: TracedObject, as receiver: Any.Type? = nil, observer: Unmanaged<TracedObject>?, begins: Bool, byUser: Bool,
    _ body: () -> DisposableObject?
) -> DisposableObject? {
    // Decided before anything of the subscription is recorded.
    let entered = byUser && rxtrace_is_selecting() ? SubscriptionSelection.enter(node) : 0
    defer { if entered != 0 { rxtrace_close(entered) } }
    let flags = RecordedSubscribeFlags.rawValue(begins: begins, byUser: byUser)
    let observerID = observer?._withUnsafeGuaranteedRef(\.traceNumber) ?? 0
    let call = openCallWithSite(.subscribe, node, flags, observerID, as: receiver, isByUser: byUser)
    guard call != 0 else { return body() }
    let disposable = body()
    if let disposable { rxtrace_set_value(call, observerID | disposable.traceNumber << 32) }
    rxtrace_close(call)
    return disposable
}

/// Records that the user's code made `node`, and the library's calls in `body` that set it up.
func recordedCreation(of node: TracedObject, _ body: () -> Void) {
    guard rxtrace_is_on() else { return body() }
    let call = openCallWithSite(.create, node, 0, 0, as: nil, isByUser: true)
    body()
    if call != 0 { rxtrace_close(call) }
}

/// Opens a call with the type that received it, if any, and, where the user's code made it, its place there.
@inline(__always)
private func openCallWithSite(
    _ operation: Trace.Operation, _ node: TracedObject, _ flags: UInt8, _ value: UInt64, as receiver: Any.Type?,
    isByUser: Bool
) -> UInt64 {
    let id = node.traceID
    var details = rxtrace_details()
    details.type = receiver.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }
    return isByUser && RecordedSites.areKept.load(ordering: .relaxed)
        ? rxtrace_open_here(operation.rawValue, id, flags, value, details)
        : rxtrace_open_with(operation.rawValue, id, flags, value, details)
}
