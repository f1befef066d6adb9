/// Each new element cancels the answer to the one before, until there is no answer at all.
struct StarvedSwitch: LintRule {
    static let definition = LintDefinition(
        name: "starved-switch", severity: .warning,
        summary: "flatMapLatest leaves each source before it answers",
        explanation: """
            Fires where flatMapLatest or switchLatest left three sources or more for the next one, none of them had
            given an element, and no other gave one by the end of the recording: a timer asks again before the answer
            can come. The line is that of the operator. A note: the elements come from a subject, whose sender may just
            not have paused yet. Fires too where it left a group of groupBy for another one, and the group had elements
            afterwards, which nobody was handed; and where concatMap comes to a group only when the one before has
            ended, and the group had elements until then. No fault: a source that answered in between.
            """,
        example: """
            Observable<Int>.interval(.seconds(1), scheduler: main)
                .flatMapLatest { _ in poll() }  // takes two seconds
                .subscribe(onNext: show)
            """,
        remedy: "use flatMapFirst, which lets a request finish, or a longer period",
        signalRemedy: "use a RACCommand, which lets a request finish, or a longer period")
    static let opening: Set<Trace.Operation> = [.subscribe, .forwardOn, .on]

    private struct Switch {
        var rows: [Int] = []
        var outer: Int?
        var hasAnswer = false
    }

    /// A group that such an operator subscribed to, and the last element that it had.
    private struct Group {
        var row: Int
        var sink: Int
        var last: Trace.Call?
    }

    private static let groupRemedy = "use flatMap, which goes on with all groups"

    private var switches: [Int: Switch] = [:]
    /// By row, the switch that runs it.
    private var sinks: [Int: Int] = [:]
    /// The subjects of groups that somebody has subscribed to; by the sink of groupBy, what others were sent.
    private var taken: Set<Int> = []
    private var untaken: [Int: (first: Trace.Call, row: Int, count: Int)] = [:]
    /// By the subject that a group is made of.
    private var groups: [Int: Group] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .subscribe: true
        case .on: sort.event == .next && sort.role == .subject
        default: sort.event == .next && sort.role == .sink && sort.behaviors.contains(.switches)
        }
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .forwardOn {
            if let id = call.node { switches[id]?.hasAnswer = true }
            return
        }
        if call.operation == .on {
            guard call.eventKind == .next, walk.role == .subject, let id = call.node else { return }
            if !groups.isEmpty { groups[id]?.last = call }
            if let caller = walk.caller, caller.behaviors.contains(.groups), let sink = caller.call.node,
                !taken.contains(id),
                let row = caller.call.subscription
            {
                untaken[sink] = (untaken[sink]?.first ?? call, row, (untaken[sink]?.count ?? 0) + 1)
            }
            return
        }
        noteGroup(call, in: walk)
        guard walk.begins(call), let row = call.subscription, walk.isOperators(row) else {
            return
        }
        for frame in walk.callers {
            guard frame.role == .sink, let sink = frame.call.node else { continue }
            guard frame.call.operation == .on, frame.call.eventKind == .next, frame.behaviors.contains(.switches) else {
                return
            }
            switches[sink, default: Switch()].rows.append(row)
            sinks[row] = sink
            switches[sink]?.outer = walk.facts(of: frame.call.subscription)?.chain.last
            return
        }
    }

    /// Notes a subscription to the subject that a group is made of.
    private mutating func noteGroup(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .subject, let id = call.node, let row = call.subscription,
            walk.facts(of: row)?.chain.contains(where: { walk.node($0)?.behaviors.contains(.handedOver) == true })
                == true
        else { return }
        taken.insert(id)
        guard let sink = sinks[row] else { return }
        groups[id] = Group(row: row, sink: sink)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        leftGroups(in: walk) + waitingGroups(in: walk) + starved(in: walk)
    }

    /// The groups that had elements before concatMap came to them.
    private func waitingGroups(in walk: TraceWalk) -> [Trace.Finding] {
        untaken.sorted { $0.key < $1.key }.compactMap { id, lost in
            guard let groups = walk.observable(of: id)?.id, let chain = walk.facts(of: lost.row)?.chain,
                let place = chain.firstIndex(of: groups), place > 0, let turn = walk.node(chain[place - 1]),
                turn.behaviors.contains(.follows)
            else { return nil }
            return finding(
                "\(Count.of(lost.count, "element")) of groups \(lost.count == 1 ? "is" : "are") lost before "
                    + "\(walk.name(of: turn)) comes to the group", at: turn.site,
                [.init("the first: \(CallText.event(lost.first))", call: lost.first.id)], remedy: Self.groupRemedy)
        }
    }

    /// The groups that had elements when they had been left for another.
    private func leftGroups(in walk: TraceWalk) -> [Trace.Finding] {
        Dictionary(grouping: groups.values, by: \.sink).sorted { $0.key < $1.key }.compactMap { id, all in
            let left = all.sorted { $0.row < $1.row }.filter { group in
                guard walk.subscription(group.row)?.ended == "switch", let last = group.last,
                    let rows = switches[id]?.rows,
                    let next = rows[rows.partitioningIndex { $0 > group.row }...].first
                else { return false }
                return last.id > walk.facts(of: next)?.call ?? .max
            }
            guard let first = left.first, let last = first.last, let sink = walk.node(id) else { return nil }
            return finding(
                "\(walk.name(of: sink)) leaves \(Count.of(left.count, "group")) that had elements later",
                at: walk.observable(of: id)?.site,
                [
                    .init("begun", call: walk.facts(of: first.row)?.call),
                    .init("an element that nobody is handed: \(CallText.event(last))", call: last.id),
                ], remedy: Self.groupRemedy)
        }
    }

    private func starved(in walk: TraceWalk) -> [Trace.Finding] {
        switches.sorted { $0.key < $1.key }.compactMap { id, all in
            let left = all.rows.filter { walk.subscription($0)?.ended == "switch" }
            guard !all.hasAnswer, left.count >= 3, let sink = walk.node(id), let outer = walk.node(all.outer),
                outer.role == .subject || outer.behaviors.contains(.endless)
            else { return nil }
            let begun = left.prefix(2).map { Trace.Finding.Evidence("begun", call: walk.facts(of: $0)?.call) }
            return finding(
                "\(walk.name(of: sink)) leaves \(Count.of(left.count, "source")) before any of them answers",
                at: walk.observable(of: id)?.site,
                begun + [.init("the elements come from \(walk.name(of: outer))", site: outer.site)],
                severity: outer.role == .subject ? .note : nil)
        }
    }
}
