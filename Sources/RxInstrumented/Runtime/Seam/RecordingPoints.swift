import CRxTraceBuffer
import RxTraceKit

// The recording points of the reactive core. Each function runs `body` and, while a recording runs, records a call
// around it, which is closed even if `body` throws. Without a recording, that costs one relaxed load; the paths that
// record are never inlined.

/// A switching point before the user's code reads a value that other threads may change.
@inline(__always)
package func reachesValue() { rxtrace_reach(TURN_VALUE) }

/// A switching point before the user's code asks whether something is disposed or observed, which other threads may change.
@inline(__always)
package func reachesFlag() { rxtrace_reach(TURN_FLAG) }

/// A switching point before the user's code changes what a disposable holds, which others may dispose meanwhile.
@inline(__always)
package func reachesChange() { rxtrace_reach(TURN_GOES_ON) }

/// A switching point before the next of several things is disposed: other threads may see that those before it are.
@inline(__always)
package func reachesNextPart() { rxtrace_reach(TURN_NEXT_PART) }

/// Tells the control of orders that an object takes an event, or other work, which may change it: what an operator keeps of its
/// events is guarded by their coming one at a time, and by no lock.
@usableFromInline
func touchesNode(_ node: TracedObject) { callsNode(Unmanaged.passUnretained(node), TOUCH_WRITES) }

/// Tells it that an object is called, and what it may do then that no lock guards.
@usableFromInline
func callsNode(_ node: Unmanaged<TracedObject>, _ kind: rxtrace_touch_kind) {
    rxtrace_touch(node.toOpaque(), rxtrace_touch_kind(rawValue: TOUCH_CALLS.rawValue | kind.rawValue))
}

/// Tells it that a closure runs whose events are told.
@usableFromInline
func touchesOutside() { tellsOfTouch(nil, false) }

/// Records a call on `node` without an event.
@inlinable @inline(__always)
package func recorded<Result>(
    _ operation: Trace.Operation, _ node: TracedObject, _ body: () throws -> Result
) rethrows -> Result {
    entersForeignCode("\(operation) of \(type(of: node))")
    let call = rxtrace_is_on() ? openCall(operation, node) : 0
    defer { if call != 0 { rxtrace_close(call) } }
    return try body()
}

/// As ``recorded(_:_:_:)``, for a call that does nothing but hand on work: that comes to a switching point itself, or needs none.
func recordedHandOn(_ operation: Trace.Operation, _ node: TracedObject, _ body: () -> Void) {
    entersForeignCode("\(operation) of \(type(of: node))")
    let call = rxtrace_is_on() ? CallToOpen(operation, node.traceID).open() : 0
    body()
    if call != 0 { rxtrace_close(call) }
}

/// Records a call that hands `event` to `node`.
@inlinable @inline(__always)
package func recorded<Element, Result>(
    _ operation: Trace.Operation, _ node: TracedObject, _ event: Event<Element>, _ body: () throws -> Result
) rethrows -> Result {
    entersForeignCode("\(operation) of \(type(of: node))")
    let call = rxtrace_is_on() ? openCall(operation, node, event) : 0
    defer { if call != 0 { close(call, keeping: event) } }
    return try body()
}

/// Records a call that hands `event` to a value of the type `receiver`, which has no number of its own. The call is on
/// `node`.
@inlinable @inline(__always)
package func recorded<Element, Result>(
    _ operation: Trace.Operation, as receiver: Any.Type, _ node: Unmanaged<TracedObject>?, _ event: Event<Element>,
    _ body: () throws -> Result
) rethrows -> Result {
    entersForeignCode("\(operation) of \(receiver)")
    let call = rxtrace_is_on() ? openCall(operation, as: receiver, node, event) : 0
    defer { if call != 0 { close(call, keeping: event) } }
    return try body()
}

/// Records that the user's code sends `event` to `node`, and where.
@inlinable @inline(__always)
package func recordedSend<Element, Result>(
    _ operation: Trace.Operation = .on, to node: TracedObject, _ event: Event<Element>, _ body: () throws -> Result
) rethrows -> Result {
    entersForeignCode("\(operation) of \(type(of: node))")
    let call = rxtrace_is_on() ? openSend(operation, node, event) : 0
    defer { if call != 0 { close(call, keeping: event) } }
    return try body()
}

/// Records that `event` is sent to an `AnyObserver`, a struct around the observer `target`, and where.
@inlinable @inline(__always)
func recordedByAnyObserver<Element>(_ target: Unmanaged<TracedObject>?, _ event: Event<Element>, _ body: () -> Void) {
    entersForeignCode("on of AnyObserver")
    let call = rxtrace_is_on() ? openByAnyObserver(target, event) : 0
    defer { if call != 0 { close(call, keeping: event) } }
    body()
}

/// Records that a closure of the user, which `node` holds, runs.
@inlinable @inline(__always)
package func recordedHandler<Result>(
    _ label: HandlerLabel, _ node: TracedObject, _ body: () throws -> Result
) rethrows -> Result {
    entersForeignCode("the closure \(label) of \(type(of: node))")
    let call = rxtrace_is_on() ? openHandler(label, node) : 0
    defer { if call != 0 { rxtrace_close(call) } }
    return try body()
}

/// Records that a closure of the user, which a value of type `owner` holds, runs.
@inlinable @inline(__always)
package func recordedHandler<Result>(
    _ label: HandlerLabel, of owner: Any.Type, _ body: () throws -> Result
) rethrows -> Result {
    let call = rxtrace_is_on() ? openHandler(label, of: owner) : 0
    defer { if call != 0 { rxtrace_close(call) } }
    return try body()
}

/// Closes a call with `event`, and keeps the event alive until then, on which ``SharedDescription`` relies.
@inlinable @inline(__always)
func close<Element>(_ call: UInt64, keeping event: Event<Element>) {
    rxtrace_close(call)
    withExtendedLifetime(event) {}
}

@usableFromInline @inline(never)
func openCall(_ operation: Trace.Operation, _ node: TracedObject) -> UInt64 {
    if operation == .dispose {
        rxtrace_reach(TURN_DISPOSE)
        touchesNode(node)
    }
    if operation == .connect { rxtrace_reach(TURN_CONNECT) }
    return CallToOpen(operation, node.traceID).open()
}

@usableFromInline @inline(never)
func openHandler(_ label: HandlerLabel, _ node: TracedObject) -> UInt64 {
    touchesOutside()
    return CallToOpen(.handler, node.traceID, detail: label.rawValue).open()
}

@usableFromInline @inline(never)
func openHandler(_ label: HandlerLabel, of owner: Any.Type) -> UInt64 {
    touchesOutside()
    var details = rxtrace_details()
    details.type = unsafeBitCast(owner, to: UnsafeRawPointer.self)
    return rxtrace_open_with(Trace.Operation.handler.rawValue, 0, label.rawValue, 0, details)
}

@inlinable @inline(never)
func openCall<Element>(_ operation: Trace.Operation, _ node: TracedObject, _ event: Event<Element>) -> UInt64 {
    touchesNode(node)
    return CallToOpen(operation, node.traceID).open(with: event)
}

@inlinable @inline(never)
func openCall<Element>(
    _ operation: Trace.Operation, as receiver: Any.Type, _ node: Unmanaged<TracedObject>?, _ event: Event<Element>
) -> UInt64 {
    if let node { callsNode(node, TOUCH_WRITES) }
    return CallToOpen(operation, node?._withUnsafeGuaranteedRef(\.traceID) ?? 0, receiver: receiver).open(with: event)
}

@inlinable @inline(never)
func openSend<Element>(_ operation: Trace.Operation, _ node: TracedObject, _ event: Event<Element>) -> UInt64 {
    rxtrace_reach(TURN_SEND)
    callsNode(Unmanaged.passUnretained(node), TOUCH_READS)
    return CallToOpen(operation, node.traceID, isSend: true).open(with: event)
}

@inlinable @inline(never)
func openByAnyObserver<Element>(_ target: Unmanaged<TracedObject>?, _ event: Event<Element>) -> UInt64 {
    rxtrace_reach(TURN_SEND)
    if let target { callsNode(target, TOUCH_WRITES) }
    return CallToOpen(
        .on, target?._withUnsafeGuaranteedRef(\.traceID) ?? 0, detail: RecordedEventForm.byAnyObserver, isSend: true
    ).open(with: event)
}

/// Opens a call right after another one, without reading the clock unless the value has to be described.
@inlinable @inline(__always)
func openNextCall<Element>(_ operation: Trace.Operation, _ node: TracedObject, _ event: Event<Element>) -> UInt64 {
    if case .next(let element) = event, let (form, bits) = smallValue(element) {
        touchesNode(node)
        return rxtrace_open_next(operation.rawValue, node.traceID, RecordedEventForm.next | form.bits, bits)
    }
    return openCall(operation, node, event)
}

@inlinable @inline(__always)
func openNextHandler(_ label: HandlerLabel, _ node: TracedObject) -> UInt64 {
    touchesOutside()
    return rxtrace_open_next(Trace.Operation.handler.rawValue, node.traceID, label.rawValue, 0)
}

/// Records that the last reference to `node` is gone, and which code released it.
func recordedEnd(of node: TracedObject, _ body: () -> Void) {
    entersForeignCode("the end of \(type(of: node))")
    let call = rxtrace_is_on() ? openEnd(of: node) : 0
    body()
    if call != 0 { rxtrace_close(call) }
}

@inline(never)
func openEnd(of node: TracedObject) -> UInt64 {
    tellsOfTouch(UnsafeRawPointer(bitPattern: RXTRACE_OBJECT_ENDS), true)
    let id = node.traceID
    let operation = Trace.Operation.deinit.rawValue
    return RecordedSites.areKept.load(ordering: .relaxed)
        ? rxtrace_open_end(operation, id) : rxtrace_open(operation, id, 0, 0)
}

/// Records that a keeper of disposables is handed one (`insert`, `add`), or lets go of it (`remove`).
package func recorded(
    _ operation: Trace.Operation, _ keeper: TracedObject, disposable: TracedObject?, _ body: () -> Void
) {
    let call = rxtrace_is_on() ? open(operation, keeper, disposable) : 0
    body()
    if call != 0 { rxtrace_close(call) }
}

func openInsert(_ keeper: TracedObject, _ disposable: TracedObject) -> UInt64 { open(.insert, keeper, disposable) }

private func open(_ operation: Trace.Operation, _ keeper: TracedObject, _ disposable: TracedObject?) -> UInt64 {
    touchesNode(keeper)
    guard let disposable else { return rxtrace_open(operation.rawValue, keeper.traceID, 0, 0) }
    // If the disposable's subscription is left out, the call is left out, too.
    let id = disposable.traceID
    return rxtrace_open(
        operation.rawValue, rxtrace_is_left_out(id) ? id : keeper.traceID, 0, disposable.traceNumber)
}
