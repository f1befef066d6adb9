import CRxTraceBuffer
import RxTraceKit

@usableFromInline @inline(never)
func recordCreation(of node: TracedObject) {
    let call = openCallWithSite(.create, node, 0, 0, as: nil, isByUser: true)
    if call != 0 { rxtrace_close(call) }
}

/// Records that an observer subscribes to `node`, and the resulting disposable.
///
/// - Parameter receiver: the type that is subscribed to, if `node` only stands for it: a struct or a type of the user.
@inlinable @inline(__always)
package func recordedSubscribe<Subscription: TracedObject>(
    _ node: TracedObject, as receiver: @autoclosure () -> Any.Type? = nil, observer: Unmanaged<TracedObject>?,
    begins: Bool, byUser: Bool, _ body: () -> Subscription?
) -> Subscription? {
    let call =
        rxtrace_is_on()
        ? SubscribeCall.open(node, as: receiver(), observer: observer, begins: begins, byUser: byUser) : .none
    let disposable = body()
    call.close(disposable)
    return disposable
}

/// A `subscribe` call that is open, or none.
@usableFromInline
struct SubscribeCall {
    @usableFromInline let call: UInt64
    /// The token that restores the thread's context, in a recording that leaves subscriptions out.
    @usableFromInline let entered: UInt64
    @usableFromInline let observer: UInt64

    @inlinable init(call: UInt64, entered: UInt64, observer: UInt64) {
        self.call = call
        self.entered = entered
        self.observer = observer
    }

    @inlinable static var none: SubscribeCall { SubscribeCall(call: 0, entered: 0, observer: 0) }

    @usableFromInline @inline(never)
    static func open(
        _ node: TracedObject, as receiver: Any.Type? = nil, observer: Unmanaged<TracedObject>?, begins: Bool,
        byUser: Bool
    ) -> SubscribeCall {
        if byUser { rxtrace_reach(TURN_SUBSCRIBE) }
        // Selected before anything of the subscription is recorded.
        let entered = byUser && rxtrace_is_selecting() ? SubscriptionSelection.enter(node) : 0
        let flags = RecordedSubscribeFlags.rawValue(begins: begins, byUser: byUser)
        let observerID = observer?._withUnsafeGuaranteedRef(\.traceNumber) ?? 0
        let call = openCallWithSite(.subscribe, node, flags, observerID, as: receiver, isByUser: byUser)
        return SubscribeCall(call: call, entered: entered, observer: observerID)
    }

    @inlinable @inline(__always)
    func close(_ disposable: TracedObject?) {
        if call | entered != 0 { closeOpened(disposable) }
    }

    @usableFromInline @inline(never)
    func closeOpened(_ disposable: TracedObject?) {
        if call != 0 {
            if let disposable { rxtrace_set_value(call, observer | disposable.traceNumber << 32) }
            rxtrace_close(call)
        }
        if entered != 0 { rxtrace_close(entered) }
    }
}

/// Records that the user's code made `node`, with the library's calls in `body` that set it up.
package func recordedCreation(of node: TracedObject, _ body: () -> Void) {
    let call = rxtrace_is_on() ? openCallWithSite(.create, node, 0, 0, as: nil, isByUser: true) : 0
    body()
    if call != 0 { rxtrace_close(call) }
}

/// Opens a call with the type that received it, if any, and with return addresses if the user's code made the call.
// Transparent, so that it takes no stack frame in a debug build: the innermost kept frame is then the recording
// function's, as in a release build.
@_transparent
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
