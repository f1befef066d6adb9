/// Makes calls of a trace of those that a recording holds.
struct CallDecoder {
    var words: SymbolDecoder
    let sites: SiteResolver
    let clock: RecordingClock

    /// - Parameters:
    ///   - subscription: counted from 0; -1 for none.
    ///   - number: that of a node in the trace, by its slot; 0 for one that no call is made on.
    @inline(__always)
    mutating func call(
        _ assembled: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls,
        subscription: Int32, number: (Int32) -> Int?
    ) -> Trace.Call {
        var label: String?
        var site: Trace.Site?
        let row = assembled.operation.row
        switch row.label {
        case .none: break
        case .which: label = words.label(recorded.detail)
        case .turn: label = recorded.detail == 1 ? Trace.Call.turn : nil
        case .maker: label = sites.userCall(of: Int(assembled.stack))?.function
        case .owner: if assembled.stack >= 0 { label = sites.release(by: Int(assembled.stack)).owner }
        case .text: label = words.text(of: recorded, calls)
        }
        if assembled.stack >= 0 {
            switch row.place {
            case .none: break
            case .ofCaller: site = sites.userCall(of: Int(assembled.stack))?.site
            case .ofRelease: site = sites.release(by: Int(assembled.stack)).site
            }
        }
        let disposable = assembled.disposable < 0 ? nil : number(assembled.disposable)
        let hasEnded = recorded.duration != RecordedCall.open
        return Trace.Call(
            id: assembled.id, parent: assembled.parent, cause: assembled.cause, origin: assembled.origin,
            parts: assembled.parts, operation: assembled.operation, node: number(assembled.node),
            disposable: disposable == 0 ? nil : disposable, thread: assembled.thread,
            type: words.receiver(of: recorded, assembled), label: label,
            subscription: subscription < 0 ? nil : Int(subscription) + 1,
            event: words.event(of: recorded, assembled.operation, calls), site: site,
            start: clock.nanoseconds(at: recorded.start),
            duration: hasEnded ? clock.nanoseconds(in: recorded.duration) : nil)
    }
}
