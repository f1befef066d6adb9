/// Makes calls of a trace of those that a recording holds.
struct RecordedCallTeller {
    let words: RecordedWords
    let sites: SiteResolver
    let clock: RecordingClock

    /// - Parameters:
    ///   - node: its number in the trace.
    ///   - subscription: counted from 0; -1 for none.
    @inline(__always)
    func call(
        _ assembled: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls, node: Int?,
        subscription: Int32
    ) -> Trace.Call {
        var call = Trace.Call(
            id: assembled.id, parent: assembled.parent, cause: assembled.cause, origin: assembled.origin,
            parts: assembled.parts, operation: assembled.operation, node: node, thread: assembled.thread,
            start: clock.nanoseconds(at: recorded.start))
        if recorded.duration != RecordedCall.open { call.duration = clock.nanoseconds(in: recorded.duration) }
        if subscription >= 0 { call.subscription = Int(subscription) + 1 }
        call.event = words.event(of: recorded, assembled.operation, calls)
        call.type = words.receiver(of: recorded, assembled)
        switch assembled.operation {
        case .handler: call.label = words.label(recorded.detail)
        case .hop:
            call.label = words.label(recorded.detail)
            call.site = sites.userCall(of: Int(assembled.stack))?.site
        case .invoke: call.label = recorded.detail == 1 ? Trace.Call.turn : nil
        case .create: call.label = sites.userCall(of: Int(assembled.stack))?.function
        case .deinit where assembled.stack >= 0:
            let release = sites.release(by: Int(assembled.stack))
            (call.label, call.site) = (release.owner, release.site)
        case .mark: call.label = words.text(of: recorded, calls)
        case .on where assembled.stack >= 0, .forwardOn where assembled.stack >= 0:
            call.site = sites.userCall(of: Int(assembled.stack))?.site
        default: break
        }
        return call
    }
}
