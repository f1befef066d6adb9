/// The event that the call around a closure's call was handed: it must not get lost where that call does not show.
package struct EnclosingEvents {
    private var running = RunningCalls<Trace.Event?>()

    package init() {}

    /// The event of the call in which `call`, a closure's, was made; nil for any other call. Takes every call in order.
    package mutating func event(for call: Trace.Call) -> Trace.Event? {
        while running.end(before: call) != nil {}
        let event = call.operation == .handler && call.event == nil ? running.last ?? nil : nil
        running.start(call.id, with: call.event)
        return event
    }
}
