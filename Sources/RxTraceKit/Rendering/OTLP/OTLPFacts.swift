/// What all spans of a trace have in common: its ids, its clock and the names of its objects.
struct OTLPFacts {
    let identity: SpanIdentity
    let scenario: String
    let run: Trace.Run?
    let objects: any TraceFacts

    /// - Parameter mixture: tells the trace from others where it does not tell its run.
    init(scenario: String, run: Trace.Run?, mixture: CallMixture, objects: any TraceFacts) {
        self.scenario = scenario.isEmpty ? "trace" : scenario
        self.run = run
        self.objects = objects
        identity =
            run.map { SpanIdentity($0) } ?? SpanIdentity(identity: "\(scenario) \(mixture.value)", parent: nil)
    }

    init(_ source: any TraceSource, _ mixture: CallMixture) {
        self.init(scenario: source.scenario, run: source.run, mixture: mixture, objects: SourceFacts(source))
    }

    /// A moment of the trace, in nanoseconds since 1970.
    func time(_ time: UInt64) -> UInt64 { (run?.start ?? 0).addingReportingOverflow(time).partialValue }

    func name(ofThread thread: Int) -> String? { objects.thread(thread)?.name }

    /// Begins a span's members.
    func begin(_ span: inout OTLPObject, id: UInt64, parent: UInt64) throws {
        try span.add("traceId", identity.traceID)
        try span.add("spanId", id: id)
        try span.add("parentSpanId", id: parent)
    }

    func addTimes(_ span: inout OTLPObject, from start: UInt64, to end: UInt64) throws {
        // An operation within the program.
        try span.add("kind", 1)
        try span.add("startTimeUnixNano", time: time(start))
        try span.add("endTimeUnixNano", time: time(end))
    }

    func addError(_ message: String?, to span: inout OTLPObject) throws {
        try span.begin("status")
        var status = try OTLPObject(span.output)
        try status.add("code", 2)
        if let message { try status.add("message", message) }
        try status.close()
    }
}

/// The program's own span, above all others.
struct OTLPProgram {
    var calls: Int
    var drops: Trace.Drops
    /// When the trace ends.
    var end: UInt64
    /// How many calls a filter hides; nil where there is none.
    var hidden: Int?
    var isBySteps = false
    /// How many spans were not posted.
    var lost = 0

    init(calls: Int, drops: Trace.Drops, end: UInt64) {
        self.calls = calls
        self.drops = drops
        self.end = end
    }

    init(_ source: any TraceSource, _ times: CallTimes) {
        self.init(calls: source.callCount, drops: source.drops, end: times.end)
        hidden = (source as? FilteredTrace).map { $0.whole.callCount - source.callCount }
        isBySteps = times.isBySteps
    }

    func add(to span: inout OTLPObject, _ facts: OTLPFacts) throws {
        try span.add("traceId", facts.identity.traceID)
        try span.add("spanId", id: facts.identity[.program, 0])
        if let parent = facts.run?.parent {
            try span.add("parentSpanId", parent.spanID)
            // The flags of the traceparent, and that the span above is another program's.
            try span.add("flags", (parent.isSampled ? 1 : 0) | 0x300)
        }
        try span.add("name", facts.scenario)
        try facts.addTimes(&span, from: 0, to: end)
        try span.add { attributes in
            try attributes.add("rxtrace.calls", calls)
            try attributes.add("rxtrace.hidden", hidden)
            try attributes.add("rxtrace.dropped", drops.total)
            try attributes.add("rxtrace.drops", DropsText.of(drops))
            if lost > 0 { try attributes.add("rxtrace.lost", lost) }
            if isBySteps { try attributes.add("rxtrace.times", "a microsecond for each call") }
            if facts.run == nil { try attributes.add("rxtrace.start", "unknown: counted from 1970") }
        }
    }
}

/// A number that two traces do not have in common, for those that do not tell of their run.
struct CallMixture {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ call: Trace.Call) {
        add(UInt64(truncatingIfNeeded: call.id))
        add(UInt64(call.operation.rawValue))
        add(UInt64(truncatingIfNeeded: call.node ?? -1))
        add(call.start ?? .max)
        add(call.duration ?? .max)
    }

    private mutating func add(_ number: UInt64) {
        // FNV-1a, by words.
        value = (value ^ number) &* 0x100_0000_01B3
        value ^= value >> 32
    }
}
