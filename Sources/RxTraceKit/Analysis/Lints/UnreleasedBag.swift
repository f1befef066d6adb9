/// A bag that holds living subscriptions is never released.
struct UnreleasedBag: LintRule {
    static let definition = LintDefinition(
        name: "unreleased-bag", severity: .warning,
        summary: "a bag that is never released keeps subscriptions alive",
        explanation: """
            Fires where subscriptions in a DisposeBag are still alive at the end of the recording, because the bag never
            was released: its owner is kept, most often by a handler that captures self. One finding per bag, at the first
            such subscription. A bag whose subscriptions have all ended by themselves is no fault.
            """,
        example: """
            name.subscribe(onNext: { self.title = $0 })  // self has the bag
                .disposed(by: bag)
            """,
        remedy: "capture self weakly, or subscribe(with: self); give the bag an owner that is released")

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {}

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var live: [Int: [Trace.Subscription]] = [:]
        for row in walk.source.subscriptions where row.ended == nil && row.parent == nil {
            guard let bag = walk.facts(of: row.id)?.bag, !walk.releasedBags.contains(bag) else { continue }
            live[bag, default: []].append(row)
        }
        return live.compactMap { _, rows in
            guard let first = rows.first else { return nil }
            let evidence = rows.prefix(8).map { row in
                let name = walk.node(row.node).map(CallText.name) ?? "an observable"
                return Trace.Finding.Evidence(
                    "the subscription to \(name) enters the bag", call: walk.facts(of: row.id)?.insertion,
                    site: row.site)
            }
            let what = Count.of(rows.count, "living subscription")
            return finding("a bag with \(what) is never released", at: first.site, Array(evidence))
        }
    }
}
