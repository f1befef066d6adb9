/// What a catch answers, and who goes on behind it.
extension SwallowedError {
    /// Whether a subscription is to one of the sources of concat.
    func isStep(_ row: Int?, in walk: TraceWalk) -> Bool {
        walk.node(walk.facts(of: walk.subscription(row)?.parent)?.chain.last)?.behaviors.contains(.follows) == true
    }

    /// Whether concat subscribed to another source when a catch had answered nothing.
    func isFollowed(_ handler: Trace.Call, in walk: TraceWalk) -> Bool {
        guard let parent = walk.subscription(handler.subscription)?.parent else { return false }
        return walk.parts[parent].contains { (walk.facts(of: $0)?.call ?? 0) > handler.id }
    }

    /// Whether a subscription is to an inner source of flatMapLatest or its kin.
    func isSwitched(_ row: Int?, in walk: TraceWalk) -> Bool {
        guard let parent = walk.subscription(row)?.parent else { return false }
        return walk.facts(of: parent)?.chain.contains { walk.node($0)?.behaviors.contains(.switches) == true } == true
    }

    /// Whether a subscription is to a source that flatMap or its kin began, at whatever depth, for one of many elements:
    /// those of a subject, a timer or a list.
    func isOneOfMany(_ row: Int?, in walk: TraceWalk) -> Bool {
        var part = walk.subscription(row)?.parent
        // A damaged trace may lead in a circle.
        for _ in 0..<16 {
            guard let parent = part, let chain = walk.facts(of: parent)?.chain, let leaf = walk.node(chain.last) else {
                return false
            }
            let isMany =
                leaf.role == .subject || leaf.behaviors.contains(.endless)
                || ["from", "of"].contains(walk.word(for: leaf))
            if isMany, chain.contains(where: { asksEach($0, in: walk) }) { return true }
            part = walk.subscription(parent)?.parent
        }
        return false
    }

    private func asksEach(_ id: Int, in walk: TraceWalk) -> Bool {
        guard let node = walk.node(id) else { return false }
        let word = walk.word(for: node)
        return word.hasPrefix("flatMap") || word.hasPrefix("concatMap") || word.hasPrefix("switch")
            || word.hasPrefix("merge") || word.hasPrefix("concat")
    }

    /// Whether another source takes over behind a catch that answers empty.
    func isAnswered(after closure: Substring) -> Bool {
        let rest = closure.drop { "})".contains($0) || $0.isWhitespace }
        return rest.hasPrefix(".concat(") || rest.hasPrefix(".ifEmpty(")
    }

    /// Whether a closure's body is `.empty()` or `Observable.never()`, however the element is written: no use is made of
    /// the error, whatever it is called.
    func isNothing(_ body: String) -> Bool {
        let expression = body.hasPrefix("return ") ? body.dropFirst("return ".count) : body[...]
        guard expression.hasSuffix(".empty()") || expression.hasSuffix(".never()"),
            let dot = expression.lastIndex(of: ".")
        else { return false }
        let type = expression[..<dot]
        let name = type.prefix { $0 != "<" }
        return type.isEmpty
            || Self.sources.contains(String(name)) && (type == name || type.hasSuffix(">") && !type.contains("("))
    }

    /// The words that the source code may use for an observable and its kin.
    static let sources: Set<String> = [
        Trace.Role.observable.name.capitalized, "Infallible", "Single", "Maybe", "Completable", "RACSignal",
    ]
}
