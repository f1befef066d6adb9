/// A span for each subscription, written with its last call.
struct OTLPSubscriptions {
    /// Where calls belong. One object, so that it is handed on at no cost.
    private final class Places {
        let times: CallTimes
        let callSpans: CallSpans
        /// By span, the program's first: the spans' numbers, and whether the subscriptions live.
        private(set) var numbers = [OTLPOpenSpans.program]
        private(set) var lives = [true]

        init(_ source: any TraceSource, _ times: CallTimes, _ callSpans: CallSpans) {
            self.times = times
            self.callSpans = callSpans
            for one in source.subscriptions {
                numbers.append(one.id)
                lives.append(one.ended == nil)
            }
        }

        /// The span of the call of that id.
        func span(of id: Int) -> Int? { times.positions[id].map { numbers[callSpans[$0]] } }
    }

    private let places: Places
    private var spans: OTLPOpenSpans

    static func write(_ source: any TraceSource, to request: OTLPRequest) throws {
        var times = CallTimes(source)
        var mixture = CallMixture()
        var callSpans = CallSpans(source)
        var words = SourceWords(nil)
        try source.forEachCall { call in
            let position = times.add(call)
            callSpans.add(call, at: position, times.positions)
            mixture.add(call)
            if call.operation == .create { words.note(call) }
        }
        times.finish()
        let found = words
        let spans = OTLPOpenSpans(
            OTLPFacts(source, mixture), names: CallNames(source.nodes), request: request, word: { found.word(for: $0) })
        var writer = OTLPSubscriptions(places: Places(source, times, callSpans), spans: spans)
        var position = 0
        try source.forEachCall { call in
            try writer.add(call, at: position)
            position += 1
        }
        try writer.spans.finish(OTLPProgram(source, times))
    }

    private mutating func add(_ call: Trace.Call, at position: Int) throws {
        let places = places
        let span = places.callSpans[position]
        let (start, end) = places.times.span(of: call, at: position)
        if span > 0, places.callSpans.begins(span, at: position) {
            let (maker, work) = places.callSpans.parents(of: span, begunBy: call, at: position, places.times.positions)
            let parent = maker ?? work ?? 0
            try spans.begin(
                places.numbers[span], by: call, at: start, below: places.numbers[parent],
                work: work.flatMap { $0 == parent ? nil : places.numbers[$0] })
        }
        if OTLPEvents.isTold(call) {
            try spans.add(call, to: places.numbers[span], at: start) { places.span(of: $0) }
        }
        guard span > 0, places.callSpans.ends(span, at: position) else { return }
        try spans.finish(places.numbers[span], at: places.lives[span] ? max(places.times.end, end) : end)
    }
}
