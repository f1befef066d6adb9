/// An operator that combines waits for a source that never sent.
struct SilentSource: LintRule {
    static let definition = LintDefinition(
        name: "silent-source", severity: .warning,
        summary: "combineLatest or withLatestFrom waits for a silent source",
        explanation: """
            Fires where combineLatest was handed five elements or more and gave no result, because a subject or relay
            among its sources never had an element; or fewer, if there are two other sources or more, and each of them
            had a second element, so that its first is lost. Else fewer elements are a note: somebody may not have come
            to the second field yet. The line is that of combineLatest, where startWith is to be put; for withLatestFrom
            the one that makes the silent source, unless that makes others too. withLatestFrom loses its elements for
            good meanwhile: it fires at the first, and nothing-passes tells of five or more. sample may well tick before
            there is anything: one to four are a note. A note too: withLatestFrom lost two elements or more before its
            other source, a subject, sent its first; the line is the operator's. A note too: combineLatest or
            withLatestFrom is begun by each event, as in the closure of flatMap, two or more gave no result, and what
            they wait for was sent before. A note too: sample gives nothing for a subject's tick, since its source has
            sent nothing after the one before.
            """,
        example: """
            Observable.combineLatest(name, agreed)  // nobody ever taps agreed
                .subscribe(onNext: enable)
            """,
        remedy: "give the source a first value: startWith, or a BehaviorRelay",
        signalRemedy: "give the source a first value: startWith, or a RACBehaviorSubject")
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .forwardOn]

    private struct Waiting {
        var elements = 0
        var last: Trace.Call?
        /// The subscriptions to its sources.
        var rows: Set<Int> = []
        /// How many elements the observers of its sources were handed.
        var heard: [Int: Int] = [:]
        var hasResult = false

        /// Whether all sources but one went on to further elements, so that the first ones are lost.
        var isLosing: Bool { heard.count >= 2 && rows.count == heard.count + 1 && heard.values.allSatisfy { $0 >= 2 } }
    }

    private var waiting: [Int: Waiting] = [:]
    /// What withLatestFrom was handed by its own source before it gave a result, by its sink.
    private var dropped: [Int: (first: Trace.Call, count: Int)] = [:]
    /// The last tick that each sample was handed by a subject and has given nothing for; and the first of those before.
    private var ticks: [Int: Trace.Call] = [:]
    private var idle: [Int: (first: Trace.Call, count: Int)] = [:]
    /// The subjects that were handed an element, and the call that handed them the first.
    private var spoken: [Int: Int] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        let does = sort.behaviors
        return sort.operation == .subscribe
            || sort.event == .next
                && (sort.role == .subject || does.contains(.selects)
                    || does.contains(.combines) && !does.contains(.queues))
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node else { return }
        if call.operation == .subscribe { return noteSource(call, in: walk) }
        guard call.eventKind == .next, call.type == nil else { return }
        if walk.role == .subject, spoken[id] == nil { spoken[id] = call.id }
        let does = walk.behaviors
        guard does.contains(.combines) && !does.contains(.queues) || does.contains(.selects) else { return }
        if call.operation == .forwardOn {
            ticks[id] = nil
            // The element that gives the first result was counted as it came.
            if waiting[id]?.hasResult == false, let before = dropped[id] {
                dropped[id] = (before.first, before.count - 1)
            }
            waiting[id]?.hasResult = true
        } else if let sink = walk.role == .sink ? id : walk.node(id)?.owner, waiting[sink] != nil {
            waiting[sink]?.elements += 1
            if does.contains(.pairs), waiting[sink]?.hasResult == false, walk.role == .sink {
                dropped[sink] = (dropped[sink]?.first ?? call, (dropped[sink]?.count ?? 0) + 1)
            }
            waiting[sink]?.last = call
            if let row = call.subscription { waiting[sink]?.heard[row, default: 0] += 1 }
            if does == [.drops, .buffers, .selects], walk.role == .observer { noteTick(call, sink, in: walk) }
        }
    }

    /// Notes a tick of sample, as a tap is; a timer is to give nothing where nothing has changed.
    private mutating func noteTick(_ call: Trace.Call, _ sink: Int, in walk: TraceWalk) {
        guard waiting[sink]?.hasResult == true,
            walk.callers.contains(where: { $0.role == .subject && $0.call.operation == .on })
        else { return }
        if let before = ticks[sink] { addIdle(before, sink) }
        ticks[sink] = call
    }

    private mutating func addIdle(_ tick: Trace.Call, _ sink: Int) {
        idle[sink] = (idle[sink]?.first ?? tick, (idle[sink]?.count ?? 0) + 1)
    }

    /// Notes the sources that an operator of several subscribes to as it starts.
    private mutating func noteSource(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.begins(call), let row = call.subscription, walk.isOperators(row) else {
            return
        }
        for frame in walk.callers {
            guard frame.role == .sink, let sink = frame.call.node else { continue }
            let does = frame.behaviors
            guard frame.call.operation == .run, !does.contains(.queues),
                does.contains(.combines) || does.contains(.selects)
            else { return }
            waiting[sink, default: Waiting()].rows.insert(row)
            return
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        for (sink, tick) in ticks { addIdle(tick, sink) }
        return silent(in: walk) + late(in: walk) + ticked(in: walk) + missed(in: walk)
    }

    /// The ticks that sample gave nothing for, as its source had sent nothing since the one before.
    private func ticked(in walk: TraceWalk) -> [Trace.Finding] {
        idle.sorted { $0.key < $1.key }.compactMap { id, idle in
            guard let sink = walk.node(id) else { return nil }
            return finding(
                "\(walk.name(of: sink)) gives nothing for \(Count.of(idle.count, "tick")): its source has sent nothing since",
                at: walk.observable(of: id)?.site, [.init("the first of them", call: idle.first.id)], severity: .note,
                remedy: "use withLatestFrom, which gives the last value at each tick")
        }
    }

    /// The elements that were lost because the other source had none yet.
    private func late(in walk: TraceWalk) -> [Trace.Finding] {
        waiting.sorted { $0.key < $1.key }.compactMap { id, waiting in
            guard waiting.hasResult, let sink = walk.node(id),
                sink.behaviors.union(walk.observable(of: id)?.behaviors ?? []).contains(.pairs),
                let other = waiting.rows.sorted().compactMap({ walk.node(walk.facts(of: $0)?.chain.last) }).first(
                    where: {
                        $0.role == .subject && !$0.behaviors.contains(.replays) && !$0.behaviors.contains(.waits)
                    }), let dropped = dropped[id], dropped.count >= 2,
                // A state changes without anybody's waiting for an answer.
                walk.node(walk.facts(of: dropped.first.subscription)?.chain.last)?.behaviors.contains(.replays) == false
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) loses \(Count.of(dropped.count, "element")): \(walk.name(of: other)) has sent none yet",
                at: walk.observable(of: id)?.site,
                [.init("the first that is lost: \(CallText.event(dropped.first))", call: dropped.first.id)],
                severity: .note)
        }
    }

    /// The operators that each event begins anew, of which none had a result: what they wait for was sent before.
    private func missed(in walk: TraceWalk) -> [Trace.Finding] {
        let joints = waiting.compactMap { id, waiting -> (site: Trace.Site, id: Int, waiting: Waiting)? in
            guard let site = walk.observable(of: id)?.site, let row = waiting.rows.first,
                walk.facts(of: walk.subscription(row)?.parent)?.isSetup == false
            else { return nil }
            return (site, id, waiting)
        }
        return Dictionary(grouping: joints, by: \.site).compactMap { site, all in
            let all = all.sorted { $0.id < $1.id }
            guard all.count >= 2, !all.contains(where: \.waiting.hasResult), let first = all.first,
                let sink = walk.node(first.id)
            else { return nil }
            let subjects = all.compactMap { sentBefore($0.waiting, in: walk) }
            guard subjects.count == all.count, let subject = subjects.first else { return nil }
            return finding(
                "\(walk.name(of: sink)) is begun by each event, and waits for \(walk.name(of: subject)), which sent its elements before",
                at: site,
                first.waiting.rows.min().map { [.init("the first waits", call: walk.facts(of: $0)?.call)] } ?? [],
                severity: .note, remedy: "use withLatestFrom, which keeps what was sent; or BehaviorRelays")
        }
    }

    /// A subject that an operator waits for in vain, for it was sent its elements before; nil where it waits for another.
    private func sentBefore(_ waiting: Waiting, in walk: TraceWalk) -> Trace.Node? {
        let silent = waiting.rows.subtracting(waiting.heard.keys).sorted()
        let late = silent.compactMap { row -> Trace.Node? in
            guard let facts = walk.facts(of: row), let leaf = walk.node(facts.chain.last), leaf.role == .subject,
                !leaf.behaviors.contains(.replays), let first = spoken[leaf.id], first < facts.call
            else { return nil }
            return leaf
        }
        return late.count == silent.count ? late.first : nil
    }

    /// A line that makes subjects, and what it calls them.
    private struct Making: Hashable {
        var site: Trace.Site?
        var variable: String?

        init(_ subject: Trace.Node) { (site, variable) = (subject.site, subject.variable) }
    }

    /// The lines that make several subjects, so that they say nothing of one.
    private func makingMany(in walk: TraceWalk) -> Set<Making> {
        var (once, many): (Set<Making>, Set<Making>) = ([], [])
        for node in walk.source.nodes where node.role == .subject && node.site != nil {
            if !once.insert(Making(node)).inserted { many.insert(Making(node)) }
        }
        return many
    }

    private func silent(in walk: TraceWalk) -> [Trace.Finding] {
        lazy var makingMany = makingMany(in: walk)
        return waiting.sorted { $0.key < $1.key }.compactMap { id, waiting in
            guard waiting.elements > 0, !waiting.hasResult, let sink = walk.node(id) else { return nil }
            let isJoint = sink.behaviors.contains(.combines)
            if !isJoint, waiting.elements >= 5 { return nil }
            let isLost = sink.behaviors.union(walk.observable(of: id)?.behaviors ?? []).contains(.pairs)
            let silent = waiting.rows.subtracting(waiting.heard.keys).sorted().compactMap { row -> Trace.Node? in
                guard let leaf = walk.node(walk.facts(of: row)?.chain.last), leaf.role == .subject, leaf.site != nil,
                    !leaf.isEarly, spoken[leaf.id] == nil, !leaf.behaviors.contains(.waits)
                else { return nil }
                return leaf
            }
            guard let source = silent.first, let last = waiting.last else { return nil }
            let name = walk.name(of: sink)
            // What combineLatest waits for is given its first value there; withLatestFrom reads a state, which has one.
            let site =
                isJoint || makingMany.contains(Making(source))
                ? walk.observable(of: id)?.site ?? source.site : source.site
            return finding(
                "\(name) was handed \(Count.of(waiting.elements, "element")), and waits for \(walk.name(of: source)), "
                    + "which never sent",
                at: site,
                [
                    .init(
                        "the last of these: \(CallText.event(last))", call: last.id, site: walk.observable(of: id)?.site
                    ),
                    .init("\(walk.name(of: source)) was made, and nobody hands it an element", site: source.site),
                ], severity: waiting.elements >= 5 || isLost || waiting.isLosing && isJoint ? nil : .note)
        }
    }
}
