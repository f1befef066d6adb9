/// An older inner source answers after a newer one.
struct StaleResult: LintRule {
    static let definition = LintDefinition(
        name: "stale-result", severity: .note,
        summary: "an older answer comes after a newer one",
        explanation: """
            Fires where flatMap subscribed to two sources that give one element each, and the source of the earlier event
            gave its element after that of the later event: who shows the last one shows the older. Sources that give more
            than one element are no answers, and no fault.
            """,
        example: """
            query.flatMap { search($0) }  // the answer to "r" after that to "rx"
                .subscribe(onNext: show)
            """,
        remedy: "flatMapLatest for the newest answer, concatMap for all in order")

    private struct Answer {
        var row: Int
        var sink: Int
        /// The event of the source it answers.
        var asked: Int
        var call: Int?
        var count = 0
    }

    private var answers: [Int: Answer] = [:]

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe, walk.begun(by: call) != nil, let row = call.subscription,
            walk.subscription(row)?.parent != nil
        {
            for frame in walk.callers {
                guard let node = walk.node(frame.call.node), node.role == .sink else { continue }
                let does = node.behaviors
                guard frame.call.operation == .on, frame.call.event?.kind == .next, !does.contains(.switches),
                    !does.contains(.follows), !does.contains(.retries)
                else { return }
                answers[row] = Answer(row: row, sink: node.id, asked: frame.call.id)
                return
            }
        } else if call.operation == .on, call.event?.kind == .next, let row = call.subscription, answers[row] != nil,
            walk.node(call.node)?.role == .observer
        {
            answers[row]?.count += 1
            answers[row]?.call = call.id
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let single = answers.values.filter {
            $0.count == 1 && walk.subscription($0.row)?.ended == Trace.Event.Kind.completed.name
        }
        return Dictionary(grouping: single, by: \.sink).sorted { $0.key < $1.key }.compactMap { id, answers in
            guard let sink = walk.node(id) else { return nil }
            var newest: Answer?
            var stale: (old: Answer, new: Answer)?
            var count = 0
            for answer in answers.sorted(by: { ($0.call ?? 0) < ($1.call ?? 0) }) {
                if let newest, answer.asked < newest.asked {
                    stale = stale ?? (answer, newest)
                    count += 1
                } else {
                    newest = answer
                }
            }
            guard let stale else { return nil }
            return finding(
                "\(walk.name(of: sink)) hands on an answer to an older event after one to a newer",
                at: walk.observable(of: id)?.site,
                [
                    .init("the older event", call: stale.old.asked),
                    .init("the newer", call: stale.new.asked),
                    .init("and its answer", call: stale.new.call),
                    .init("then the answer to the older", call: stale.old.call),
                ], count: count)
        }
    }
}
