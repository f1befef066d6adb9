/// The dispose bags that the subscriptions of each place entered: how many of a kind there were, and are.
struct BagUse {
    private var bags: [Trace.Site?: Set<Int>] = [:]
    private let walk: TraceWalk

    /// To be made when the walk is over.
    init(_ walk: TraceWalk) {
        self.walk = walk
        for row in walk.source.subscriptions where row.parent == nil {
            guard let bag = walk.facts(of: row.id)?.bag else { continue }
            bags[row.site, default: []].insert(bag)
        }
    }

    /// Those of the place of a subscription.
    func bags(at site: Trace.Site?) -> Trace.LeakGroup.Bags {
        let all = bags[site] ?? []
        return .init(made: all.count, alive: all.count { !walk.releasedBags.contains($0) })
    }
}
