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
        remedy: "make it once: let user = request().share(replay: 1), or lazy var")
    static let opening: Set<Trace.Operation> = [.on, .handler]

    /// The first element of each of the user's subscriptions.
    private var heard: [Int: String] = [:]
    /// The connections in which the closure of a create ran.
    private var asked: Set<Int> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .handler ? sort.runs([.creates]) : sort.event == .next && sort.isAtObserver
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler {
            guard walk.kinds(of: call).contains(.creates), let share = walk.facts(of: call.subscription)?.connectable
            else {
                return
            }
            asked.insert(share)
        } else if call.eventKind == .next, let row = walk.userSubscription(told: call), heard[row] == nil {
            heard[row] = call.event?.value
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        guard asked.count > 1 else { return [] }
        var rows: [Int: [Int]] = [:]
        for row in walk.source.subscriptions where row.parent == nil {
            let chain = walk.facts(of: row.id)?.chain ?? []
            // One that comes by another share is not its only subscriber.
            if let share = chain.first(where: asked.contains) { rows[share, default: []].append(row.id) }
        }
        let alone = rows.filter { $0.value.count == 1 }.map { (share: $0.key, row: $0.value[0]) }
        let lines = Dictionary(grouping: alone) { walk.node($0.share)?.site }
        return lines.compactMap { site, shares -> Trace.Finding? in
            let shares = shares.sorted { $0.row < $1.row }
            guard let site,
                let pair = zip(shares, shares.dropFirst()).first(where: { isSame($0.row, $1.row, in: walk) }),
                let node = walk.node(pair.0.share), isRemade(at: site)
            else { return nil }
            return finding(
                "\(walk.name(of: node)) is made \(Count.of(shares.count, "time")), once for each subscriber: nothing is shared",
                at: site,
                shares.prefix(4).map {
                    .init("subscribed", call: walk.facts(of: $0.row)?.call, site: walk.subscription($0.row)?.site)
                })
        }
    }

    /// Whether two subscriptions ask for the same thing at the same time.
    private func isSame(_ one: Int, _ other: Int, in walk: TraceWalk) -> Bool {
        guard let first = heard[one], let second = heard[other], let before = walk.facts(of: one),
            let after = walk.facts(of: other)
        else { return false }
        // Nothing has changed in between what it is made of; operators below it may give something else each.
        return before.stretch == after.stretch || first == second && before.end.map { $0 > after.call } ?? true
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
