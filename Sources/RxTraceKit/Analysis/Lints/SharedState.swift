/// Two closures change one object on two threads at the same time.
struct SharedState: LintRule {
    static let definition = LintDefinition(
        name: "shared-state", severity: .warning,
        summary: "two closures change one object on two threads at once",
        explanation: """
            Fires where the closures of two subscriptions ran at the same time on two threads, the subscriptions are in
            one bag, and both closures change the same property of self, or call the same method of it that does; or
            both change the same variable at the top of the file: a change may be lost, and the program may crash. The
            rule reads the source, for the property and the method, and the calls' times. The line is that of the second
            subscription. No fault: closures on one thread or one serial queue; closures that take turns; a method that
            takes a lock or runs within sync; an object of another bag each.
            """,
        example: """
            for source in [local.observe(on: a), remote.observe(on: b)] {
                source.subscribe(onNext: { [weak self] in self?.entries.append($0) })
                    .disposed(by: bag)
            }
            """,
        remedy: "observe both on one scheduler, such as MainScheduler.instance")
    static let opening: Set<Trace.Operation> = [.handler]

    private struct Running {
        var call: Trace.Call
        var row: Int
        var end: UInt64
    }

    private struct Pair: Hashable {
        var first: Int
        var second: Int
    }

    private var running: [Running] = []
    private var met: [Pair: (first: Trace.Call, second: Trace.Call, count: Int)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.isAtObserver && sort.runs(Trace.ClosureKind.toldOfEvents) }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let start = call.start, let duration = call.duration,
            !walk.kinds(of: call).isDisjoint(with: Trace.ClosureKind.toldOfEvents),
            let row = walk.userSubscription(told: call)
        else { return }
        running.removeAll { $0.end <= start }
        for other in running where other.call.thread != call.thread && other.row != row {
            let pair = Pair(first: min(row, other.row), second: max(row, other.row))
            met[pair] = (met[pair]?.first ?? other.call, met[pair]?.second ?? call, (met[pair]?.count ?? 0) + 1)
        }
        running.append(Running(call: call, row: row, end: start &+ duration))
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        met.sorted { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }.compactMap { pair, meeting in
            guard let first = walk.subscription(pair.first)?.site, let second = walk.subscription(pair.second)?.site
            else { return nil }
            let bag = walk.facts(of: pair.first)?.bag
            let haveOneBag = bag != nil && bag == walk.facts(of: pair.second)?.bag
            let label = { (row: Int) in
                (meeting.first.subscription == row ? meeting.first : meeting.second).label ?? ""
            }
            let changes = SourceChanges(text: text)
            let members =
                haveOneBag
                ? changes.members(changedBy: label(pair.first), at: first)
                    .intersection(changes.members(changedBy: label(pair.second), at: second)) : []
            let shared =
                members.isEmpty
                ? changes.globals(changedBy: label(pair.first), at: first)
                    .intersection(changes.globals(changedBy: label(pair.second), at: second)) : members
            guard let member = shared.min() else { return nil }
            return finding(
                "two threads change \(member)\(members.isEmpty ? "" : " of one object") at the same time", at: second,
                [meeting.first, meeting.second].map { handler in
                    .init(
                        "\(handler.label ?? "a closure") runs on \(walk.threadName(handler.thread))", call: handler.id,
                        site: walk.site(of: handler.subscription))
                }, count: meeting.count)
        }
    }
}
