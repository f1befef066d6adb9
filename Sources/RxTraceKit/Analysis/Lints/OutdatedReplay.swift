/// A share that has completed replays what is no longer true.
struct OutdatedReplay: LintRule {
    static let definition = LintDefinition(
        name: "outdated-replay", severity: .warning,
        summary: "a share that has completed replays an old element",
        explanation: """
            Fires where a share or replay goes on replaying its elements after its source has completed, as share with
            the scope .forever does, and a line that was handed one of them before subscribes again and is handed it
            again, though the subject or relay that it came from, or whose value its statement or its function reads
            (relay.value, read in the source), was sent another since. The line is that of the share. A note: another
            line is handed it. Fires too where a refresh asks such a share of a request again: flatMap does so for an
            element of a subject whose name speaks of it (refresh, reload, retry, pull, poll …), or of a timer; or the
            subscribe stands in a function of such a name (read in the source). Fires too where such a share has failed,
            and hands its error to who subscribes later, as retry does; or has completed, and its elements make each
            attempt of retry fail. A note: a share that all had left hands who comes next an element of before, and its
            source then gives another. No fault: a share whose subject was sent nothing since; a request that others ask
            for, to have its first answer.
            """,
        example: """
            let greeting = name.take(1).map(welcome).share(replay: 1, scope: .forever)
            greeting.subscribe(onNext: show)  // Hello Ada
            name.accept("Grace")
            greeting.subscribe(onNext: show)  // Hello Ada
            """,
        remedy: "leave take(_:) and the scope away, so that the share follows its source")
    static let opening: Set<Trace.Operation> = [.on, .subscribe]

    /// One share's elements, once its source has completed.
    private struct Share {
        /// The call that completed it.
        var completed: Int
        var subject: Int
    }

    private struct Found {
        var share: Int
        var replayed: Trace.Call
        var newer: Trace.Call
        var isAgain: Bool
        var count = 1
    }

    /// By the connectable.
    private var shares: [Int: Share] = [:]
    /// The last element of each subject, and the place that sent it.
    private var sent: [Int: (call: Trace.Call, site: Trace.Site?)] = [:]
    /// The places that were handed elements of a share.
    private var lines: [Int: Set<Trace.Site>] = [:]
    private var found: [Int: Found] = [:]
    /// The calls that completed the sources of shares that had none since.
    private var ended: [Int: Int] = [:]
    /// The states whose values a share's source reads.
    private var states = ReadStates()
    /// The first element that a refresh was handed again, and by what it was asked for.
    private var refreshed: [Int: (replayed: Trace.Call, count: Int)] = [:]
    let text: SourceText
    /// The last element that each share replayed to who subscribed, and whether its source began again for that one.
    private var kept: [Int: (replayed: Trace.Call, row: Int, connection: Int?)] = [:]
    private var outlived: [Int: (replayed: Trace.Call, newer: Trace.Call, connection: Int)] = [:]
    /// The retries that were handed an error.
    private var failed: Set<Int> = []
    /// The error of each share's source, and to whom it was replayed.
    private var failures: [Int: Trace.Call] = [:]
    private var replayedErrors: [Int: (first: Trace.Call, count: Int)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        if sort.operation == .subscribe { return true }
        return switch sort.role {
        case .subject: sort.event == .next
        case .sink: sort.event == .completed || sort.event == .error
        case .observer, nil: true
        default: false
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            // A source that runs again gives new elements.
            guard !ended.isEmpty || !kept.isEmpty, walk.begins(call),
                let share = walk.facts(of: call.subscription)?.connectable
            else { return }
            ended[share] = nil
            states.forget(share)
            if let begin = walk.facts(of: kept[share]?.row)?.call, walk.callers.contains(where: { $0.call.id == begin })
            {
                kept[share]?.connection = call.subscription
            }
        } else if walk.role == .subject, !walk.behaviors.contains(.inside) {
            if call.eventKind == .next, let id = call.node {
                states.note(call, id, isFirst: sent[id] == nil, in: walk)
                sent[id] = (call, call.site ?? walk.callingSite)
            }
        } else if call.eventKind == .completed {
            noteCompletion(call, in: walk)
        } else if call.eventKind == .next, walk.isAtObserver {
            noteDelivery(call, in: walk)
        } else if call.eventKind == .error {
            noteError(call, in: walk)
        }
    }

    private mutating func noteError(_ call: Trace.Call, in walk: TraceWalk) {
        guard let facts = walk.facts(of: call.subscription) else { return }
        if walk.behaviors.contains(.retries), let retry = walk.sink(of: call.node)?.id {
            noteFailure(of: retry, call, facts, in: walk)
        }
        if walk.role == .sink, let share = facts.connectable {
            failures[share] = call
        } else if walk.isAtObserver || !walk.behaviors.isDisjoint(with: [.retries, .continues]),
            let share = facts.chain.first(where: { isShare($0, in: walk) }),
            let failure = failures[share], failure.id < facts.call,
            walk.callers.contains(where: { $0.call.id == facts.call })
        {
            replayedErrors[share] = (replayedErrors[share]?.first ?? call, (replayedErrors[share]?.count ?? 0) + 1)
        }
    }

    /// An attempt that failed again with what a share has kept.
    private mutating func noteFailure(
        of retry: Int, _ call: Trace.Call, _ facts: SubscriptionFacts, in walk: TraceWalk
    ) {
        defer { failed.insert(retry) }
        guard failed.contains(retry), let share = facts.chain.first(where: { isShare($0, in: walk) }),
            let end = ended[share], end < facts.call
        else { return }
        refreshed[share] = (refreshed[share]?.replayed ?? call, (refreshed[share]?.count ?? 0) + 1)
    }

    /// The end of a connection, by the observer that it has at its source.
    private mutating func noteCompletion(_ call: Trace.Call, in walk: TraceWalk) {
        guard let facts = walk.facts(of: call.subscription), let share = facts.connectable else { return }
        ended[share] = ended[share] ?? call.id
        guard shares[share] == nil, let subject = facts.chain.last else { return }
        if walk.node(subject)?.role == .subject {
            shares[share] = Share(completed: call.id, subject: subject)
        } else {
            states.noteEnd(of: share, call, facts.chain, text, in: walk)
        }
    }

    /// Notes an element that a share which has ended hands to a refresh.
    private mutating func noteRefresh(_ call: Trace.Call, in walk: TraceWalk) {
        guard !ended.isEmpty, let frame = walk.callers.first(where: { $0.call.operation == .subscribe }),
            let row = frame.call.subscription, let facts = walk.facts(of: row),
            !facts.isSetup || walk.root(of: row) == row,
            let share = facts.chain.first(where: { isShare($0, in: walk) }), let end = ended[share], end < facts.call,
            isRefresh(row, in: walk)
        else { return }
        refreshed[share] = (refreshed[share]?.replayed ?? call, (refreshed[share]?.count ?? 0) + 1)
    }

    /// Notes an element of before that a share hands to who comes when all had left, and that its source then replaces.
    private mutating func noteKept(_ call: Trace.Call, _ share: Int, _ facts: SubscriptionFacts, in walk: TraceWalk) {
        if let known = kept[share], known.row == call.subscription {
            if let connection = known.connection, known.replayed.event?.value != call.event?.value,
                outlived[share] == nil
            {
                outlived[share] = (known.replayed, call, connection)
            }
        } else if let row = call.subscription, walk.callers.contains(where: { $0.call.id == facts.call }),
            // The source itself gives what comes while it is connected, as by startWith.
            !walk.callers.contains(where: { $0.call.operation == .connect })
        {
            kept[share] = (call, row, nil)
        }
    }

    private mutating func noteDelivery(_ call: Trace.Call, in walk: TraceWalk) {
        noteRefresh(call, in: walk)
        guard let row = call.subscription, !walk.isOperators(row), let facts = walk.facts(of: row),
            let site = walk.subscription(row)?.site, let id = facts.chain.first(where: { isShare($0, in: walk) })
        else { return }
        noteKept(call, id, facts, in: walk)
        defer { lines[id, default: []].insert(site) }
        if shares[id] == nil, let read = states.changed(readBy: id) {
            shares[id] = Share(completed: read.completed, subject: read.state)
        }
        guard let share = shares[id], let newer = sent[share.subject]?.call, newer.id > share.completed,
            walk.callers.contains(where: { $0.call.id == facts.call })
        else { return }
        let isAgain = lines[id]?.contains(site) == true
        if var before = found[id] {
            before.count += 1
            before.isAgain = before.isAgain || isAgain
            found[id] = before
        } else {
            found[id] = Found(share: id, replayed: call, newer: newer, isAgain: isAgain)
        }
    }

    private func isShare(_ id: Int, in walk: TraceWalk) -> Bool {
        let traits = walk.traits(of: id)
        return traits.role == .connectable || traits.behaviors.contains(.shares)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        outdated(in: walk) + refreshed(in: walk) + outlived(in: walk)
            + replayedErrors.sorted { $0.key < $1.key }.compactMap { id, replayed in
                guard let share = walk.node(id), let failure = failures[id] else { return nil }
                return finding(
                    "\(name(of: share, handing: replayed.first, in: walk)) has failed, and replays \(CallText.event(failure)) for ever",
                    at: share.site,
                    [
                        .init("its source failed", call: failure.id),
                        .init(
                            "replayed to who subscribed later", call: replayed.first.id,
                            site: walk.site(of: replayed.first.subscription)),
                    ], remedy: "use share(replay: 1), which asks its source again after an error",
                    count: replayed.count)
            }
    }

    /// What the source calls a share: the operator of its line that is nearest to who was handed a call's element.
    private func name(of share: Trace.Node, handing call: Trace.Call, in walk: TraceWalk) -> String {
        let chain = walk.facts(of: call.subscription)?.chain ?? []
        return walk.name(of: chain.lazy.compactMap { walk.node($0) }.first { $0.site == share.site } ?? share)
    }

    private func outlived(in walk: TraceWalk) -> [Trace.Finding] {
        outlived.sorted { $0.key < $1.key }.compactMap { id, pair in
            // A relay above it says at once what is true now, unless it is asked for anew.
            guard let share = walk.node(id), found[id] == nil, refreshed[id] == nil,
                let chain = walk.facts(of: pair.connection)?.chain.compactMap({ walk.node($0) }),
                let source = chain.last,
                source.role != .subject || !source.behaviors.contains(.replays)
                    || chain.contains(where: { walk.word(for: $0) == "deferred" })
            else { return nil }
            return finding(
                "\(name(of: share, handing: pair.replayed, in: walk)) replays \(CallText.event(pair.replayed)), of before all had left it",
                at: share.site,
                [
                    .init(
                        "replayed to who comes next", call: pair.replayed.id,
                        site: walk.site(of: pair.replayed.subscription)),
                    .init("then its source gives \(CallText.event(pair.newer))", call: pair.newer.id),
                ], severity: .note, remedy: "leave the scope away: .whileConnected forgets it when all have left")
        }
    }

    private func hasFailed(_ call: Trace.Call, in walk: TraceWalk) -> Bool {
        walk.subscription(walk.root(of: call.subscription))?.ended == Trace.Event.Kind.error.name
    }

    private func refreshed(in walk: TraceWalk) -> [Trace.Finding] {
        refreshed.sorted { $0.key < $1.key }.compactMap { id, refreshed in
            // An answer that is kept for all attempts is meant to be, if one of them succeeds.
            guard let share = walk.node(id), found[id] == nil,
                refreshed.replayed.eventKind != .error || hasFailed(refreshed.replayed, in: walk)
            else { return nil }
            return finding(
                refreshed.replayed.eventKind == .error
                    ? "\(walk.name(of: share)) has completed, and gives retry the same again: \(CallText.event(refreshed.replayed))"
                    : "\(walk.name(of: share)) has completed, and a refresh is handed the old \(CallText.event(refreshed.replayed))",
                at: share.site,
                [
                    .init(
                        "replayed, and nothing is asked again", call: refreshed.replayed.id,
                        site: walk.site(of: refreshed.replayed.subscription))
                ], remedy: "leave the scope away: share(replay: 1) asks its source again", count: refreshed.count)
        }
    }

    private func outdated(in walk: TraceWalk) -> [Trace.Finding] {
        found.values.sorted { $0.replayed.id < $1.replayed.id }.compactMap { found in
            guard let share = walk.node(found.share), let completed = shares[found.share],
                let subject = walk.node(completed.subject)
            else { return nil }
            return finding(
                "\(name(of: share, handing: found.replayed, in: walk)) has completed, and replays \(CallText.event(found.replayed)) for ever",
                at: share.site,
                [
                    .init("its source completed", call: completed.completed),
                    .init(
                        "then \(walk.name(of: subject)) was sent \(CallText.event(found.newer))", call: found.newer.id,
                        site: sent[subject.id]?.site),
                    .init(
                        "replayed to who subscribed later", call: found.replayed.id,
                        site: walk.site(of: found.replayed.subscription)),
                ], severity: found.isAgain ? nil : .note, count: found.count)
        }
    }
}
