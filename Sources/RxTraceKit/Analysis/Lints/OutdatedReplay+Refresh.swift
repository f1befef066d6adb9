/// What asks for a new answer.
extension OutdatedReplay {
    static let refreshes: Set<String> = [
        "refresh", "refreshes", "refreshed", "reload", "reloads", "retry", "retries", "pull", "pulled", "poll", "polls",
        "update", "updates", "sync", "tick", "ticks", "timer", "again",
    ]

    /// Whether a subscription was begun to have a new answer.
    func isRefresh(_ row: Int, in walk: TraceWalk) -> Bool {
        if walk.root(of: row) == row {
            guard let site = walk.subscription(row)?.site, let function = SourceFunction(around: site, in: text) else {
                return false
            }
            return SourceCode.words(of: function.name).contains(where: Self.refreshes.contains)
        }
        return walk.callers.contains { frame in
            guard frame.call.operation == .on || frame.call.operation == .forwardOn, frame.call.eventKind == .next,
                let node = walk.node(frame.call.node), frame.call.subscription != row
            else { return false }
            if frame.role != .subject { return frame.role == .sink && frame.behaviors.contains(.endless) }
            return node.variable.map(SourceCode.words(of:))?.contains(where: Self.refreshes.contains) ?? false
        }
    }
}
