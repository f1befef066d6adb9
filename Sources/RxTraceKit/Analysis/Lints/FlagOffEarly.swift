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
            A note: startWith below flatMap gives an element that speaks of something that goes on (loading, busy …), a
            second event asks for something, and that element does not come again: the line is that of startWith.
            """,
        example: """
            func load(_ id: Int) {
                isLoading.accept(true)
                request(id).subscribe(onSuccess: { isLoading.accept(false) })
            }
            """,
        remedy: "count those that run, and show that the count is above zero")
    static let opening: Set<Trace.Operation> = [.on, .subscribe, .handler]

    /// What a subscription begins with, and the events for which a closure was asked afterwards.
    private struct Beginning {
        var call: Trace.Call
        var value: String
        /// The events that asked for something since, and whether an element came after the first of them.
        var asked = 0
        var isAnswered = false
        var second: Trace.Call?
    }

    /// A flag that is on.
    private struct On {
        /// The first call that sent true since it was off, and how many did.
        var first: Trace.Call
        var count = 0
        /// From where on the subscriptions of ``begun`` have begun since.
        var start: Int
    }

    /// A false that came while others may have run.
    private struct Off {
        var call: Trace.Call
        var site: Trace.Site?
        var first: Trace.Call
        var others: [Int]
    }

    /// So many subscriptions are looked at that begin while a flag is on.
    private static let most = 64

    private var on: [Int: On] = [:]
    /// The subscriptions that have begun while a flag was on, as far as one looks at them, and where the newest flag begins.
    private var begun: [Int] = []
    private var newest = 0
    /// The last of each flag's, unless true was sent again.
    private var offs: [Int: Off] = [:]
    private var early: [Int: (off: Off, row: Int)] = [:]
    /// The subscriptions that were handed an element, and of those that begin so, and have not come to that again, how.
    private var handed: Set<Int> = []
    private var beginnings: [Int: Beginning] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .subscribe: true
        case .handler: sort.role == .sink && sort.runs([.makes])
        default: sort.event == .next && (sort.role == .subject || sort.isAtObserver)
        }
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            guard !on.isEmpty, walk.begins(call), let row = call.subscription else { return }
            if begun.count < newest + Self.most { begun.append(row) }
        } else if call.operation == .handler {
            guard !beginnings.isEmpty, walk.kinds(of: call).contains(.makes),
                let row = walk.root(of: call.subscription),
                var known = beginnings[row]
            else { return }
            known.asked += 1
            if known.asked > 1, known.isAnswered { known.second = known.second ?? call }
            beginnings[row] = known
        } else if walk.role != .subject, call.eventKind == .next {
            noteElement(call, in: walk)
        } else if call.eventKind == .next, walk.role == .subject, let id = call.node, let value = call.event?.value {
            if value == "true" {
                settle(id, before: call, in: walk)
                if on[id] == nil {
                    newest = begun.count
                    on[id] = On(first: call, start: newest)
                }
                on[id]?.count += 1
            } else if value == "false", let flag = on.removeValue(forKey: id) {
                noteOff(call, id, flag, in: walk)
            }
        }
    }

    private mutating func noteOff(_ call: Trace.Call, _ id: Int, _ flag: On, in walk: TraceWalk) {
        if flag.count > 1, let closure = walk.callingHandler?.call {
            offs[id] = Off(
                call: call, site: call.site ?? walk.callingSite, first: flag.first,
                others: others(begun[flag.start...].prefix(Self.most), than: closure, in: walk))
        }
        if on.isEmpty {
            begun.removeAll(keepingCapacity: true)
            newest = 0
        }
    }

    private mutating func noteElement(_ call: Trace.Call, in walk: TraceWalk) {
        guard let row = walk.userSubscription(told: call), let value = call.event?.value else { return }
        if handed.insert(row).inserted {
            let isFirst =
                walk.facts(of: row).map { begun in walk.callers.contains { $0.call.id == begun.call } } == true
            guard isFirst, !FlagLeftOn.words.isDisjoint(with: SourceCode.words(of: value)) else { return }
            beginnings[row] = Beginning(call: call, value: value)
            return
        }
        guard let known = beginnings[row] else { return }
        if known.value == value {
            beginnings[row] = nil
        } else if known.asked > 0 {
            beginnings[row]?.isAnswered = true
        }
    }

    /// The states of loading that stand below what loads, so that they come once only.
    private func loadingOnce(in walk: TraceWalk) -> [Trace.Finding] {
        beginnings.sorted { $0.key < $1.key }.compactMap { row, known in
            guard let second = known.second,
                let chain = walk.facts(of: row)?.chain.compactMap({ walk.node($0) }),
                let start = chain.firstIndex(where: { walk.word(for: $0) == "startWith" }),
                chain[(start + 1)...].contains(where: { walk.word(for: $0).hasPrefix("flatMap") }),
                let site = chain[start].site
            else { return nil }
            return finding(
                "\(CallText.event(known.call)) comes once only: what is loaded again begins without it", at: site,
                [.init("handed on", call: known.call.id), .init("asked again, without it", call: second.id)],
                severity: .note, remedy: "put startWith into the closure, below what it loads")
        }
    }

    /// The subscriptions of the same line or flatMap as that of a closure, which have not ended.
    private func others(_ begun: ArraySlice<Int>, than closure: Trace.Call, in walk: TraceWalk) -> [Int] {
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
        return loadingOnce(in: walk)
            + early.sorted { $0.key < $1.key }.compactMap { id, found in
                guard let node = walk.node(id) else { return nil }
                return finding(
                    "\(walk.name(of: node)) goes off while another of those that it was sent for runs",
                    at: found.off.site,
                    [
                        .init("sent true for the first", call: found.off.first.id),
                        .init("sent false", call: found.off.call.id),
                        .init(
                            "the other ends only then", call: walk.facts(of: found.row)?.end,
                            site: walk.site(of: found.row)),
                    ])
            }
    }
}
