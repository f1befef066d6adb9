/// The event that the call around a closure's call was handed: it must not get lost where that call does not show.
struct HandedEvents {
    /// For each thread, the calls that are running.
    private var running: [[(call: Int, event: Trace.Event?)]] = []
    private var threads = ThreadSlots()

    /// The event of the call in which `call`, a closure's, was made; nil for any other call. Takes every call in order.
    mutating func event(for call: Trace.Call) -> Trace.Event? {
        let thread = threads[call.thread]
        if thread == running.count { running.append([]) }
        while let last = running[thread].last, last.call != call.parent { running[thread].removeLast() }
        let event = call.operation == .handler && call.event == nil ? running[thread].last?.event : nil
        running[thread].append((call.id, call.event))
        return event
    }
}
