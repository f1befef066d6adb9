/// A span for each call, nested as the calls are; causes are links.
struct OTLPCalls {
    private let source: any TraceSource
    private let facts: OTLPFacts
    private let times: CallTimes
    private var events: OTLPEvents
    private let begun: SubscriptionSpans
    private let request: OTLPRequest

    static func write(_ source: any TraceSource, to request: OTLPRequest) throws {
        var times = CallTimes(source)
        var mixture = CallMixture()
        var begun = SubscriptionSpans(source)
        try source.forEachCall { call in
            begun.add(call, at: times.add(call))
            mixture.add(call)
        }
        times.finish()
        let facts = OTLPFacts(source, mixture)
        let program = OTLPProgram(source, times)
        try request.add { try program.add(to: &$0, facts) }
        var calls = OTLPCalls(
            source: source, facts: facts, times: times, events: OTLPEvents(CallNames(source.nodes), facts),
            begun: begun,
            request: request)
        var position = 0
        try source.forEachCall { call in
            try calls.add(call, at: position)
            position += 1
        }
    }

    private mutating func add(_ call: Trace.Call, at position: Int) throws {
        let (facts, source, times) = (facts, source, times)
        let (start, end) = times.span(of: call, at: position)
        let name = events.name(of: call)
        let subscription = begun.begun(by: call, at: position).map { source.subscriptions[$0] }
        let above = call.parent.flatMap { times.positions[$0] == nil ? nil : $0 }
        try request.add { span in
            try facts.begin(
                &span, id: facts.identity[.call, call.id],
                parent: above.map { facts.identity[.call, $0] } ?? facts.identity[.program, 0])
            try span.add("name", name)
            try facts.addTimes(&span, from: start, to: end)
            try span.add { attributes in
                try attributes.add("rxtrace.call", call.id)
                try attributes.add("rxtrace.subscription", call.subscription)
                if let subscription {
                    try attributes.add("rxtrace.subscription.name", subscription.name)
                    try attributes.add("rxtrace.subscription.parent", subscription.parent)
                    try attributes.add("rxtrace.ended", subscription.ended ?? "lives")
                }
                try attributes.add("thread.id", call.thread)
                try attributes.add("thread.name", facts.name(ofThread: call.thread))
                try attributes.add(call.site ?? subscription?.site)
                if call.duration == nil, !times.isBySteps { try attributes.add("rxtrace.returned", false) }
            }
            try addEvents(of: call, at: start, to: &span)
            if call.event?.kind == .error {
                try facts.addError(call.event?.value, to: &span)
            }
        }
    }

    private mutating func addEvents(of call: Trace.Call, at time: UInt64, to span: inout OTLPObject) throws {
        if OTLPEvents.isTold(call) {
            try span.begin("events")
            try span.output.write(literal: "[")
            try events.write(call, at: time, thread: call.thread, to: span.output)
            try span.output.write(literal: "]")
        }
        var isFirst = true
        for (kind, from) in call.sources where times.positions[from] != nil {
            if isFirst { try span.begin("links") }
            try span.output.write(literal: isFirst ? "[" : ",")
            isFirst = false
            try events.writeLink(kind, from: from, span: facts.identity[.call, from], of: call, to: span.output)
        }
        if !isFirst { try span.output.write(literal: "]") }
    }
}
