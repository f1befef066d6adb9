/// A shared source that has completed is subscribed again, and its side effect runs again.
struct RestartedShare: LintRule {
    static let definition = LintDefinition(
        name: "restarted-share", severity: .warning,
        summary: "a shared request that has completed runs again",
        explanation: """
            Fires where somebody subscribes to a share with a replay after its source has completed, and the closure of
            a create, deferred or using above it runs again. share(replay: 1) keeps its elements only until the source
            completes: a later subscribe makes the request anew. Fires for share() without a replay where the source
            ended at once, within the first of several subscribes. The line is that of the share. A note: the earlier
            subscriber has ended, and another line subscribes later, so that a fresh answer may be what it is for. A
            note too: a share with a replay, whose source goes on, is subscribed three times or more by who takes one
            element and leaves (take(1), first), with nobody else there, so that its source begins anew each time. No
            fault: the same line that subscribes again later, as a refresh does (a note, if it stands in an initializer,
            or the function's name speaks of no refresh: it may just want the answer, read in the source); a source
            without such a closure; a source that all had left before it completed; a request that an event makes again,
            as a refresh by flatMapLatest; a scope of .forever.
            """,
        example: """
            let user = request().share(replay: 1)  // kept while it runs
            user.subscribe(onNext: showName)
            user.subscribe(onNext: showPicture)  // asks again, if the answer came
            """,
        remedy: "use share(replay: 1, scope: .forever), which keeps the answer",
        signalRemedy: "use replayLazily(), which keeps the answer")
    static let opening: Set<Trace.Operation> = [.subscribe, .handler]

    /// The subscription that a share has to its source.
    private struct Connection {
        var row: Int
        var runs: Trace.Call?
    }

    /// What the subscribe that made a source run again was for.
    private enum Purpose {
        /// The answer, which another subscriber still has or was given in the same piece of code.
        case answer
        /// A fresh answer: the same line asks once more, when its earlier subscription is over.
        case refresh
        /// Either of these, for all that the trace tells.
        case unknown
    }

    private var connections: [Int: [Connection]] = [:]

    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.operation == .subscribe || sort.runs([.creates]) }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let row = call.subscription, let share = walk.facts(of: row)?.connectable else { return }
        if call.operation == .subscribe {
            guard walk.begins(call), let node = walk.node(share), node.behaviors.contains(.shares),
                walk.facts(of: walk.subscription(row)?.parent)?.connectable != share
            else { return }
            connections[share, default: []].append(Connection(row: row))
        } else if walk.kinds(of: call).contains(.creates), let last = connections[share]?.indices.last,
            connections[share]?[last].runs == nil
        {
            connections[share]?[last].runs = call
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        left(in: walk)
            + connections.sorted { $0.key < $1.key }.compactMap { share, connections in
                let runs = connections.filter { $0.runs != nil }
                let again = zip(runs, runs.dropFirst()).filter { before, after in
                    walk.subscription(before.row)?.ended == Trace.Event.Kind.completed.name
                        && walk.facts(of: after.row)?.isSetup == true
                }.map { (first: $0, second: $1, purpose: purpose(of: $1, after: $0, in: walk)) }
                    .filter { $0.purpose != .refresh }
                let certain = again.first { $0.purpose == .answer }
                guard let (first, second, purpose) = certain ?? again.first, let node = walk.node(share) else {
                    return nil
                }
                return finding(
                    "\(walk.name(of: node)) is subscribed after its source has completed, and the source runs again",
                    at: node.site,
                    [
                        .init("the source runs", call: first.runs?.id, site: walk.node(first.runs?.node)?.site),
                        .init("it runs again, after it has completed", call: second.runs?.id),
                    ], severity: purpose == .answer ? nil : .note,
                    remedy: purpose == .answer ? nil : Self.laterRemedy, count: again.count)
            }
    }

    /// The shares that each reader begins and leaves again.
    private func left(in walk: TraceWalk) -> [Trace.Finding] {
        connections.sorted { $0.key < $1.key }.compactMap { share, connections in
            guard let node = walk.node(share), node.behaviors.contains(.replays) else { return nil }
            let read = connections.filter { $0.runs != nil && isLeft($0, share, in: walk) }
            guard read.count >= 3, let first = read.first, let last = read.last else { return nil }
            return finding(
                "\(walk.name(of: node)) is left by who takes one element, and its source begins anew "
                    + Count.of(read.count, "time"),
                at: node.site,
                [
                    .init("the source runs", call: first.runs?.id, site: walk.node(first.runs?.node)?.site),
                    .init("it runs once more", call: last.runs?.id),
                ], severity: .note, remedy: Self.readRemedy)
        }
    }

    /// Whether a share's source was disposed because its only subscriber had the element that it wanted.
    private func isLeft(_ connection: Connection, _ share: Int, in walk: TraceWalk) -> Bool {
        guard let row = walk.subscription(connection.row), row.ended == Self.endOfConnection,
            let reader = walk.subscription(row.parent), reader.ended == Trace.Event.Kind.completed.name,
            let chain = walk.facts(of: reader.id)?.chain, let position = chain.firstIndex(of: share)
        else { return false }
        return chain[..<position].contains { id in
            guard let node = walk.node(id) else { return false }
            let word = walk.word(for: node)
            return word == "first" || word == "take" && node.behaviors.contains(.ends)
        }
    }

    private static let endOfConnection = "connection"
    private static let readRemedy = "keep one subscription to it for as long as it is read"

    private static let laterRemedy = "none, for a fresh answer; share(replay: 1, scope: .forever) keeps the old one"

    /// What the later of two subscribes was for, by who subscribes and when.
    private func purpose(of after: Connection, after before: Connection, in walk: TraceWalk) -> Purpose {
        let isReplaying =
            walk.facts(of: before.row)?.connectable.flatMap { walk.node($0) }?.behaviors.contains(.replays) == true
        guard let earlier = walk.root(of: before.row), let later = walk.root(of: after.row),
            let old = walk.facts(of: earlier), let new = walk.facts(of: later), let end = old.end, end < new.call
        else { return isReplaying ? .answer : .refresh }
        if old.endsWithin, old.stretch == new.stretch { return .answer }
        guard isReplaying else { return .refresh }
        guard walk.site(of: earlier) == walk.site(of: later) else { return .unknown }
        guard let site = walk.site(of: later) else { return .refresh }
        guard let function = SourceFunction(around: site, in: text) else {
            // Each of several objects wants the answer; an object's refresh has a function.
            let isInInitializer = text.answer(at: site) {
                SourceDeclaration.isInInitializer(site.line - 1, in: text.codeLines(of: site.file))
            }
            return isInInitializer ? .unknown : .refresh
        }
        return SourceCode.words(of: function.name).contains(where: OutdatedReplay.refreshes.contains)
            ? .refresh : .unknown
    }
}
