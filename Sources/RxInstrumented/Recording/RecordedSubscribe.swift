import CTraceBuffer
import TraceKit

/// How many return addresses are kept: what lies between the user's code and the recording is never deeper.
private let siteDepth = 15

@usableFromInline @inline(never)
func recordCreation(of node: TracedObject) {
    let call = trace_open(Trace.Operation.create.rawValue, node.traceID, 0, 0)
    guard call != 0 else { return }
    appendSite()
    trace_close(call)
}

/// Records a subscribe, who observes, and the disposable that came of it.
///
/// - Parameter receiver: the type subscribed to, where that is a value or a type of the user's that `node` stands for.
@usableFromInline @inline(never)
func recordedSubscribe(
    _ node: TracedObject, as receiver: Any.Type? = nil, observer: Unmanaged<TracedObject>?, begins: Bool, byUser: Bool,
    _ body: () -> DisposableObject?
) -> DisposableObject? {
    var flags: SubscribeFlags = []
    if begins { flags.insert(.begins) }
    if byUser { flags.insert(.byUser) }
    let observerID = UInt64(observer?._withUnsafeGuaranteedRef(\.traceID) ?? 0)
    let call = trace_open(Trace.Operation.subscribe.rawValue, node.traceID, flags.rawValue, observerID)
    guard call != 0 else { return body() }
    if let receiver { appendType(receiver) }
    if byUser { appendSite() }
    let disposable = body()
    if let disposable { trace_set_value(call, observerID | UInt64(disposable.traceID) << 32) }
    trace_close(call)
    return disposable
}

/// Records that the user's code made `node`, and what the library does in `body` to set it up.
func recordedCreation(of node: TracedObject, _ body: () -> Void) {
    guard trace_is_on() else { return body() }
    let call = trace_open(Trace.Operation.create.rawValue, node.traceID, 0, 0)
    if call != 0 { appendSite() }
    body()
    if call != 0 { trace_close(call) }
}

@inline(__always)
private func appendSite() {
    withUnsafeTemporaryAllocation(of: UInt.self, capacity: siteDepth) { addresses in
        guard let base = addresses.baseAddress else { return }
        addresses.initialize(repeating: 0)
        trace_walk(base, siteDepth)
        for start in stride(from: 0, to: siteDepth, by: 3) where addresses[start] != 0 {
            trace_append(
                RecordedDetail.site.rawValue, 0, 0, UInt64(addresses[start]), UInt64(addresses[start + 1]),
                UInt64(addresses[start + 2]))
        }
    }
}

/// Records that `disposable` enters `bag`.
func recordedInsert(_ bag: TracedObject, _ disposable: DisposableObject?, _ body: () -> Void) {
    guard trace_is_on() else { return body() }
    let call = trace_open(
        Trace.Operation.insert.rawValue, bag.traceID, 0, UInt64(disposable?.traceID ?? 0))
    body()
    if call != 0 { trace_close(call) }
}
