/// An event, and the call that was handed it: who keeps one per subscription keeps no whole call.
struct HandedEvent {
    var call: Int
    var event: Trace.Event?

    init(_ call: Trace.Call) { (self.call, event) = (call.id, call.event) }
}
