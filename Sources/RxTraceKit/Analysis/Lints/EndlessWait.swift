/// An operator waits for an end that never comes.
struct EndlessWait: LintRule {
    static let definition = LintDefinition(
        name: "endless-wait", severity: .warning,
        summary: "an operator waits for the end of a source that never ends",
        explanation: """
            Fires where an operator that gives its result at the end only (reduce, toArray, takeLast, ignoreElements,
            AsyncSubject) was handed elements and gave none, because its source never ends. These are such sources: a
            subject without a terminal event or a disposal by the end of the recording, an interval, a notification, a
            create whose closure calls nothing but onNext (read in the source); for concatMap, also never, to which a
            catch has gone on: the line is that of never. Fires too where concat never comes to its second source, or
            concatMap to its next, because the one before never ends; or ifEmpty(switchTo:), which was handed nothing.
            The line is that of the operator; or, for a create that returns an empty disposable, the one that sends its
            last element, behind which the end is missing; or that of this return, if a loop sends. No fault: a source
            that an operator above, such as take(until:), may still end; a subscription that ended by another event.
            """,
        example: """
            numbers.reduce(0, accumulator: +).subscribe(onNext: show).disposed(by: bag)
            numbers.onNext(1)  // and no onCompleted(): show never runs
            """,
        remedy: "end the source: take(_:), take(until:) or onCompleted(); or use scan")
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .dispose, .handler]

    private struct Wait {
        var sink: Int
        var name: String
        var call: Trace.Call
    }

    private struct Turns {
        /// How many sources were asked for.
        var asked = 0
        var rows: [Int] = []
        var call: Int?
    }

    private struct Way: Hashable {
        var source: Int
        var sink: Int
    }

    private var ended: Set<Int> = []
    /// The subjects each subscription observes.
    private var observed: [Int: [Int]] = [:]
    /// The operators that wait for a source, and the call that handed each an element.
    private var waits: [Int: [Wait]] = [:]
    private var known: Set<Way> = []
    /// The sources that concat and its kin have come to, by their sinks.
    private var parts: [Int: [Int]] = [:]
    /// The operators that subscribe to one source after the other as elements ask for them.
    private var turns: [Int: Turns] = [:]
    /// The sources whose closure adds an observer to an object outside, which has no end.
    private var outside: Set<Int> = []
    /// The sources with a closure that is told of each observer.
    private var creates: Set<Int> = []
    /// Where the closures of these sent their last element.
    private var sends: [Int: (site: Trace.Site, count: Int)] = [:]
    /// The sinks of ifEmpty, and of catch, that were handed an element.
    private var handed: Set<Int> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        let does = sort.behaviors
        return switch (sort.operation, sort.role) {
        case (.on, .subject): sort.event != .next || does.contains(.waits)
        case (.on, .sink):
            does.contains(.waits) || does.contains(.ignores)
                || (does.contains(.follows) || does.contains(.sentTo) || does == [.continues]) && sort.event == .next
        case (.on, _): false
        case (.dispose, _): sort.role == .subject
        case (.handler, _): sort.runs([.creates, .outside])
        default: true
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node else { return }
        switch call.operation {
        case .subscribe:
            guard let row = call.subscription else { return }
            if walk.begins(call) { notePart(row, in: walk) }
            guard let node = walk.node(id), node.role == .subject, node.site != nil, observed[row]?.last != id else {
                return
            }
            observed[row, default: []].append(id)
        case .on: noteEvent(call, id, in: walk)
        case .dispose:
            if walk.role == .subject { ended.insert(id) }
        case .handler:
            if walk.behaviors.contains(.sentTo), walk.kinds(of: call).contains(.creates),
                let source = walk.observable(of: id)
            {
                creates.insert(source.id)
            }
            guard walk.kinds(of: call).contains(.outside), let closure = walk.callingHandler?.call.node,
                let source = walk.observable(of: closure)
            else { return }
            outside.insert(source.id)
        default: break
        }
    }

    private mutating func noteEvent(_ call: Trace.Call, _ id: Int, in walk: TraceWalk) {
        guard walk.role == .subject || walk.role == .sink && !walk.behaviors.isEmpty, let node = walk.node(id) else {
            return
        }
        if node.role == .sink, walk.behaviors == [.continues] {
            _ = handed.insert(id)
            return
        }
        if node.role == .sink, walk.behaviors.contains(.sentTo) {
            if let site = call.site, let source = walk.observable(of: id)?.id {
                sends[source] = (site, (sends[source]?.count ?? 0) + 1)
            }
            return
        }
        if node.role == .subject {
            if call.eventKind != .next {
                ended.insert(id)
            } else if node.behaviors.contains(.waits) {
                note(node, waitsFor: id, call, in: walk)
            }
        } else if node.role == .sink,
            node.behaviors.contains(.waits) || node.behaviors.contains(.ignores) && !walk.asksEach(node.id)
        {
            if call.eventKind != .next { ended.insert(id) } else { noteSources(of: node, call, in: walk) }
        } else if node.role == .sink, node.behaviors.contains(.queues), node.behaviors.contains(.follows) {
            guard call.eventKind == .next else { return }
            turns[id, default: Turns()].asked += 1
            turns[id]?.call = call.id
        } else if node.role == .sink, node.behaviors.contains(.follows), call.eventKind == .next,
            parts[id]?.count == 1
        {
            noteSources(of: node, call, in: walk)
        }
    }

    private mutating func notePart(_ row: Int, in walk: TraceWalk) {
        for frame in walk.callers {
            // Its turn may come in work of its own.
            guard let node = walk.sink(of: frame.call.node) ?? walk.sink(of: frame.work?.askedBy) else { continue }
            guard node.behaviors.contains(.follows) else { return }
            if node.behaviors.contains(.queues) {
                turns[node.id, default: Turns()].rows.append(row)
            } else {
                parts[node.id, default: []].append(row)
            }
            return
        }
    }

    /// Finds the sources that an element comes from: the subjects it was sent into, or replayed by, below no other code of
    /// the user's; and the one at the far end of the chain, whatever queues lie between.
    private mutating func noteSources(of sink: Trace.Node, _ call: Trace.Call, in walk: TraceWalk) {
        guard !isEnded(above: sink, call.subscription, in: walk) else { return }
        for frame in walk.callers {
            if frame.call.operation == .handler { break }
            guard frame.call.operation == .on || frame.call.operation == .subscribe,
                let subject = walk.node(frame.call.node), subject.role == .subject
            else { continue }
            note(sink, waitsFor: subject.id, call, in: walk)
        }
        let row = parts[sink.id]?.first ?? call.subscription
        for subject in row.flatMap({ observed[$0] }) ?? [] { note(sink, waitsFor: subject, call, in: walk) }
        guard let source = walk.node(walk.facts(of: row)?.chain.last) else { return }
        if source.role != .subject, isEndless(source) {
            note(sink, waitsFor: source.id, call, in: walk)
        }
    }

    /// Whether an operator between the source and the one that waits may end it.
    private func isEnded(above sink: Trace.Node, _ row: Int?, in walk: TraceWalk) -> Bool {
        let row = parts[sink.id]?.first ?? row
        guard let chain = walk.facts(of: row)?.chain else { return false }
        let own = walk.observable(of: sink.id)?.id
        let above = chain.firstIndex { $0 == own }.map { chain[($0 + 1)...] } ?? chain[...]
        return above.contains { walk.node($0)?.behaviors.contains(.ends) == true }
    }

    private mutating func note(_ sink: Trace.Node, waitsFor source: Int, _ call: Trace.Call, in walk: TraceWalk) {
        guard known.insert(Way(source: source, sink: sink.id)).inserted else { return }
        waits[source, default: []].append(Wait(sink: sink.id, name: walk.name(of: sink), call: call))
    }

    /// The operators with a source that has no end, while others wait for their turn.
    private func blockedTurns(in walk: TraceWalk) -> [Trace.Finding] {
        turns.sorted { $0.key < $1.key }.compactMap { id, turn -> Trace.Finding? in
            guard turn.asked > turn.rows.count, let sink = walk.node(id) else { return nil }
            let live = turn.rows.filter { walk.facts(of: $0)?.end == nil && !isTaken($0, in: walk) }
            let sources = live.compactMap { farEnd(of: $0, in: walk) }
            guard let source = sources.first, sources.count == live.count,
                sources.allSatisfy({ isEndless($0) || isNever($0, in: walk) })
            else { return nil }
            let name = walk.name(of: sink)
            let site = isNever(source, in: walk) ? source.site : walk.observable(of: id)?.site
            let left = turn.asked - turn.rows.count
            let last = lastSend(of: source, isRequest: true)
            return finding(
                "\(name) waits for the end of \(walk.name(of: source)), which never comes", at: last ?? site,
                [
                    .init(
                        "\(Count.of(left, "source")) wait\(left == 1 ? "s" : "") for \(left == 1 ? "its" : "their") turn",
                        call: turn.call),
                    .init("\(walk.name(of: source)) was made, and never ends", site: source.site),
                ], remedy: last != nil ? Self.endRemedy : "end the sources: take(_:) or onCompleted(); or use flatMap")
        }
    }

    /// Where the closure of a create sends its last element, if it has nothing to stop, or this one may be an answer.
    private func lastSend(of source: Trace.Node, isRequest: Bool = false) -> Trace.Site? {
        guard let (site, count) = sends[source.id], let made = source.site, isEndless(source) else { return nil }
        let end = SourcePlaces(text: text).emptyDisposable(ofCreateAt: made)
        if let end, end.line > site.line, SourceStatement.isInLoop(site.line - 1, in: text.lines(of: site.file)) {
            return end
        }
        return isRequest && count == 1 || end != nil ? site : nil
    }

    private func isNever(_ source: Trace.Node, in walk: TraceWalk) -> Bool { walk.word(for: source) == "never" }

    /// The source at the far end of a subscription; or never, if a catch in it has gone on to that.
    private func farEnd(of row: Int, in walk: TraceWalk) -> Trace.Node? {
        let chain = walk.facts(of: row)?.chain ?? []
        if chain.contains(where: { walk.node($0)?.behaviors.contains(.continues) == true }),
            let next = walk.parts[row].last,
            let node = walk.node(walk.facts(of: next)?.chain.last), isNever(node, in: walk)
        {
            return node
        }
        return walk.node(chain.last)
    }

    /// The ifEmpty that would go on to another source, but for the first one's end.
    private func emptyWaits(in walk: TraceWalk) -> [Trace.Finding] {
        let reached = Set(handed.compactMap { walk.observable(of: $0)?.id })
        return walk.source.subscriptions.compactMap { row in
            guard let facts = walk.facts(of: row.id), let wait = ifEmpty(in: facts.chain, walk),
                !reached.contains(wait.id), let source = walk.node(facts.chain.last), source.role == .subject,
                isEndless(source), !isTaken(row.id, in: walk)
            else { return nil }
            return finding(
                "\(walk.name(of: wait)) waits for the end of \(walk.name(of: source)), which never comes",
                at: wait.site, [.init("subscribed", call: facts.call, site: walk.site(of: row.id))],
                remedy: Self.remedy(for: source, isNext: false))
        }
    }

    /// The first ifEmpty(switchTo:) of a chain: one that has a default hands on elements as they come.
    private func ifEmpty(in chain: [Int], _ walk: TraceWalk) -> Trace.Node? {
        chain.lazy.filter { walk.traits(of: $0).behaviors == [.continues] }.compactMap { walk.node($0) }
            .first { walk.word(for: $0) == "ifEmpty" }
    }

    private func isEndless(_ source: Trace.Node) -> Bool {
        source.role == .subject && source.site != nil && !ended.contains(source.id)
            || source.behaviors.contains(.endless) || outside.contains(source.id)
            || creates.contains(source.id)
                && source.site.map { CreateClosure.isEndless(in: text.code(from: $0)) } == true
    }

    /// Whether an operator in the subscription may end it.
    private func isTaken(_ row: Int, in walk: TraceWalk) -> Bool {
        walk.facts(of: row)?.chain.contains { walk.node($0)?.behaviors.contains(.ends) == true } == true
            || walk.isOver(row)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Int> = []
        return blockedTurns(in: walk) + emptyWaits(in: walk)
            + waits.sorted { $0.key < $1.key }.flatMap { source, waits -> [Trace.Finding] in
                guard !ended.contains(source), let node = walk.node(source) else { return [] }
                return waits.compactMap { wait in
                    guard !ended.contains(wait.sink), !walk.isOver(wait.call.subscription),
                        parts[wait.sink]?.count ?? 1 == 1, told.insert(wait.sink).inserted,
                        let sink = walk.node(wait.sink)
                    else { return nil }
                    let name = walk.name(of: node)
                    let site = walk.observable(of: wait.sink)?.site ?? sink.site
                    let isNext = sink.behaviors.contains(.follows)
                    let what =
                        isNext ? "goes on to the next source as this one ends" : "gives its result only at the end"
                    let made = Trace.Finding.Evidence("\(name) was made, and never ends", site: node.site)
                    let evidence =
                        [.init("\(wait.name) \(what)", call: wait.call.id, site: site)]
                        + (source == wait.sink ? [] : [made])
                    let last = lastSend(of: node)
                    let isAbove = isNext && node.role == .subject
                    let above = isAbove ? SourcePlaces(text: text).statementStart(aboveOperatorAt: site) : nil
                    let whose = source == wait.sink ? "its end" : "the end of \(name)"
                    return finding(
                        "\(wait.name) waits for \(whose), which never comes", at: last ?? above ?? site, evidence,
                        remedy: last != nil ? Self.endRemedy : Self.remedy(for: node, isNext: isNext))
                }
            }
    }
}
