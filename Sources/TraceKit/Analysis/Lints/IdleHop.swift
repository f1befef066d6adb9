/// A change of scheduler that changes nothing.
struct IdleHop: LintRule {
    static let definition = LintDefinition(
        name: "idle-hop", severity: .warning,
        summary: "an observe(on:) or subscribe(on:) that changes nothing",
        explanation: """
            Fires where every event that reaches an observe(on:) is on its scheduler already, brought there by the same
            chain (an observe(on:), a timer or a subscribe(on:) of the same scheduler above; above a share() or publish()
            too, as they replay nothing); where one observe(on:) directly follows another, which then was for nothing;
            where a chain has two subscribe(on:), of which the one nearest the source alone decides; and for observe(on:
            CurrentThreadScheduler.instance). A hop that is idle in this run only, because a subject happened to be
            called on that scheduler, is no fault.
            """,
        example: """
            ticks.observe(on: main).map(title).observe(on: main)  // the second one
            """,
        remedy: "leave out the hop; keep the subscribe(on:) next to the source")

    private struct Hop {
        var sink: Int
        var idle = 0
        var useful = 0
        /// Whether the next hop takes all of its events at once.
        var isSuperseded = false
        var finding: Trace.Finding?
    }

    private var hops: [Int: Hop] = [:]

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .schedule:
            guard let sink = asking(in: walk) else { return }
            if sink.type.hasPrefix("ObserveOn") {
                look(at: call, from: sink, in: walk)
            } else if sink.type.hasPrefix("SubscribeOn") {
                lookAtSubscribeOn(call, from: sink, in: walk)
            }
        default: break
        }
    }

    /// The sink of an observe(on:) or subscribe(on:) that schedules.
    private func asking(in walk: TraceWalk) -> Trace.Node? {
        guard let caller = walk.caller?.call, let sink = walk.node(caller.node), sink.type.contains("On") else {
            return nil
        }
        return sink
    }

    private mutating func look(at call: Trace.Call, from sink: Trace.Node, in walk: TraceWalk) {
        // A drain that goes on is no new arrival.
        guard let caller = walk.caller?.call, caller.operation == .on || caller.operation == .onCore else { return }
        let scheduler = walk.node(call.node)
        let name = scheduler.map(CallText.name) ?? "its scheduler"
        if scheduler?.type == "CurrentThreadScheduler" {
            return note(
                sink, isIdle: true, "observe(on: CurrentThreadScheduler) delivers on the thread it is on",
                [.init("the event is queued on its own thread", call: call.id)], in: walk)
        }
        if lookAtNeighbour(of: sink, call, in: walk) { return note(sink, isIdle: false, "", [], in: walk) }
        let arrival = arrival(of: call, in: walk)
        guard let work = arrival?.work, work.scheduler == call.node else {
            return note(sink, isIdle: false, "", [], in: walk)
        }
        let bringer = site(of: work.askedBy, in: walk)
        note(
            sink, isIdle: true, "the events are on \(name) already: this observe(on:) changes nothing",
            [
                .init("brought to \(name)", call: work.call, site: bringer),
                .init("and scheduled there again", call: call.id),
            ], in: walk)
    }

    /// The work in which the event came, as long as the way was in one chain.
    private func arrival(of call: Trace.Call, in walk: TraceWalk) -> OpenCalls.Frame? {
        var chain = call.subscription
        var isBelowPublish = false
        for frame in walk.callers {
            if frame.call.operation == .invoke { return frame.work?.subscription == chain ? frame : nil }
            let node = walk.node(frame.call.node)
            // What a share or a connectable sends on comes from its one connection, and nowhere else.
            if isBelowPublish {
                guard node?.type == "Connection" else { return nil }
                chain = frame.call.subscription
                isBelowPublish = false
            } else if frame.call.operation == .on, node?.type == "ShareWhileConnectedConnection" {
                chain = frame.call.subscription
            } else if frame.call.operation == .on, node?.type == "PublishSubject", node?.site == nil {
                isBelowPublish = true
            } else if frame.call.subscription != chain {
                return nil
            }
        }
        return nil
    }

    /// Looks for an observe(on:) that handed its event straight to this one, of another scheduler.
    private mutating func lookAtNeighbour(of sink: Trace.Node, _ call: Trace.Call, in walk: TraceWalk) -> Bool {
        var work: ScheduledWork?
        for frame in walk.callers where frame.call.node != sink.id {
            if frame.call.operation == .invoke { work = frame.work }
            guard frame.call.operation == .run, walk.node(frame.call.node)?.type.hasPrefix("ObserveOn") == true
            else { break }
        }
        guard let work, work.scheduler != call.node, let above = walk.node(work.askedBy),
            above.type.hasPrefix("ObserveOn")
        else { return false }
        let next = site(of: sink.id, in: walk)
        note(
            above, isIdle: true, "the next observe(on:) follows at once: nothing runs on the scheduler of this one",
            [
                .init("scheduled here", call: work.call),
                .init("and handed straight to the next observe(on:)", call: call.id, site: next),
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
                guard let outer = walk.node(work.askedBy), outer.type.hasPrefix("SubscribeOn") else { continue }
                let deciding = site(of: sink.id, in: walk)
                return note(
                    outer, isIdle: true, "another subscribe(on:) above decides: this one changes nothing",
                    [
                        .init("scheduled here", call: work.call),
                        .init("and by the other again", call: call.id, site: deciding),
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
        var hop = hops[observable.id] ?? Hop(sink: sink.id)
        if isIdle { hop.idle += 1 } else { hop.useful += 1 }
        if isIdle, hop.finding == nil { hop.finding = finding(message(), at: observable.site, evidence()) }
        hops[observable.id] = hop
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        hops.values.compactMap { $0.useful == 0 || $0.isSuperseded ? $0.finding : nil }
    }
}
