/// A function makes a share anew for each who asks, so that nothing is shared.
struct RemadeShare: LintRule {
    static let definition = LintDefinition(
        name: "remade-share", severity: .warning,
        summary: "each call makes a share of its own, which nobody shares",
        explanation: """
            Fires where a function or a computed property without parameters makes a share (read in the source), each of
            two that it made had one subscriber, and both ran the closure of the create above it: the request was made
            for each. The second was subscribed right after the first; or while that ran, and both gave the same first
            element. The line is that of the share. No fault: a share in a constant or a lazy property; a function with
            parameters, whose requests differ; a later call, as that of a refresh.
            """,
        example: """
            var user: Observable<User> { request().share(replay: 1) }
            user.subscribe(onNext: showName)
            user.subscribe(onNext: showPicture)  // asks again
            """,
        remedy: "make it once: let user = request().share(replay: 1), or lazy var",
        signalRemedy: "make it once: let user = request().replayLazily(), or lazy var")
    static let opening: Set<Trace.Operation> = [.on, .handler]

    /// The first element of each of the user's subscriptions.
    private var heard: [Int: Trace.Event] = [:]
    /// The shares below which the closure of a create ran.
    private var asked: Set<Int> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .handler ? sort.runs([.creates]) : sort.event == .next && sort.isAtObserver
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler {
            guard walk.kinds(of: call).contains(.creates), walk.facts(of: call.subscription)?.connectable != nil else {
                return
            }
            var row = call.subscription
            while let current = row, let chain = walk.facts(of: current)?.chain {
                asked.formUnion(chain.filter { walk.traits(of: $0).behaviors.contains(.shares) })
                row = walk.subscription(current)?.parent
            }
        } else if call.eventKind == .next, let row = walk.userSubscription(told: call), heard[row] == nil {
            heard[row] = call.event
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        guard asked.count > 1 else { return [] }
        var rows: [Int: Set<Int>] = [:]
        /// How many subscriptions lie between a share and the user's own.
        var depths: [Int: Int] = [:]
        for row in walk.source.subscriptions {
            // What an event asks for is another matter each time.
            guard let facts = walk.facts(of: row.id), facts.isSetup, let root = walk.root(of: row.id) else { continue }
            for share in facts.chain where asked.contains(share) {
                rows[share, default: []].insert(root)
                depths[share] = max(depths[share] ?? 0, depth(of: row, in: walk))
            }
        }
        let alone = rows.compactMap { share, rows in
            rows.count == 1 ? rows.first.map { (share: share, row: $0, depth: depths[share] ?? 0) } : nil
        }
        let lines = Dictionary(grouping: alone) { walk.node($0.share)?.site }
        // Of two shares in a chain the one that is nearer to who subscribes tells of both.
        let nearest = lines.compactMap { site, shares in
            site.map { (site: $0, shares: shares, depth: shares.map(\.depth).min() ?? 0) }
        }.sorted { ($0.depth, $0.site.line) < ($1.depth, $1.site.line) }
        var told: Set<Int> = []
        return nearest.compactMap { site, shares, _ -> Trace.Finding? in
            let shares = shares.sorted { $0.row < $1.row }
            guard
                let pair = zip(shares, shares.dropFirst()).first(where: {
                    $0.row != $1.row && isSame($0.row, $1.row, in: walk)
                }),
                let node = walk.node(pair.0.share), isRemade(at: site), told.isDisjoint(with: [pair.0.row, pair.1.row])
            else { return nil }
            told.formUnion(shares.map(\.row))
            return finding(
                "\(walk.name(of: node)) is made \(Count.of(shares.count, "time")), once for each subscriber: nothing is shared",
                at: site,
                shares.prefix(4).map {
                    .init("subscribed", call: walk.facts(of: $0.row)?.call, site: walk.subscription($0.row)?.site)
                })
        }
    }

    private func depth(of row: Trace.Subscription, in walk: TraceWalk) -> Int {
        var (depth, parent) = (0, row.parent)
        while let current = parent {
            depth += 1
            parent = walk.subscription(current)?.parent
        }
        return depth
    }

    /// Whether two subscriptions ask for the same thing at the same time.
    private func isSame(_ one: Int, _ other: Int, in walk: TraceWalk) -> Bool {
        guard let first = heard[one], let second = heard[other], let before = walk.facts(of: one),
            let after = walk.facts(of: other)
        else { return false }
        // Nothing has changed in between what it is made of; operators below it may give something else each.
        let isAlike = first.distinctValue.map { $0 == second.distinctValue } ?? false
        return before.stretch == after.stretch || isAlike && before.end.map { $0 > after.call } ?? true
    }

    /// Whether a line belongs to a function or a computed property without parameters.
    private func isRemade(at site: Trace.Site) -> Bool {
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return false }
        for head in (max(0, site.line - 20)..<site.line).reversed() {
            let code = SourceCode.plain(lines[head])
            if code.contains(#/\b(?:let|lazy)\s|\binit\b/#) { return false }
            if code.contains(#/\bfunc\b/#) { return code.contains(#/\bfunc\s+\w+\(\s*\)/#) }
            if code.contains(#/\bvar\s+\w+\s*:[^=]*\{/#) { return true }
            if code.contains(#/\bvar\b/#) { return false }
        }
        return false
    }
}
