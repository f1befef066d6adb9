/// An older inner source answers after a newer one.
struct StaleResult: LintRule {
    static let definition = LintDefinition(
        name: "stale-result", severity: .note,
        summary: "an older answer comes after a newer one",
        explanation: """
            Fires where flatMap subscribed to two sources that give one element each and complete at once, and the source
            of the earlier event gave its element after that of the later event: who shows the last one shows the older.
            Sources that give more than one element, or go on after it, are no answers, and no fault.
            """,
        example: """
            query.flatMap { search($0) }  // the answer to "r" after that to "rx"
                .subscribe(onNext: show)
            """,
        remedy: "flatMapLatest for the newest answer, concatMap for all in order")
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    private struct Answer {
        var row: Int
        var sink: Int
        /// The event of the source it answers.
        var asked: Trace.Call
        /// Where that event was sent.
        var site: Trace.Site?
        var call: Int?
        var count = 0
        /// Whether it completed before the next event of any of them.
        var isWhole = false
    }

    private var answers: [Int: Answer] = [:]
    /// The subscription whose event came last, by sink.
    private var latest: [Int: Int] = [:]

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe, walk.begun(by: call) != nil, let row = call.subscription,
            walk.subscription(row)?.parent != nil
        {
            for frame in walk.callers {
                guard frame.role == .sink, let sink = frame.call.node else { continue }
                let does = frame.behaviors
                guard frame.call.operation == .on, frame.call.eventKind == .next, !does.contains(.switches),
                    !does.contains(.follows), !does.contains(.retries)
                else { return }
                answers[row] = Answer(
                    row: row, sink: sink, asked: frame.call, site: frame.call.site ?? walk.callingSite)
                return
            }
        } else if walk.role == .observer, call.operation == .on, let kind = call.eventKind, let row = call.subscription,
            let answer = answers[row]
        {
            if kind == .next {
                answers[row]?.count += 1
                answers[row]?.call = call.id
            } else {
                answers[row]?.isWhole = kind == .completed && latest[answer.sink] == row
            }
            latest[answer.sink] = row
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let single = answers.values.filter { $0.count == 1 && $0.isWhole }
        return Dictionary(grouping: single, by: \.sink).sorted { $0.key < $1.key }.compactMap { id, answers in
            guard let sink = walk.node(id) else { return nil }
            var newest: Answer?
            var stale: (old: Answer, new: Answer)?
            var count = 0
            for answer in answers.sorted(by: { ($0.call ?? 0) < ($1.call ?? 0) }) {
                if let newest, answer.asked.id < newest.asked.id {
                    stale = stale ?? (answer, newest)
                    count += 1
                } else {
                    newest = answer
                }
            }
            guard let (old, new) = stale else { return nil }
            return finding(
                "\(walk.name(of: sink)) hands on an answer to an older event after one to a newer",
                at: walk.observable(of: id)?.site,
                [
                    .init("asked by \(CallText.event(old.asked))", call: old.asked.id, site: old.site),
                    .init("then by \(CallText.event(new.asked))", call: new.asked.id, site: new.site),
                    .init("answered: the newer", call: new.call),
                    .init("and only then the older", call: old.call),
                ], count: count)
        }
    }
}
