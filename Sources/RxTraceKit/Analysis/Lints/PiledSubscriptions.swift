/// The same line subscribes to the same source again and again, and each event runs all of the handlers.
struct PiledSubscriptions: LintRule {
    static let definition = LintDefinition(
        name: "piled-subscriptions", severity: .warning,
        summary: "a line subscribes again, and an event runs many handlers",
        explanation: """
            Fires where one line subscribes to one source again and again into the same living bag, and one event reaches
            more than one of these subscriptions: a cell that is used again, a screen that appears again. No fault: a
            subscribe in a loop (read in the source: without the file, one that is done several times with nothing else
            between counts as such), into another bag each time, or where each event is for one of them only.
            """,
        example: """
            func configure(_ item: Item) {  // each time the cell is used
                button.rx.tap.subscribe(onNext: { open(item) }).disposed(by: bag)
            }
            """,
        remedy: "a new DisposeBag each time (prepareForReuse), or subscribe once")

    private struct Pile: Hashable {
        var site: Trace.Site
        var bag: Int
        var source: Int
    }

    /// The last deliveries of subjects and connections that reached each of the user's subscriptions.
    private var deliveries: [Int: [Int]] = [:]
    private let text: SourceText

    init(_ options: LintOptions) {
        text = options.text
    }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .on, call.event?.kind == .next, let row = call.subscription,
            call.node == nil || walk.node(call.node)?.role == .observer, walk.subscription(row)?.parent == nil
        else { return }
        let source = walk.callers.first { frame in
            guard frame.call.operation == .on, let node = walk.node(frame.call.node) else { return false }
            return node.role == .subject || node.behaviors.contains(.connects)
        }
        guard let delivery = source?.call.id, deliveries[row]?.last != delivery else { return }
        if deliveries[row]?.count ?? 0 >= 8 { deliveries[row]?.removeFirst() }
        deliveries[row, default: []].append(delivery)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var piles: [Pile: [Int]] = [:]
        for row in walk.source.subscriptions where row.parent == nil {
            guard let site = row.site, let facts = walk.facts(of: row.id), let bag = facts.bag,
                let source = facts.chain.last
            else { continue }
            piles[Pile(site: site, bag: bag, source: source), default: []].append(row.id)
        }
        return piles.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }.compactMap {
            pile, rows -> Trace.Finding? in
            guard let most = largest(rows, in: walk), let source = walk.node(pile.source) else { return nil }
            let stretches = Set(rows.compactMap { walk.facts(of: $0)?.stretch })
            guard stretches.count > 1 || rows.count > 2 && !text.lines(of: pile.site.file).isEmpty else { return nil }
            guard !SourceStatement.isInLoop(pile.site.line - 1, in: text.lines(of: pile.site.file)) else { return nil }
            let name = walk.name(of: source)
            var evidence = rows.prefix(4).map { row in
                Trace.Finding.Evidence("subscribed", call: walk.facts(of: row)?.call, site: pile.site)
            }
            evidence.append(
                .init("one event of \(name) is handled \(Count.of(most.count, "time"))", call: most.delivery))
            evidence.append(.init("\(name) was made", site: source.site))
            return finding(
                "\(name) is subscribed \(Count.of(rows.count, "time")) into one bag: an event is "
                    + "handled \(Count.of(most.count, "time"))", at: pile.site, evidence)
        }
    }

    /// The event that reached the most of the subscriptions; nil where none reached two.
    private func largest(_ rows: [Int], in walk: TraceWalk) -> (delivery: Int, count: Int)? {
        var counts: [Int: Int] = [:]
        for row in rows { for delivery in deliveries[row] ?? [] { counts[delivery, default: 0] += 1 } }
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value > 1 else { return nil }
        return (most.key, most.value)
    }
}
