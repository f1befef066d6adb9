/// What all spans of a trace have in common: its ids, its clock and the names of its threads.
struct OTLPFacts {
    let identity: SpanIdentity
    let times: CallTimes
    private let source: any TraceSource
    private let start: UInt64
    private let threads: [Int: String]

    init(_ source: any TraceSource, _ times: CallTimes, _ mixture: CallMixture) {
        self.source = source
        self.times = times
        start = source.run?.start ?? 0
        threads = Dictionary(source.threads.map { ($0.id, $0.name) }) { first, _ in first }
        identity =
            source.run.map { SpanIdentity($0) }
            ?? SpanIdentity(identity: "\(source.scenario) \(mixture.value)", parent: nil)
    }

    /// A moment of the trace, in nanoseconds since 1970.
    func time(_ time: UInt64) -> UInt64 { start.addingReportingOverflow(time).partialValue }

    func name(ofThread thread: Int) -> String? { threads[thread] }

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

    /// Adds the members of the program's own span, above all others.
    func addProgram(_ span: inout OTLPObject) throws {
        try span.add("traceId", identity.traceID)
        try span.add("spanId", id: identity[.program, 0])
        if let parent = source.run?.parent {
            try span.add("parentSpanId", parent.spanID)
            // The flags of the traceparent, and that the span above is another program's.
            try span.add("flags", (parent.isSampled ? 1 : 0) | 0x300)
        }
        try span.add("name", source.scenario.isEmpty ? "trace" : source.scenario)
        try addTimes(&span, from: 0, to: times.end)
        try span.add { attributes in
            try attributes.add("rxtrace.calls", source.callCount)
            if let filtered = source as? FilteredTrace {
                try attributes.add("rxtrace.hidden", filtered.whole.callCount - source.callCount)
            }
            try attributes.add("rxtrace.dropped", source.dropped)
            try attributes.add("rxtrace.drops", DropsText.of(source.drops))
            if times.isBySteps { try attributes.add("rxtrace.times", "a microsecond for each call") }
            if source.run == nil { try attributes.add("rxtrace.start", "unknown: counted from 1970") }
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
