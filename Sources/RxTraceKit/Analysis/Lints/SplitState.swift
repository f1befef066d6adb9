/// Several subscriptions of one scan have each a state of its own.
struct SplitState: LintRule {
    static let definition = LintDefinition(
        name: "split-state", severity: .note,
        summary: "each subscriber of scan has a state of its own",
        explanation: """
            Fires where scan is subscribed to by several, and one event of a subject or share makes it hand on one value
            to one of them and another to another: each subscription begins anew with the seed, so that who came later
            has another count or list than who came first. Fires too where two lines subscribe to one interval or timer
            with a period at the same time: each has a timer of its own. The line is that of the scan or timer. It is a
            note, for each may be to have its own. Fires too where flatMapLatest left a timer for a source without
            elements, as one that is paused, and then begins it again: it counts from the start once more. No fault: one
            above a share; subscriptions that are handed the same values; one line that subscribes several times.
            """,
        example: """
            let count = taps.scan(0) { count, _ in count + 1 }
            count.subscribe(onNext: showBadge)
            // later, when three taps are over
            count.subscribe(onNext: showTitle)  // begins with 1
            """,
        remedy: "put share(replay: 1) below the scan, so that all have one state",
        signalRemedy: "share it by multicast below the scan, so that all have one state")
    static let opening: Set<Trace.Operation> = [.forwardOn, .on]

    private struct State {
        var delivery: Int
        var sink: Int
        var call: Trace.Call
    }

    private var last: [Int: State] = [:]
    /// What the user's closure was first handed of each subscription to a timer that an operator began.
    private var heard: [Int: [String]] = [:]
    /// The timers that ticked.
    private var ticking: Set<Int> = []
    private var found: [Int: (first: Trace.Call, second: Trace.Call, count: Int)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        if sort.operation == .on { return sort.event == .next && sort.isAtObserver }
        return sort.event == .next && sort.role == .sink
            && (sort.behaviors == [.endless]
                || sort.behaviors.contains(.accumulates) && !sort.behaviors.contains(.waits))
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .on { return noteHeard(call, in: walk) }
        if walk.role == .sink, walk.behaviors == [.endless], call.eventKind == .next {
            if let timer = call.node.flatMap({ walk.observable(of: $0) }) { ticking.insert(timer.id) }
            return
        }
        guard call.eventKind == .next, walk.role == .sink, walk.behaviors.contains(.accumulates),
            !walk.behaviors.contains(.waits), let sink = call.node, let delivery = walk.delivery,
            let operation = walk.observable(of: sink)
        else { return }
        if let before = last[operation.id], before.delivery == delivery, before.sink != sink,
            before.call.event?.value != call.event?.value,
            walk.root(of: before.call.subscription) != walk.root(of: call.subscription)
        {
            let known = found[operation.id]
            found[operation.id] = (known?.first ?? before.call, known?.second ?? call, (known?.count ?? 0) + 1)
        }
        last[operation.id] = State(delivery: delivery, sink: sink, call: call)
    }

    private mutating func noteHeard(_ call: Trace.Call, in walk: TraceWalk) {
        guard !ticking.isEmpty, walk.userSubscription(told: call) != nil, let value = call.event?.value,
            let timer = walk.callers.first(where: {
                $0.call.operation == .forwardOn && $0.role == .sink && $0.behaviors == [.endless]
            })?.call.subscription, walk.isOperators(timer), heard[timer]?.count ?? 0 < 3
        else { return }
        heard[timer, default: []].append(value)
    }

    /// The timers that count anew when they go on after a pause.
    private func resumed(in walk: TraceWalk) -> [Trace.Finding] {
        let rows = heard.keys.sorted()
        var told: Set<Trace.Site> = []
        return zip(rows, rows.dropFirst()).compactMap { old, new in
            guard let before = walk.subscription(old), let after = walk.subscription(new),
                before.parent == after.parent,
                before.ended == "switch", let earlier = walk.facts(of: old)?.call,
                let begun = walk.facts(of: new)?.call,
                let first = heard[old], let second = heard[new], first.count > 2, second.count > 1,
                first.prefix(2) == second.prefix(2), Set(first).count > 1,
                let timer = walk.node(walk.facts(of: new)?.chain.last), let site = timer.site,
                walk.node(walk.facts(of: old)?.chain.last)?.site == site,
                let parent = before.parent,
                let pause = walk.parts[parent].first(where: { row in
                    heard[row] == nil && walk.facts(of: row).map { earlier < $0.call && $0.call < begun } == true
                }), told.insert(site).inserted
            else { return nil }
            return finding(
                "\(walk.name(of: timer)) begins again at \(second[0]) after a pause", at: site,
                [
                    .init("begun", call: earlier),
                    .init("left for a source without elements", call: walk.facts(of: pause)?.call),
                    .init("and begun again", call: begun),
                ], remedy: "count in a scan below the flatMapLatest, which the pause does not end")
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        states(in: walk) + timers(in: walk) + resumed(in: walk)
    }

    /// The timers that several lines subscribe to, each of which has one of its own.
    private func timers(in walk: TraceWalk) -> [Trace.Finding] {
        var rows: [Int: [Trace.Subscription]] = [:]
        for row in walk.users where row.site != nil {
            guard let timer = walk.facts(of: row.id)?.chain.last, let node = walk.node(timer), node.site != nil,
                node.role == .observable, node.behaviors == [.endless], ticking.contains(timer)
            else { continue }
            rows[timer, default: []].append(row)
        }
        return rows.sorted { $0.key < $1.key }.compactMap { id, rows in
            guard let first = rows.first, let begun = walk.facts(of: first.id),
                let second = rows.first(where: { row in
                    row.site != first.site && walk.facts(of: row.id).map { $0.call < begun.end ?? .max } == true
                }), let timer = walk.node(id)
            else { return nil }
            return finding(
                "\(walk.name(of: timer)) runs once for each of \(Count.of(rows.count, "subscriber"))", at: timer.site,
                [first, second].map { .init("subscribed", call: walk.facts(of: $0.id)?.call, site: $0.site) },
                remedy: "put share(replay: 1) below it, so that all have one timer")
        }
    }

    private func states(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let operation = walk.node(id), let site = operation.site else { return nil }
            return finding(
                "\(walk.name(of: operation)) hands on \(CallText.event(pair.first)) to one subscriber and "
                    + "\(CallText.event(pair.second)) to another for the same event", at: site,
                [pair.first, pair.second].map {
                    .init(CallText.event($0), call: $0.id, site: walk.site(of: $0.subscription))
                }, count: pair.count)
        }
    }
}
