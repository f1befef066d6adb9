/// What a timeline has to know of a trace before it writes the first call: when calls were, where arrows lead, and how long
/// subscriptions last.
struct TimelineFacts {
    private(set) var times: CallTimes
    var arrows = CallArrows()
    private(set) var spans: SubscriptionSpans

    /// Goes through all calls of a trace.
    init(_ source: any TraceSource) throws {
        times = CallTimes(source)
        spans = SubscriptionSpans(source)
        try source.forEachCall { call in
            let position = times.add(call)
            arrows.add(call, at: position, times.positions)
            spans.add(call, at: position)
        }
        times.finish()
        arrows.finish()
    }

    /// What the times are, where the trace tells none.
    var timesInWords: String? { times.isBySteps ? "a microsecond for each call" : nil }

    /// Whether a call had not returned when the trace ended.
    func isOpen(_ call: Trace.Call) -> Bool { call.duration == nil && !times.isBySteps }

    /// When a subscription is over whose last call ends at `end`: one that lives lasts to the end of the trace.
    func end(of subscription: Trace.Subscription, withItsLastCallAt end: UInt64) -> UInt64 {
        subscription.ended == nil ? max(times.end, end) : end
    }
}
