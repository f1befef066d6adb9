/// Who subscribes later to a shared state is not told what it is.
struct MissedState: LintRule {
    static let definition = LintDefinition(
        name: "missed-state", severity: .warning,
        summary: "a late subscriber is not told the state, which is not kept",
        explanation: """
            Fires where share() without a replay, or publish(), handed elements to one subscriber, another subscribed to
            it later while it went on, and was handed none by the end of the recording: it does not know the last one.
            What is shared has to be a state: something above the share compares (distinctUntilChanged) or accumulates
            (scan), or the source replays, as a BehaviorRelay does, and the share keeps that from who comes later. The
            line is that of the share. A note: the source is a create, which may send events that are over; a
            PublishSubject or PublishRelay whose name, or that of its share or Signal, speaks of a state (state, status,
            current, user, is …), or whose elements are true and false. No fault: a share with a replay; a late
            subscriber that was handed an element; one whose own operators let none through.
            """,
        example: """
            let state = connect().distinctUntilChanged().share()
            state.subscribe(onNext: log)  // connected
            // later
            state.subscribe(onNext: showBanner)  // nothing
            """,
        remedy: "use share(replay: 1), or a BehaviorRelay, which keep the last one",
        signalRemedy: "use a RACBehaviorSubject or replayLast(), which keep the last one")
    static let opening: Set<Trace.Operation> = [.on]

    /// The last element that each of the user's subscriptions was handed.
    private var heard: [Int: HandedEvent] = [:]

    /// The subjects whose last element is nil.
    private var isNil: Set<Int> = []
    private let text: SourceText
    private let names: StateNames

    static func wants(_ sort: CallSort) -> Bool {
        sort.event == .next && (sort.isAtObserver || sort.role == .subject && !sort.behaviors.contains(.replays))
    }

    init(_ options: LintOptions) {
        text = options.text
        names = StateNames(text: options.text)
    }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next else { return }
        if walk.role == .subject {
            guard let id = call.node else { return }
            if call.event?.value == "nil" { isNil.insert(id) } else if !isNil.isEmpty { isNil.remove(id) }
        } else if let row = walk.userSubscription(told: call) {
            heard[row] = HandedEvent(call)
        }
    }

    /// Where an observer's way meets that of others.
    private struct Meeting: Hashable {
        var node: Int
        /// Whether it is a share; otherwise it is a subject.
        var isShare: Bool
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        guard !heard.isEmpty else { return [] }
        var meetings: [Meeting: [Int]] = [:]
        var sources: [Int: [Int]] = [:]
        for row in walk.source.subscriptions {
            guard let chain = walk.facts(of: row.id)?.chain else { continue }
            if row.parent != nil, let shared = walk.facts(of: row.id)?.connectable {
                sources[shared, default: []].append(row.id)
            }
            guard row.parent == nil, row.site != nil, let meeting = meeting(of: chain, in: walk) else { continue }
            meetings[meeting, default: []].append(row.id)
        }
        // Each reading of a computed Signal makes a share of its own.
        for (meeting, rows) in meetings where meeting.isShare && rows.count == 1 {
            guard let part = sources[meeting.node]?.first, let chain = walk.facts(of: part)?.chain,
                let below = self.meeting(of: chain, in: walk), !below.isShare
            else { continue }
            meetings[meeting] = nil
            meetings[below, default: []].append(contentsOf: rows)
        }
        return meetings.mapValues { $0.sorted() }.filter { $0.value.count > 1 }.sorted { $0.key.node < $1.key.node }
            .compactMap { meeting, rows in
                guard let early = rows.first(where: { heard[$0] != nil }),
                    let late = late(of: rows, meeting.isShare, in: walk),
                    let node = walk.node(meeting.node),
                    let last = heard[early], let severity = severity(of: meeting, last, sources[node.id], in: walk)
                else { return nil }
                let name = walk.name(of: node)
                return finding(
                    "\(name) keeps nothing: who subscribes later is not told of \(CallText.event(last.event))",
                    at: node.site,
                    [
                        .init(
                            "the last that an earlier subscriber was handed", call: last.call,
                            site: walk.site(of: early)),
                        .init(
                            "subscribed later, and told nothing", call: walk.facts(of: late)?.call,
                            site: walk.site(of: late)),
                    ], severity: severity)
            }
    }

    /// The first share or, where there is none, the subject that a chain comes to, if it replays nothing and nothing below
    /// it leaves elements out.
    private func meeting(of chain: [Int], in walk: TraceWalk) -> Meeting? {
        for (index, id) in chain.enumerated() {
            guard let node = walk.node(id), !node.behaviors.contains(.replays), !node.behaviors.contains(.inside) else {
                return nil
            }
            if node.behaviors.contains(.shares) { return node.site == nil ? nil : Meeting(node: id, isShare: true) }
            if node.role == .connectable {
                // Its subject says whether it replays.
                let subject = chain.dropFirst(index + 1).first.flatMap { walk.node($0) }
                let keeps = subject.map { $0.behaviors.contains(.replays) } ?? true
                return keeps || node.site == nil ? nil : Meeting(node: id, isShare: true)
            }
            if node.role == .subject { return node.isEarly ? nil : Meeting(node: id, isShare: false) }
            // What compares lets the first element through.
            guard
                node.behaviors.contains(.compares) || unwraps(node) && chain.last.map(isNil.contains) == false
                    || node.behaviors.isDisjoint(with: [.selects, .drops, .waits, .ends, .continues, .retries])
            else {
                return nil
            }
        }
        return nil
    }

    /// Whether an operator leaves out nil, and nothing else.
    private func unwraps(_ node: Trace.Node) -> Bool {
        guard let site = node.site, node.behaviors.contains(.drops) else { return false }
        return text.answer(at: site) {
            text.code(from: site, lines: 1)
                .contains(
                    #/compactMap\s*[({]\s*(?:\$0|\\\.self|\{\s*\$0\s*\})\s*[)}]|filter\s*\{\s*\$0\s*!=\s*nil\s*\}/#)
        }
    }

    /// The first subscription that began after others had been handed elements, while one of these went on, and got none.
    private func late(of rows: [Int], _ isShare: Bool, in walk: TraceWalk) -> Int? {
        guard let first = rows.firstIndex(where: { heard[$0] == nil }) else { return nil }
        let told = Told(
            rows.compactMap { row in
                guard let heard = heard[row], let facts = walk.facts(of: row) else { return nil }
                return .init(heard: heard.call, end: facts.end ?? .max, site: isShare ? nil : walk.site(of: row))
            })
        return rows[first...].first { row in
            guard heard[row] == nil, let begun = walk.facts(of: row)?.call else { return false }
            let end = isShare ? told.end(before: begun) : told.end(before: begun, besides: walk.site(of: row))
            return end.map { $0 > begun } ?? false
        }
    }

    /// Those that were handed elements, by the last of these, each with those of them that lived longest until then.
    private struct Told {
        struct One {
            var heard: Int
            var end: Int
            var site: Trace.Site?
        }

        private var all: [One]
        /// For each of them, the longest of all so far, and the longest at another place than that.
        private var longest: [(first: One, other: One?)] = []

        init(_ all: [One]) {
            self.all = all.sorted { $0.heard < $1.heard }
            for one in self.all {
                guard let (first, other) = longest.last else {
                    longest.append((one, nil))
                    continue
                }
                if one.end > first.end {
                    longest.append((one, first.site == one.site ? other : first))
                } else {
                    longest.append((first, first.site == one.site || one.end <= other?.end ?? .min ? other : one))
                }
            }
        }

        func end(before call: Int) -> Int? { last(before: call)?.first.end }

        func end(before call: Int, besides site: Trace.Site?) -> Int? {
            last(before: call).flatMap { $0.first.site == site ? $0.other : $0.first }?.end
        }

        private func last(before call: Int) -> (first: One, other: One?)? {
            longest[..<all.partitioningIndex { $0.heard >= call }].last
        }
    }

    /// How sure it is that a state is shared; nil where it may be anything.
    private func severity(
        of meeting: Meeting, _ last: HandedEvent, _ sources: [Int]?, in walk: TraceWalk
    ) -> Trace.Finding.Severity? {
        guard let node = walk.node(meeting.node) else { return nil }
        let isBool = last.event?.value == "true" || last.event?.value == "false"
        guard meeting.isShare else {
            return names.isState(node) || isBool ? .note : nil
        }
        let chain = (sources ?? []).flatMap { walk.facts(of: $0)?.chain ?? [] }.compactMap { walk.node($0) }
        guard let leaf = chain.last else { return nil }
        if chain.contains(where: { $0.behaviors.contains(.compares) || $0.behaviors.contains(.accumulates) })
            || leaf.role == .subject && leaf.behaviors.contains(.replays)
        {
            return .warning
        }
        if leaf.role == .subject { return names.isState(node) || names.isState(leaf) || isBool ? .note : nil }
        return leaf.role == .observable && leaf.behaviors.contains(.sentTo) ? .note : nil
    }
}
