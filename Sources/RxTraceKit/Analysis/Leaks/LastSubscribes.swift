/// The last subscribe of each line to each source: one before it was done again.
struct LastSubscribes {
    private enum Source: Hashable {
        /// A subject, of which a line may make many that have nothing to do with each other.
        case subject(Int)
        /// A source that does its work anew for each observer, whether it was made once or each time.
        case made(at: Trace.Site)
        case other(Int?)
    }

    private struct Key: Hashable {
        var site: Trace.Site
        var source: Source
    }

    private var lastOfLine: [Trace.Site: Int] = [:]
    private var last: [Key: Int] = [:]
    private let walk: TraceWalk

    /// To be made when the walk is over.
    init(_ walk: TraceWalk) {
        self.walk = walk
        for row in walk.source.subscriptions {
            guard let site = row.site, let call = walk.facts(of: row.id)?.call else { continue }
            lastOfLine[site] = max(lastOfLine[site] ?? 0, call)
            let key = Key(site: site, source: source(of: row.id))
            last[key] = max(last[key] ?? 0, call)
        }
    }

    /// Whether the line that made a subscription subscribed again later, to whatever.
    func isRepeated(_ row: Int, at site: Trace.Site) -> Bool { lastOfLine[site] ?? 0 > walk.facts(of: row)?.call ?? 0 }

    /// Whether it subscribed again later to the same source.
    func isRepeatedToSource(_ row: Int, at site: Trace.Site) -> Bool {
        last[Key(site: site, source: source(of: row))] ?? 0 > walk.facts(of: row)?.call ?? 0
    }

    private func source(of row: Int) -> Source {
        guard let source = walk.node(walk.facts(of: row)?.chain.last) else { return .other(nil) }
        if source.role == .subject { return .subject(source.id) }
        return source.site.map { .made(at: $0) } ?? .other(source.id)
    }
}
