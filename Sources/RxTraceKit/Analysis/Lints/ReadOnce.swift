/// A constant holds what a function answered once, and is asked again and again.
struct ReadOnce: LintRule {
    static let definition = LintDefinition(
        name: "read-once", severity: .note,
        summary: "just holds one answer of a function, and is asked again",
        explanation: """
            Fires where `just(battery.read())`, whose element is what a function answered as the observable was made
            (read in the source), was made once and then subscribed three times or more on events: each gets the first
            answer. The line is that of just. It is a note, for the answer may be one that never changes. No fault: just
            in the closure of the flatMap, which is made anew each time; just of a constant. A warning: andThen or
            concat comes to such a just when the source before it has ended, and that source changes what just was
            handed (read in the source), `just(notes)` for one, by itself or by a method of the file that it calls: it
            was read before the change. The line is that of andThen then.
            """,
        example: """
            let level = Observable.just(battery.read())  // reads now
            ticks.flatMapLatest { _ in level }.subscribe(onNext: show)
            """,
        remedy: "use deferred, which calls the function for each subscription")
    static let opening: Set<Trace.Operation> = [.create, .subscribe]

    /// The observables that no closure made, and how often each was subscribed on an event: by what and in what last.
    private var counts: [Int: (count: Int, first: Int?, last: Int?)] = [:]
    /// The observables that follow on another source in their turn, with the call that subscribes.
    private var inTurn: [(made: Int, row: Int, call: Trace.Call, joint: Int)] = []
    private var made: [Int: Int] = [:]
    private let text: SourceText

    private static let turnRemedy = "use deferred, which reads it when its turn has come"

    static func wants(_ sort: CallSort) -> Bool { sort.role == .observable }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node, walk.role == .observable else { return }
        if call.operation == .create {
            if walk.behaviors.isEmpty, walk.callingHandler == nil { counts[id] = (0, nil, nil) }
            made[id] = call.id
            return
        }
        if let row = call.subscription, walk.isOperators(row), let create = made[id],
            walk.begins(call),
            let joint = walk.callers.lazy.filter({ $0.role == .sink || $0.role == .observer })
                .compactMap({ walk.sink(of: $0.call.node) }).first,
            joint.behaviors.contains(.follows), let operation = walk.observable(of: joint.id)
        {
            inTurn.append((create, row, call, operation.id))
        }
        if let known = counts[id], let row = call.subscription, row != known.last,
            walk.isOperators(row),
            walk.callers.contains(where: { $0.call.operation == .on && $0.call.eventKind == .next })
        {
            counts[id] = (known.count + 1, known.first ?? call.id, row)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        asked(in: walk) + readTooEarly(in: walk)
    }

    /// The sources that were read before what comes before them in turn had changed what they read.
    private func readTooEarly(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site> = []
        return inTurn.compactMap { turn in
            let (made, row, call) = (turn.made, turn.row, turn.call)
            guard let node = walk.node(call.node), let site = node.site, let parent = walk.subscription(row)?.parent,
                // The first source of andThen is part of its own subscription.
                let begun = walk.facts(
                    of: walk.parts.last(of: parent, before: row) ?? parent),
                made < begun.call,
                // Operators of that source may have subscribed to others, as ignoreElements does.
                case let chain = begun.chain + (walk.facts(of: parent)?.chain ?? []),
                let variable = [
                    HandedValue(of: node, walk.word(for: node), in: text),
                    walk.node(turn.joint)?.site.flatMap { HandedValue(ofAndThenAt: $0, in: text) },
                ].lazy.compactMap({ $0?.changed(byClosuresAt: chain.compactMap { walk.node($0)?.site }) }).first,
                told.insert(site).inserted
            else { return nil }
            return finding(
                "\(walk.name(of: node)) reads \(variable) before the source that comes first has changed it",
                at: walk.node(turn.joint)?.site ?? site,
                [
                    .init("read", call: made, site: site),
                    .init("the source that changes it begins", call: begun.call),
                    .init("only then subscribed to", call: call.id),
                ], severity: .warning, remedy: Self.turnRemedy)
        }
    }

    private func asked(in walk: TraceWalk) -> [Trace.Finding] {
        counts.sorted { $0.key < $1.key }.compactMap { id, entry in
            guard entry.count >= 3, let node = walk.node(id), walk.word(for: node) == "just", let site = node.site,
                let answer = text.code(from: site, lines: 1)
                    .firstMatch(of: #/just\(\s*((?:\w+\.)*[a-z]\w*\([^()]*\))\s*\)/#)?.1
            else { return nil }
            return finding(
                "\(walk.name(of: node)) was asked \(Count.of(entry.count, "time")) and gives what \(answer) answered once",
                at: site, [.init("asked the first time", call: entry.first)])
        }
    }
}
