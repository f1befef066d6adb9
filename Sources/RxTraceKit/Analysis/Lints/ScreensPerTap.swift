/// The screens that a closure pushes for what a flatMap has begun.
struct ScreensPerTap {
    /// What a flatMap began for one element, and the elements of it that led to a screen.
    struct Part {
        /// The sink of the flatMap.
        var sink: Int
        var first: Trace.Call
        var last: Trace.Call
        var count = 1
        /// The call that began it.
        var begun: Int?
        /// The line that subscribes, whose closure pushes the screens.
        var site: Trace.Site?
        /// Where the elements come from for which the flatMap begins something.
        var source: Trace.Node?
    }

    private var parts: [Int: Part] = [:]
    /// By the user's subscription, whether its closure pushes a screen.
    private var pushing: [Int: Bool] = [:]

    /// Notes an element that reaches an observer of the user's.
    mutating func note(_ call: Trace.Call, _ text: SourceText, in walk: TraceWalk) {
        guard let row = walk.userSubscription(told: call), pushes(row, text, in: walk) else { return }
        for frame in walk.callers where frame.role == .observer && frame.call.operation == .on {
            guard let part = frame.call.subscription, part != row, let sink = walk.sink(of: frame.call.node)?.id,
                walk.root(of: part) == row
            else { continue }
            if parts[part] == nil { parts[part] = Part(sink: sink, first: call, last: call, count: 0) }
            parts[part]?.last = call
            parts[part]?.count += 1
            return
        }
    }

    private mutating func pushes(_ row: Int, _ text: SourceText, in walk: TraceWalk) -> Bool {
        if let known = pushing[row] { return known }
        let pushes =
            walk.subscription(row)?.site.map { site in
                text.answer(at: site) {
                    let code = text.code(from: site, lines: 8)
                    guard let start = code.firstRange(of: #/(?:^|\W)(?:subscribe|bind|drive|emit)(?=\W)/#)?.upperBound,
                        let closure = SourceCode.argument("onNext:", ofCallAt: code[start...])
                    else { return false }
                    return closure.contains(#/\.(?:push|present|navigate)\w*\(/#)
                }
            } ?? false
        pushing[row] = pushes
        return pushes
    }

    /// Those of a timer that goes on after the second screen.
    func repeated(in walk: TraceWalk) -> [Part] {
        parts.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.compactMap { row, part in
            guard walk.subscription(row)?.ended != Trace.Event.Kind.completed.name, let facts = walk.facts(of: row),
                let leaf = walk.node(facts.chain.last), leaf.role == .observable, leaf.behaviors.contains(.endless),
                let operation = walk.observable(of: part.sink), walk.word(for: operation).hasPrefix("flatMap"),
                let user = walk.subscription(walk.root(of: row)),
                let source = walk.node(walk.facts(of: user.id)?.chain.last), source.role == .subject
            else { return nil }
            var part = part
            (part.begun, part.site, part.source) = (facts.call, user.site, source)
            return part
        }
    }
}
