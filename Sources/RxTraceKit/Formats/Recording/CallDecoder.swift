/// Makes calls of a trace of those that a recording holds.
struct CallDecoder {
    var words: SymbolDecoder
    let sites: SiteResolver
    let clock: RecordingClock

    /// - Parameters:
    ///   - node: its number in the trace.
    ///   - subscription: counted from 0; -1 for none.
    @inline(__always)
    mutating func call(
        _ assembled: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls, node: Int?,
        subscription: Int32
    ) -> Trace.Call {
        var label: String?
        var site: Trace.Site?
        switch assembled.operation {
        case .handler: label = words.label(recorded.detail)
        case .hop:
            label = words.label(recorded.detail)
            site = sites.userCall(of: Int(assembled.stack))?.site
        case .invoke: label = recorded.detail == 1 ? Trace.Call.turn : nil
        case .create: label = sites.userCall(of: Int(assembled.stack))?.function
        case .deinit where assembled.stack >= 0:
            let release = sites.release(by: Int(assembled.stack))
            (label, site) = (release.owner, release.site)
        case .mark: label = words.text(of: recorded, calls)
        case .on where assembled.stack >= 0, .forwardOn where assembled.stack >= 0:
            site = sites.userCall(of: Int(assembled.stack))?.site
        default: break
        }
        let hasEnded = recorded.duration != RecordedCall.open
        return Trace.Call(
            id: assembled.id, parent: assembled.parent, cause: assembled.cause, origin: assembled.origin,
            parts: assembled.parts, operation: assembled.operation, node: node, thread: assembled.thread,
            type: words.receiver(of: recorded, assembled), label: label,
            subscription: subscription < 0 ? nil : Int(subscription) + 1,
            event: words.event(of: recorded, assembled.operation, calls), site: site,
            start: clock.nanoseconds(at: recorded.start),
            duration: hasEnded ? clock.nanoseconds(in: recorded.duration) : nil)
    }
}
