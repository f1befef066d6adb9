/// The elements that an operator takes are left out below it, and it takes no others.
struct SpentTake: LintRule {
    static let definition = LintDefinition(
        name: "spent-take", severity: .warning,
        summary: "take takes an element that an operator below it drops",
        explanation: """
            Fires where take, first or their kin handed on all the elements that they take, operators below (filter,
            compactMap and so on) let none of these through, and the subject or relay above, or one that combineLatest
            above combines, was sent others afterwards: the placeholder that a relay begins with was taken in place of
            the value. Fires too where the predicate of take(while:) ends the chain at an empty element ("", nil or []),
            and two others come to the subject afterwards that nobody takes; a note if it was another element, and two
            that it had let through before come again. Fires too where take(until:) is given a relay that replays its
            value: the chain ends as it begins (a note, if that value was sent before). The line is that of the take. A
            note: take(1) took the empty value that its relay begins with, and the relay was sent another. A note too:
            take(while:) leaves out the last state, as done or 100 %, for which a closure below looks; or which is the
            bound that its predicate names (`$0 < 100`, read in the source), where a name speaks of a progress or state
            and nobody is told of the end. No fault: a source that sends nothing afterwards; a take below the operator
            that chooses; a behavior: .inclusive.
            """,
        example: """
            let balance = BehaviorRelay<Int?>(value: nil)
            balance.take(1).compactMap { $0 }.subscribe(onNext: show)  // never
            balance.accept(42)
            """,
        remedy: "put take(_:) below the operator that chooses")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn, .handler]

    private struct Taken {
        /// The operator's sink, and the last element that it took.
        var sink: Int
        var last: Trace.Call
        var subject: Int
        /// The first element that the subject was sent later.
        var later: (call: Trace.Call, site: Trace.Site?)?
    }

    /// The last element that each such operator handed on, by its subscription.
    private var handedOn: [Int: Trace.Call] = [:]
    /// The subscriptions whose observer has had an element.
    private var reached: Set<Int> = []
    private var taken: [Int: Taken] = [:]
    /// The subscriptions that wait for their subject's next element, by the subject.
    private var waiting: [Int: [Int]] = [:]
    /// The subscriptions that a predicate ended, by their subject.
    private var stopped: [Int: [Stopped]] = [:]
    /// What these subjects were sent since.
    private var later: [Int: LaterElements] = [:]
    /// What each such operator handed on, by its subscription.
    private var passed: [Int: Set<String>] = [:]

    /// The chains that the value of a relay ended as they began, and the call that handed it on.
    private var endedAtOnce: [Int: (sink: Int, subject: Int, end: Trace.Call)] = [:]
    /// The subjects that were sent something.
    private var sent: Set<Int> = []

    private static let predicateRemedy = "use filter, which leaves one element out and goes on"

    /// A chain that a predicate has ended.
    private struct Stopped {
        var row: Int
        var sink: Int
        /// The element that it ended at.
        var end: Trace.Call
        var isEmpty: Bool
        /// From where on elements would have passed.
        var mark: LaterElements.Mark
    }

    /// Whether an operator may be one that takes so many elements: first drops all but its own.
    private static func mayTake(_ does: Trace.Behaviors) -> Bool { does.contains(.ends) || does == [.drops] }

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .forwardOn: sort.role == .sink && mayTake(sort.behaviors)
        case .handler: sort.runs([.completed, .ended])
        default: sort.event == .next && (sort.role == .subject || sort.role == .observer || sort.role == nil)
        }
    }

    /// The chains that took the empty value their relay begins with, by the relay, until it is sent another.
    private var first: [Int: [Placeholder]] = [:]
    private var replaced: [(placeholder: Placeholder, later: Trace.Call)] = []
    /// The ends that a predicate brought about, by their subscriptions.
    private var predicates: [Int: (sink: Int, end: Trace.Call)] = [:]
    /// The user's subscriptions with a closure that was told of the end.
    private var toldEnd: Set<Int> = []
    private let text: SourceText

    /// An empty value that was taken in place of one that came later.
    private struct Placeholder {
        var row: Int
        var sink: Int
        var taken: Trace.Call
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .forwardOn {
            noteTaken(call, in: walk)
        } else if call.operation == .handler {
            guard !walk.kinds(of: call).isDisjoint(with: [.completed, .ended]) else { return }
            if let root = walk.root(of: call.subscription) { toldEnd.insert(root) }
        } else if call.eventKind != .next {
            return
        } else if walk.role == .subject, let id = call.node {
            sent.insert(id)
            noteValue(call, id)
            noteLater(call, id, in: walk)
            guard let rows = waiting.removeValue(forKey: id) else { return }
            for row in rows { taken[row]?.later = (call, call.site ?? walk.callingSite) }
        } else if walk.isAtObserver, let row = call.subscription {
            reached.insert(row)
        }
    }

    private mutating func noteTaken(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .sink, Self.mayTake(walk.behaviors), let row = call.subscription else { return }
        if call.eventKind == .next {
            handedOn[row] = call
            if let value = call.event?.value, passed[row]?.count ?? 0 < 64 { passed[row, default: []].insert(value) }
            return
        }
        noteStopped(call, row, in: walk)
        notePlaceholder(call, row, in: walk)
        // The end comes with the last element, which none below has let through.
        guard call.eventKind == .completed, let last = handedOn.removeValue(forKey: row), last.node == call.node,
            let sink = call.node, let caller = walk.caller?.call, caller.operation == .on, caller.node == sink,
            caller.id == last.parent, !reached.contains(row), let facts = walk.facts(of: row),
            case let subjects = subjects(of: row, in: walk), let subject = subjects.first,
            let position = facts.chain.firstIndex(of: walk.observable(of: sink)?.id ?? -1),
            facts.chain[..<position].contains(where: { walk.node($0)?.behaviors.contains(.selects) == true })
        else { return }
        taken[row] = Taken(sink: sink, last: last, subject: subject)
        for subject in subjects { waiting[subject, default: []].append(row) }
    }

    /// The subject at the far end of a subscription; or those of the sources that an operator there combines.
    private func subjects(of row: Int, in walk: TraceWalk) -> [Int] {
        guard let end = walk.node(walk.facts(of: row)?.chain.last) else { return [] }
        if end.role == .subject { return [end.id] }
        let rows = walk.source.subscriptions
        guard end.behaviors.contains(.combines), let start = rows.position(of: row) else { return [] }
        // Those of its sources come right behind.
        return rows[start...].prefix(16).filter { $0.parent == row }.compactMap { source in
            walk.node(walk.facts(of: source.id)?.chain.last).flatMap { $0.role == .subject ? $0.id : nil }
        }
    }

    /// Notes an end that comes with an element which is not handed on: a predicate has said so.
    private mutating func noteStopped(_ call: Trace.Call, _ row: Int, in walk: TraceWalk) {
        noteEndAtOnce(call, row, in: walk)
        guard call.eventKind == .completed, let sink = call.node, let caller = walk.caller?.call,
            caller.operation == .on, caller.eventKind == .next, caller.node == sink,
            handedOn[row]?.parent != caller.id, let value = caller.event?.value, let facts = walk.facts(of: row)
        else { return }
        predicates[row] = (sink, caller)
        guard let subject = facts.chain.last, walk.node(subject)?.role == .subject,
            let position = facts.chain.lastIndex(of: walk.observable(of: sink)?.id ?? -1)
        else { return }
        let isEmpty = Self.isEmpty(value)
        // Whether the operator is handed the subject's own elements.
        let isDirect = facts.chain[(position + 1)...].allSatisfy { $0 == subject }
        let kind: LaterElements.Kind =
            isEmpty ? isDirect ? .filled : .all : isDirect ? .some(Array(passed[row] ?? [])) : .none
        let mark = later[subject, default: LaterElements()].mark(kind)
        stopped[subject, default: []].append(Stopped(row: row, sink: sink, end: caller, isEmpty: isEmpty, mark: mark))
    }

    /// Notes the end of take(until:) by a value that is replayed while it is being subscribed to.
    private mutating func noteEndAtOnce(_ call: Trace.Call, _ row: Int, in walk: TraceWalk) {
        guard call.eventKind == .completed, let sink = call.node, let caller = walk.caller, caller.role == .observer,
            caller.call.eventKind == .next, walk.sink(of: caller.call.node)?.id == sink,
            walk.callers.contains(where: { $0.call.operation == .run && $0.call.node == sink }),
            let replay = walk.callers.first(where: { $0.role == .subject }), replay.call.operation == .subscribe,
            replay.behaviors.contains(.replays), let subject = replay.call.node,
            walk.callers.dropFirst().prefix(while: { $0.call.id != replay.call.id }).allSatisfy({ $0.role != .sink })
        else { return }
        endedAtOnce[row] = (sink, subject, caller.call)
    }

    /// The chains that ended before their source could send anything.
    private func begunInVain(in walk: TraceWalk) -> [Trace.Finding] {
        endedAtOnce.sorted { $0.key < $1.key }.compactMap { row, end in
            guard let sink = walk.node(end.sink), let subject = walk.node(end.subject) else { return nil }
            return finding(
                "\(walk.name(of: sink)) ends at once, by \(CallText.event(end.end)) that \(walk.name(of: subject)) begins with",
                at: walk.observable(of: end.sink)?.site,
                [.init("replayed as it is subscribed to", call: end.end.id, site: walk.site(of: row))],
                severity: sent.contains(end.subject) ? .note : nil, remedy: Self.replayRemedy)
        }
    }

    private static let replayRemedy = "put skip(1) or a filter behind the relay, or use a PublishRelay"

    private static func isEmpty(_ value: String) -> Bool { ["\"\"", "", "nil", "[]"].contains(value) }

    /// Notes an end that comes with the empty value that a relay begins with.
    private mutating func notePlaceholder(_ call: Trace.Call, _ row: Int, in walk: TraceWalk) {
        guard call.eventKind == .completed, let sink = call.node, let last = handedOn[row], last.node == sink,
            let caller = walk.caller?.call, caller.operation == .on, caller.node == sink, caller.id == last.parent,
            caller.event?.value.map(Self.isEmpty) == true, !walk.isOperators(row),
            let facts = walk.facts(of: row), facts.isSetup, let subject = facts.chain.last, !sent.contains(subject),
            walk.callers.contains(where: { $0.role == .subject && $0.call.operation == .subscribe }),
            let position = facts.chain.lastIndex(of: walk.observable(of: sink)?.id ?? -1),
            facts.chain[(position + 1)...].allSatisfy({ walk.node($0)?.role == .subject })
        else { return }
        first[subject, default: []].append(Placeholder(row: row, sink: sink, taken: caller))
    }

    private mutating func noteValue(_ call: Trace.Call, _ subject: Int) {
        guard let value = call.event?.value, !Self.isEmpty(value), let all = first.removeValue(forKey: subject) else {
            return
        }
        replaced += all.map { (placeholder: $0, later: call) }
    }

    /// The chains that took an empty value, and no other.
    private func placeholders(in walk: TraceWalk) -> [Trace.Finding] {
        replaced.sorted { $0.placeholder.row < $1.placeholder.row }.compactMap { taken, later in
            guard let sink = walk.node(taken.sink) else { return nil }
            return finding(
                "\(walk.name(of: sink)) takes \(CallText.event(taken.taken)), with which the relay begins, and no other",
                at: walk.observable(of: taken.sink)?.site,
                [
                    .init("the value that it takes", call: taken.taken.id, site: walk.site(of: taken.row)),
                    .init("then comes \(CallText.event(later))", call: later.id, site: later.site),
                ], severity: .note, remedy: "put a filter or skip(1) above it, which leaves the empty value out")
        }
    }

    /// The predicates that leave out the last state, which is looked for below or was to be shown.
    private func statesLeftOut(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site> = []
        return predicates.sorted { $0.key < $1.key }.compactMap { row, last in
            guard let site = walk.observable(of: last.sink)?.site, !told.contains(site),
                let sink = walk.node(last.sink),
                let state = LastState(row, cutBy: last.sink, at: site, text, in: walk)
            else { return nil }
            let isShown = !toldEnd.contains(walk.root(of: row) ?? row) && passed[row]?.count ?? 0 >= 2
            guard let reason = state.looking ?? (isShown ? state.showing(last.end) : nil) else { return nil }
            told.insert(site)
            return finding(
                "\(walk.name(of: sink)) ends at \(CallText.event(last.end)) without it, and \(reason)",
                at: site, [.init("the element that ends it", call: last.end.id, site: walk.site(of: row))],
                severity: .note, remedy: "pass behavior: .inclusive, which hands on the last one too")
        }
    }

    private mutating func noteLater(_ call: Trace.Call, _ subject: Int, in walk: TraceWalk) {
        guard !later.isEmpty, let value = call.event?.value else { return }
        later[subject]?.add(call, value, isEmpty: Self.isEmpty(value), at: call.site ?? walk.callingSite)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        spent(in: walk) + begunInVain(in: walk) + placeholders(in: walk) + statesLeftOut(in: walk)
            + stopped.sorted { $0.key < $1.key }.flatMap { subject, ends in
                ends.compactMap { ended($0, by: later[subject]?.since($0.mark), in: walk) }
            }
    }

    private func ended(_ end: Stopped, by since: LaterElements.Elements?, in walk: TraceWalk) -> Trace.Finding? {
        guard let since, since.count > 1, let later = since.last, let sink = walk.node(end.sink) else { return nil }
        return finding(
            "\(walk.name(of: sink)) ends at \(CallText.event(end.end)), and nobody takes the "
                + "\(Count.of(since.count, "element")) that come later",
            at: walk.observable(of: end.sink)?.site,
            [
                .init("the element that ends it", call: end.end.id, site: walk.site(of: end.row)),
                .init(
                    "the last that nobody takes: \(CallText.event(later.call))", call: later.call.id,
                    site: later.site),
            ], severity: end.isEmpty ? nil : .note, remedy: Self.predicateRemedy)
    }

    private func spent(in walk: TraceWalk) -> [Trace.Finding] {
        taken.sorted { $0.key < $1.key }.compactMap { row, taken in
            guard let later = taken.later, let sink = walk.node(taken.sink), let subject = walk.node(taken.subject)
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) takes \(CallText.event(taken.last)), which nothing below lets through",
                at: walk.observable(of: taken.sink)?.site,
                [
                    .init("the last that it takes", call: taken.last.id, site: walk.site(of: row)),
                    .init(
                        "then \(walk.name(of: subject)) is sent \(CallText.event(later.call))", call: later.call.id,
                        site: later.site),
                ])
        }
    }
}
