/// A source completes without an element, though closures wait for one.
struct EmptyAnswer: LintRule {
    static let definition = LintDefinition(
        name: "empty-answer", severity: .warning,
        summary: "a source ends without the element that closures wait for",
        explanation: """
            Fires where the create of a Void, or of a Completable, completed without an element and can give none, for
            its closure sends nothing but the end and errors (read in the source), though an element is what is waited
            for: by the closure of flatMap, map or their kin above it, or by the onNext of the subscription, which has
            no onCompleted. None of these ever runs. The line is the one that sends the end; or, for a Completable, that
            of the closure. A note: a Maybe was empty, and nobody asked on; the line is then the only call of the
            function that made it, else the subscribe. A note too: a source of zip or combineLatest ended by itself and
            was empty, so that these have no result; the line is the only call of the function that made it, else its
            own. No fault: ifEmpty, concat, andThen or toArray below it, which go by the end; a closure that is told of
            the end.
            """,
        example: """
            func signOut() -> Observable<Void> { … observer.onCompleted() … }
            signOut().flatMap { showLogin() }  // never runs
            """,
        remedy: "send onNext(()) before the end; or make it a Completable, with andThen")
    static let opening: Set<Trace.Operation> = [.on, .handler, .subscribe]

    private static let emptyRemedy = "use ifEmpty(switchTo:) or ifEmpty(default:), or tell onCompleted what to do"
    private static let completableRemedy = "use andThen, which goes on at the end"

    private struct Ended {
        var row: Int
        /// The call that sent the end; nil for a source that is made empty.
        var call: Trace.Call?
        var source: Trace.Node
    }

    /// The closures' sinks that sent an element.
    private var spoke: Set<Int> = []
    private var ended: [Int: Ended] = [:]
    /// The user's subscriptions that were handed an element, and those with a closure that was told of the end.
    private var heard: Set<Int> = []
    private var toldEnd: Set<Int> = []
    /// The subscriptions of zip and combineLatest that have given something, and those that ended without.
    private var gave: Set<Int> = []
    private var emptyParts: [(row: Int, call: Trace.Call)] = []
    /// The subscriptions to sources that do nothing.
    private var idle: [Ended] = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on:
            sort.event == .next && sort.isAtObserver || Self.isPart(sort.role, sort.behaviors)
                || sort.event != .error && sort.role == .sink && sort.behaviors.contains(.sentTo)
        case .subscribe: sort.role == .observable && sort.behaviors.isEmpty
        default: sort.runs([.completed])
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .handler:
            if walk.kinds(of: call).contains(.completed), let root = walk.root(of: call.subscription) {
                toldEnd.insert(root)
            }
        case .subscribe:
            guard walk.behaviors.isEmpty, let row = call.subscription, let node = walk.node(call.node),
                node.role == .observable, walk.word(for: node) == "empty"
            else { return }
            idle.append(Ended(row: row, source: node))
        default:
            guard let kind = call.eventKind, let id = call.node else { return }
            if Self.isPart(walk.role, walk.behaviors), let row = call.subscription {
                if kind == .next { gave.insert(row) }
                if kind == .completed, !gave.contains(row) { emptyParts.append((row, call)) }
            }
            if walk.role == .sink, walk.behaviors.contains(.sentTo) {
                if kind == .next {
                    spoke.insert(id)
                } else if kind == .completed, !spoke.contains(id), ended[id] == nil, let row = call.subscription,
                    let source = walk.observable(of: id)
                {
                    ended[id] = Ended(row: row, call: call, source: source)
                }
            } else if kind == .next, let row = walk.userSubscription(told: call) {
                heard.insert(row)
            }
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site> = []
        let creates = ended.sorted { $0.key < $1.key }.map(\.value)
        let certain = creates.compactMap { neverGiving($0, in: walk) }
        let notes =
            (creates + idle).compactMap { emptyMaybe($0, in: walk) }
            + emptyParts(in: walk)
        return (certain + notes).filter { $0.site.map { told.insert($0).inserted } ?? false }
    }

    /// A finding for a create that can give no element.
    private func neverGiving(_ end: Ended, in walk: TraceWalk) -> Trace.Finding? {
        // Of another type, an element may come in other circumstances.
        guard ["<()>", "<Void>", "<Never>"].contains(where: { end.source.generic?.contains($0) == true }),
            let made = end.source.site,
            (text.answer(at: made) { CreateClosure.isEmpty(in: text.code(from: made)) }),
            let waiting = waiting(for: end.row, in: walk)
        else { return nil }
        let isCompletable = end.source.generic?.contains("Never") == true
        let name = walk.name(of: end.source)
        return finding(
            "\(name) completes without an element: \(waiting.name) never runs",
            at: isCompletable ? waiting.site : end.call?.site ?? made,
            [
                .init("the end is sent", call: end.call?.id, site: end.call?.site),
                .init("\(waiting.name) waits for an element", site: waiting.site),
            ], remedy: isCompletable ? Self.completableRemedy : nil)
    }

    /// A finding for a Maybe that was empty, though it had elements for others.
    private func emptyMaybe(_ end: Ended, in walk: TraceWalk) -> Trace.Finding? {
        guard let root = walk.root(of: end.row), !heard.contains(root), !toldEnd.contains(root),
            let made = end.source.site, let function = SourceFunction(around: made, in: text),
            function.head.contains(#/->\s*Maybe</#), let waiting = waiting(for: end.row, in: walk)
        else { return nil }
        let calls = function.calls(in: Set([made.file, walk.site(of: root)?.file].compactMap(\.self)))
        return finding(
            "\(function.name) was empty: \(waiting.name) never runs, and nobody asks on",
            at: calls.count == 1 ? calls[0] : walk.site(of: root),
            [
                .init("empty", call: end.call?.id ?? walk.facts(of: end.row)?.call, site: made),
                .init("\(waiting.name) waits for an element", site: waiting.site),
            ], severity: .note, remedy: Self.emptyRemedy)
    }

    /// Whether an observer is that of one source of an operator which needs something of each.
    private static func isPart(_ role: Trace.Role?, _ behaviors: Trace.Behaviors) -> Bool {
        role == .observer && behaviors.contains(.combines) && !behaviors.contains(.pairs)
    }

    private func emptyParts(in walk: TraceWalk) -> [Trace.Finding] {
        var asked: Set<Trace.Site> = []
        return emptyParts.compactMap { emptyPart($0.row, $0.call, &asked, in: walk) }
    }

    /// A finding for a source of zip or combineLatest that ended by itself without an element, so that these give nothing;
    /// once per place.
    private func emptyPart(
        _ row: Int, _ call: Trace.Call, _ asked: inout Set<Trace.Site>, in walk: TraceWalk
    ) -> Trace.Finding? {
        guard let chain = walk.facts(of: row)?.chain.compactMap({ walk.node($0) }), let leaf = chain.last,
            leaf.role != .subject, !chain.contains(where: { $0.behaviors.contains(.ends) }), let part = chain.first,
            let made = part.site, let joint = walk.sink(of: call.node).flatMap({ walk.observable(of: $0.id) }),
            asked.insert(made).inserted
        else { return nil }
        let function = joint.site.flatMap { SourceFunction(around: made, butNot: $0, in: text) }
        let calls = function?.calls(in: [made.file]) ?? []
        return finding(
            "\(walk.name(of: joint)) ends without a result, for one of its sources was empty",
            at: calls.count == 1 ? calls[0] : made, [.init("empty", call: call.id, site: made)], severity: .note,
            remedy: "put ifEmpty(default:) behind the source that may be empty")
    }

    private struct Waiting {
        var name: String
        var site: Trace.Site?
    }

    /// What waits for an element of a subscription; nil where something goes by its end, or where that is not known.
    private func waiting(for row: Int, in walk: TraceWalk) -> Waiting? {
        guard let root = walk.root(of: row), !heard.contains(root) else { return nil }
        var (part, first): (Int?, Trace.Node?) = (row, nil)
        while let current = part {
            guard let chain = walk.facts(of: current)?.chain else { return nil }
            for id in chain.reversed() {
                guard let node = walk.node(id), !goesByEnd(node, in: walk) else { return nil }
                if first == nil, current == row, isAsked(node, in: walk) { first = node }
            }
            part = walk.subscription(current)?.parent
        }
        if let first { return Waiting(name: "the closure of \(walk.name(of: first))", site: first.site) }
        guard !toldEnd.contains(root), let site = walk.subscription(root)?.site,
            let label = text.code(from: site).firstMatch(
                of: #/^[^\n]*(?:subscribe|bind)\s*\(\s*(?:with:[^,]+,)?\s*(onNext|onSuccess):/#)
        else { return nil }
        return Waiting(name: String(label.1), site: site)
    }

    private func goesByEnd(_ node: Trace.Node, in walk: TraceWalk) -> Bool {
        let word = walk.word(for: node)
        if word.hasPrefix("catch") || word.hasPrefix("concatMap") { return false }
        return !node.behaviors.isDisjoint(with: [.follows, .continues, .waits, .ignores, .combines])
            || word.hasPrefix("ifEmpty") || word.hasPrefix("materialize") || word.hasPrefix("merge")
    }

    /// Whether an operator has a closure that is handed each element.
    private func isAsked(_ node: Trace.Node, in walk: TraceWalk) -> Bool {
        let word = walk.word(for: node)
        return ["flatMap", "concatMap", "map", "compactMap"].contains { word.hasPrefix($0) }
    }
}
