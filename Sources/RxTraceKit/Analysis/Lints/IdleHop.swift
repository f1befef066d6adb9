/// A change of scheduler that changes nothing.
struct IdleHop: LintRule {
    static let definition = LintDefinition(
        name: "idle-hop", severity: .warning,
        summary: "an observe(on:) or subscribe(on:) that changes nothing",
        explanation: """
            Fires in four cases. First: every event that reaches an observe(on:) is on its scheduler already, because
            the same chain brought it there: by an observe(on:), a timer or a subscribe(on:) of the same scheduler
            above. That may be above a share() or publish(), which replay nothing; and above a flatMap, merge or retry,
            if all that they subscribe to sent events and all of these came so. Second: one observe(on:) directly
            follows another; the first was for nothing. Third: a chain has two subscribe(on:); only the one nearest the
            source decides. Fourth: observe(on: CurrentThreadScheduler.instance). A note: the subscribe(on:) of another
            function has brought the events there, on which who writes the hop may not rely. No fault: a delay in
            another function has brought them there; a hop that changes nothing only in this run, because somebody
            happened to call a subject on that scheduler; a hop that another chain made at the same line needs.
            """,
        example: """
            ticks.observe(on: main).map(title).observe(on: main)  // the second one
            """,
        remedy: "leave out this hop; of two subscribe(on:) keep the one next to the source")
    static let opening: Set<Trace.Operation> = [.schedule, .on]

    private struct Hop {
        var isUseful = false
        /// Whether the next hop takes all of its events at once.
        var isSuperseded = false
        var finding: Trace.Finding?
        /// Whether a subscribe(on:) brought the events, as it does where the source sends them as it is subscribed to.
        var isByStart = false
        /// Whether an operator of time brought them, such as a delay.
        var isByTime = false
        var scheduler: Int?
        /// As in the arrivals of its events.
        var owners: Set<Int> = []
        var parts: Set<Int> = []
        /// The parts that brought events by themselves; and whether each did so always.
        var bringers: [Int: Bool] = [:]
    }

    private var hops: [Int: Hop] = [:]
    /// The scheduler that brings all events of a source that zip or combineLatest waits for; nil where none does.
    private var waitedFor: [Int: Int?] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation != .on || sort.event == .next && sort.role == .observer && sort.behaviors.contains(.combines)
    }

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .schedule:
            guard let sink = asking(in: walk) else { return }
            if sink.behaviors.contains(.hops) {
                look(at: call, from: sink, in: walk)
            } else if sink.behaviors.contains(.starts) {
                lookAtSubscribeOn(call, from: sink, in: walk)
            }
        case .on:
            guard walk.role == .observer, walk.behaviors.contains(.combines), call.eventKind == .next,
                let part = call.subscription
            else { return }
            let arrival = HopArrival(of: call, in: walk)
            let scheduler = arrival?.parts.isEmpty == true ? arrival?.work.scheduler : nil
            let isAsBefore = waitedFor[part].map { $0 == scheduler } ?? true
            waitedFor[part] = .some(isAsBefore ? scheduler : nil)
        default: break
        }
    }

    /// The sink of an observe(on:) or subscribe(on:) that schedules.
    private func asking(in walk: TraceWalk) -> Trace.Node? {
        guard let caller = walk.caller?.call, let sink = walk.node(caller.node), sink.role == .sink else {
            return nil
        }
        return sink
    }

    private mutating func look(at call: Trace.Call, from sink: Trace.Node, in walk: TraceWalk) {
        // A drain that goes on is no new arrival.
        guard let caller = walk.caller?.call, caller.operation == .on || caller.operation == .onCore else { return }
        let scheduler = walk.node(call.node)
        let name = scheduler.map(walk.name(of:)) ?? "its scheduler"
        if scheduler?.behaviors.contains(.stays) == true {
            return note(
                sink, isIdle: true, "observe(on: \(name)) delivers on the thread it is on",
                [.init("the event is queued on its own thread", call: call.id)], in: walk)
        }
        if lookAtNeighbour(of: sink, call, in: walk) { return note(sink, isIdle: false, "", [], in: walk) }
        guard let arrival = HopArrival(of: call, in: walk), arrival.work.scheduler == call.node else {
            return note(sink, isIdle: false, "", [], in: walk)
        }
        let bringer = site(of: arrival.work.askedBy, in: walk)
        note(
            sink, isIdle: true, "the events are on \(name) already: this observe(on:) changes nothing",
            [
                .init("the chain brings the event to \(name)", call: arrival.work.call, site: bringer),
                .init("the hop schedules it there again", call: call.id),
            ], in: walk)
        if walk.node(arrival.work.askedBy)?.behaviors.contains(.starts) == true, let hop = walk.observable(of: sink.id)
        {
            hops[hop.id]?.isByStart = true
        }
        if let asker = walk.node(arrival.work.askedBy), asker.behaviors.isDisjoint(with: [.starts, .hops]),
            let hop = walk.observable(of: sink.id)
        {
            hops[hop.id]?.isByTime = true
        }
        guard !arrival.parts.isEmpty, let hop = walk.observable(of: sink.id)?.id else { return }
        hops[hop]?.scheduler = call.node
        hops[hop]?.owners.formUnion(arrival.owners)
        hops[hop]?.parts.formUnion(arrival.parts)
        for part in arrival.parts where hops[hop]?.bringers[part] != false {
            hops[hop]?.bringers[part] = part == arrival.bringer
        }
    }

    /// Looks for an observe(on:) that handed its event straight to this one, of another scheduler.
    private mutating func lookAtNeighbour(of sink: Trace.Node, _ call: Trace.Call, in walk: TraceWalk) -> Bool {
        var work: ScheduledWork?
        for frame in walk.callers where frame.call.node != sink.id {
            if frame.call.operation == .invoke { work = frame.work }
            guard frame.call.operation == .run, walk.node(frame.call.node)?.behaviors.contains(.hops) == true
            else { break }
        }
        guard let work, work.scheduler != call.node, let above = walk.node(work.askedBy),
            above.behaviors.contains(.hops)
        else { return false }
        let next = site(of: sink.id, in: walk)
        note(
            above, isIdle: true, "the next observe(on:) follows at once: nothing runs on the scheduler of this one",
            [
                .init("this hop schedules the event", call: work.call),
                .init("and hands it straight to the next observe(on:)", call: call.id, site: next),
            ], in: walk)
        if let observable = walk.observable(of: above.id) { hops[observable.id]?.isSuperseded = true }
        return true
    }

    private mutating func lookAtSubscribeOn(_ call: Trace.Call, from sink: Trace.Node, in walk: TraceWalk) {
        for frame in walk.callers {
            switch frame.call.operation {
            case .subscribe, .run, .schedule:
                guard frame.call.subscription == call.subscription else { return }
            case .invoke:
                guard let work = frame.work else { return }
                guard let outer = walk.node(work.askedBy), outer.behaviors.contains(.starts) else { continue }
                let deciding = site(of: sink.id, in: walk)
                return note(
                    outer, isIdle: true, "another subscribe(on:) above decides: this one changes nothing",
                    [
                        .init("this one schedules the subscribe", call: work.call),
                        .init("and the other schedules it again", call: call.id, site: deciding),
                    ], in: walk)
            default: return
            }
        }
    }

    private func site(of sink: Int?, in walk: TraceWalk) -> Trace.Site? {
        sink.flatMap { walk.observable(of: $0)?.site }
    }

    private mutating func note(
        _ sink: Trace.Node, isIdle: Bool, _ message: @autoclosure () -> String,
        _ evidence: @autoclosure () -> [Trace.Finding.Evidence], in walk: TraceWalk
    ) {
        guard let observable = walk.observable(of: sink.id) else { return }
        var hop = hops[observable.id] ?? Hop()
        if !isIdle {
            hop.isUseful = true
        } else if hop.finding == nil {
            hop.finding = finding(message(), at: observable.site, evidence())
        }
        hops[observable.id] = hop
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let parts = partsByOwner(in: walk)
        // Another chain that is made at the line may need the hop.
        let needed = Set(
            hops.filter { _, hop in hop.isUseful && !hop.isSuperseded || !isCertain(hop, parts, in: walk) }
                .map { walk.node($0.key)?.site })
        return hops.sorted { $0.key < $1.key }.compactMap { id, hop in
            guard !needed.contains(walk.node(id)?.site), let finding = hop.finding else { return nil }
            // That a request waits there for a while is no promise of its function.
            if hop.isByTime, isElsewhere(finding) { return nil }
            return hop.isByStart ? gradedByPlace(finding) : finding
        }
    }

    /// Whether another function than that of a finding's place has brought the events.
    private func isElsewhere(_ finding: Trace.Finding) -> Bool {
        guard let site = finding.site, let bringer = finding.evidence.first?.site else { return false }
        return SourceFunction(around: bringer, butNot: site, in: text) != nil
    }

    /// The same as a note where another function has let its source begin on the scheduler: who writes the hop may not rely on it.
    private func gradedByPlace(_ finding: Trace.Finding) -> Trace.Finding {
        guard isElsewhere(finding) else { return finding }
        var note = finding
        note.severity = .note
        return note
    }

    /// Whether each of the sources that a hop's events come from sent some: one that sent nothing in this run may send
    /// from elsewhere in another.
    private func isCertain(_ hop: Hop, _ parts: [Int: [Int]], in walk: TraceWalk) -> Bool {
        hop.owners.allSatisfy { owner in
            (parts[owner] ?? []).allSatisfy { hop.parts.contains($0) || isBehind($0, of: hop, in: walk) }
        }
    }

    /// Whether a part's events reach a hop by another change to its scheduler, or by one of its own.
    private func isBehind(_ part: Int, of hop: Hop, in walk: TraceWalk) -> Bool {
        var part: Int? = part
        while let current = part {
            if hop.bringers[current] == true || waitedFor[current] == .some(hop.scheduler) { return true }
            part = walk.subscription(current)?.parent
        }
        return false
    }

    /// The sources that the operators of each subscription subscribed to, where it brought events to hops.
    private func partsByOwner(in walk: TraceWalk) -> [Int: [Int]] {
        let owners = hops.values.reduce(into: Set<Int>()) { $0.formUnion($1.owners) }
        guard !owners.isEmpty else { return [:] }
        var parts: [Int: [Int]] = [:]
        for row in walk.source.subscriptions {
            var parent = row.parent
            while let owner = parent {
                if owners.contains(owner) { parts[owner, default: []].append(row.id) }
                parent = walk.subscription(owner)?.parent
            }
        }
        return parts
    }
}
