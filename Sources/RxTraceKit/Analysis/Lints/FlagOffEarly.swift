/// A flag that says that something is going on is taken back by one of two, while the other goes on.
struct FlagOffEarly: LintRule {
    static let definition = LintDefinition(
        name: "flag-off-early", severity: .warning,
        summary: "a loading flag goes off while a second request runs",
        explanation: """
            Fires where a relay or subject was sent true twice, for two requests that the same line subscribes to or the
            same flatMap begins, a closure of one of them sends false, and the other still runs: it ends later, and no
            true is sent in between. The line is the one that sends false. No fault: a count of those that run; a
            request that the next one replaces, as flatMapLatest does; a false that comes with the end of the last one.
            """,
        example: """
            func load(_ id: Int) {
                isLoading.accept(true)
                request(id).subscribe(onSuccess: { isLoading.accept(false) })
            }
            """,
        remedy: "count those that run, and show that the count is above zero")
    static let opening: Set<Trace.Operation> = [.on, .subscribe]

    /// A flag that is on.
    private struct On {
        /// The calls that sent true since it was off.
        var calls: [Trace.Call]
        /// The subscriptions begun since.
        var begun: [Int] = []
    }

    /// A false that came while others may have run.
    private struct Off {
        var call: Trace.Call
        var site: Trace.Site?
        var first: Trace.Call
        var others: [Int]
    }

    private var on: [Int: On] = [:]
    /// The last of each flag's, unless true was sent again.
    private var offs: [Int: Off] = [:]
    private var early: [Int: (off: Off, row: Int)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe || sort.role == .subject && sort.event == .next
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            guard !on.isEmpty, walk.begun(by: call) != nil, let row = call.subscription else { return }
            for id in on.keys where on[id]?.begun.count ?? 0 < 64 { on[id]?.begun.append(row) }
        } else if call.eventKind == .next, walk.role == .subject, let id = call.node, let value = call.event?.value {
            if value == "true" {
                settle(id, before: call, in: walk)
                on[id, default: On(calls: [])].calls.append(call)
            } else if value == "false", let flag = on.removeValue(forKey: id), flag.calls.count > 1,
                let closure = walk.callingHandler?.call
            {
                offs[id] = Off(
                    call: call, site: call.site ?? walk.callingSite, first: flag.calls[0],
                    others: others(flag.begun, than: closure, in: walk))
            }
        }
    }

    /// The subscriptions of the same line or flatMap as that of a closure, which have not ended.
    private func others(_ begun: [Int], than closure: Trace.Call, in walk: TraceWalk) -> [Int] {
        guard let own = walk.root(of: closure.subscription), let site = walk.site(of: own) else { return [] }
        let around = Set(walk.callers.compactMap(\.call.subscription))
        return begun.filter { row in
            guard !around.contains(row), let facts = walk.facts(of: row), facts.end == nil,
                let known = walk.subscription(row)
            else { return false }
            return known.parent == nil ? known.site == site : known.parent == own && !facts.isSetup
        }
    }

    /// Looks whether one of the others has ended since, by itself.
    private mutating func settle(_ id: Int, before call: Trace.Call?, in walk: TraceWalk) {
        guard let off = offs.removeValue(forKey: id), early[id] == nil else { return }
        let row = off.others.first { row in
            guard let end = walk.facts(of: row)?.end, walk.facts(of: row)?.isDisposed == false else { return false }
            return end > off.call.id && end < call?.id ?? .max
        }
        if let row { early[id] = (off, row) }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        for id in offs.keys.sorted() { settle(id, before: nil, in: walk) }
        return early.sorted { $0.key < $1.key }.compactMap { id, found in
            guard let node = walk.node(id) else { return nil }
            return finding(
                "\(walk.name(of: node)) goes off while another of those that it was sent for runs", at: found.off.site,
                [
                    .init("sent true for the first", call: found.off.first.id),
                    .init("sent false", call: found.off.call.id),
                    .init(
                        "the other ends only then", call: walk.facts(of: found.row)?.end, site: walk.site(of: found.row)
                    ),
                ])
        }
    }
}
