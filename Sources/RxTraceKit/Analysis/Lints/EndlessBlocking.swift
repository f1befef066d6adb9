/// A thread is blocked for the end of a source that has none.
struct EndlessBlocking: LintRule {
    static let definition = LintDefinition(
        name: "endless-blocking", severity: .warning,
        summary: "toBlocking waits for a source that never ends",
        explanation: """
            Fires where toBlocking (toArray, last, single, materialize) gave up after its time, although its source had
            sent elements: it waits for the end, and the source is a subject that nobody ends, or a timer. The line is
            that of the operator above toBlocking. No fault: a source that has ended, or that take ends; a first() that
            had its element, or waited for one.
            """,
        example: """
            let names = try relay.toBlocking(timeout: 1).toArray()  // waits for the end
            """,
        remedy: "put take(_:) above it, or use first()")
    static let opening: Set<Trace.Operation> = [.on, .dispose]

    /// The subjects that have ended.
    private var ended: Set<Int> = []
    /// The elements that each subscription of the library's own was handed.
    private var heard: [Int: (count: Int, last: Trace.Call)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.role == .subject
            ? sort.operation == .dispose || sort.event != .next
            : sort.event == .next && sort.isAtObserver
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if walk.role == .subject {
            if call.eventKind != .next, let id = call.node { ended.insert(id) }
        } else if call.eventKind == .next, let row = walk.userSubscription(told: call), isBlocking(row, in: walk) {
            heard[row] = ((heard[row]?.count ?? 0) + 1, call)
        }
    }

    /// Whether a subscription is the library's own, to an observable of the user's.
    private func isBlocking(_ id: Int, in walk: TraceWalk) -> Bool {
        guard let row = walk.subscription(id), row.parent == nil, row.site == nil else { return false }
        return walk.node(row.node)?.site != nil
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        if heard.isEmpty { return [] }
        return walk.users.compactMap { row in
            guard isBlocking(row.id, in: walk), let facts = walk.facts(of: row.id),
                facts.isDisposed, facts.root == row.id, facts.connectable == nil,
                let heard = heard[row.id], let node = walk.node(row.node),
                let source = walk.node(facts.chain.last), isEndless(source),
                !facts.chain.contains(where: { walk.node($0)?.behaviors.contains(.ends) == true })
            else { return nil }
            return finding(
                "toBlocking waits for the end of \(walk.name(of: source)), which never comes", at: node.site,
                [
                    .init("the thread begins to wait", call: facts.call),
                    .init("the last of \(Count.of(heard.count, "element"))", call: heard.last.id),
                    .init("and gives up", call: facts.end),
                ])
        }
    }

    private func isEndless(_ source: Trace.Node) -> Bool {
        source.role == .subject && source.site != nil && !ended.contains(source.id)
            || source.behaviors.contains(.endless)
            || source.behaviors.contains(.sentTo)
                && source.site.map { CreateClosure.isEndless(in: text.code(from: $0)) } == true
    }
}
