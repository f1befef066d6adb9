/// A span for each subscription, written with its last call.
struct OTLPSubscriptions {
    private let source: any TraceSource
    private let times: CallTimes
    private let homes: OTLPHomes
    private var spans: OTLPOpenSpans

    static func write(_ source: any TraceSource, to request: OTLPRequest) throws {
        var times = CallTimes(source)
        var mixture = CallMixture()
        var homes = OTLPHomes(source)
        var words = SourceWords(nil)
        try source.forEachCall { call in
            let position = times.add(call)
            homes.add(call, at: position, times.positions)
            mixture.add(call)
            if call.operation == .create { words.note(call) }
        }
        times.finish()
        let found = words
        let spans = OTLPOpenSpans(
            OTLPFacts(source, mixture), names: CallNames(source.nodes), request: request, word: { found.word(for: $0) })
        var writer = OTLPSubscriptions(source: source, times: times, homes: homes, spans: spans)
        var position = 0
        try source.forEachCall { call in
            try writer.add(call, at: position)
            position += 1
        }
        try writer.spans.finish(OTLPProgram(source, times))
    }

    private mutating func add(_ call: Trace.Call, at position: Int) throws {
        let home = homes[position]
        let (start, end) = times.span(of: call, at: position)
        if home > 0, homes.begins(home, at: position) {
            let (maker, work) = homes.parents(of: home, begunBy: call, at: position, times.positions)
            let parent = maker ?? work ?? 0
            try spans.begin(
                number(of: home), by: call, at: start, below: number(of: parent),
                work: work.flatMap { $0 == parent ? nil : number(of: $0) })
        }
        if OTLPEvents.isTold(call) {
            let (times, homes, source) = (times, homes, source)
            try spans.add(call, to: number(of: home), at: start) { id in
                times.positions[id].map { Self.number(of: homes[$0], source) }
            }
        }
        guard home > 0, homes.ends(home, at: position) else { return }
        let lives = source.subscriptions[home - 1].ended == nil
        try spans.finish(number(of: home), at: lives ? max(times.end, end) : end)
    }

    private func number(of home: Int) -> Int { Self.number(of: home, source) }

    private static func number(of home: Int, _ source: any TraceSource) -> Int {
        home == 0 ? OTLPOpenSpans.program : source.subscriptions[home - 1].id
    }
}
