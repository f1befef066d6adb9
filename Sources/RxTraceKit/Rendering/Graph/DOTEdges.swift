/// The events between the drawn nodes of a graph, counted per pair.
struct DOTEdges {
    private enum Kind: Int, Hashable { case subscribe, event, schedule, invoke, dispose, origin }

    private struct Edge: Hashable {
        var from: Int
        var to: Int
        var kind: Kind
    }

    private struct Tally {
        var count = 0
        var next = 0
        var error = 0
        var completed = 0
        /// The work last counted: it counts once however many calls it makes.
        var work = -1
    }

    private let trace: Trace
    private var tallies: [Edge: Tally] = [:]

    init(_ trace: Trace, shapes: DOTShapes) {
        self.trace = trace
        let tree = CallTree(trace)
        let index = IdentifierIndex(trace.calls)
        /// For each call, the drawn node whose code was running: the call's own, or the nearest above.
        var running = [Int?](repeating: nil, count: trace.calls.count)
        for visit in tree {
            let call = trace.calls[visit.call]
            let parent = tree.parent(of: visit.call)
            let caller = parent.flatMap { running[$0] }
            let own = shapes.drawn(for: call.node)
            if let kind = Self.kind(of: call.operation), let own, let caller, caller != own {
                add(Edge(from: caller, to: own, kind: kind), call.event, work: nil)
            }
            if let parent, let own, Self.isWork(call.operation), trace.calls[parent].operation == .invoke {
                addWork(parent, to: own, scheduled: tree.parent(of: parent), shapes: shapes)
            }
            for origin in Self.origins(of: call) {
                // A part that the call around was handed has an edge of its own.
                guard let own, let keeper = index[origin].flatMap({ running[$0] }), keeper != caller else { continue }
                add(Edge(from: keeper, to: own, kind: .origin), call.event, work: nil)
            }
            running[visit.call] = Self.hasCode(call.operation) ? own ?? caller : caller
        }
    }

    private static func kind(of operation: Trace.Operation) -> Kind? {
        switch operation {
        case .subscribe, .run, .connect: .subscribe
        case .on, .forwardOn: .event
        case .schedule: .schedule
        case .dispose: .dispose
        default: nil
        }
    }

    /// The calls that handed in the elements that a call hands on.
    private static func origins(of call: Trace.Call) -> [Int] {
        call.parts.isEmpty ? call.origin.map { [$0] } ?? [] : call.parts
    }

    /// Whether the call is one that scheduled work is about.
    private static func isWork(_ operation: Trace.Operation) -> Bool {
        switch operation {
        case .subscribe, .run, .connect, .on, .forwardOn, .handler: true
        default: false
        }
    }

    /// Whether calls made below such a call are the node's doing: a scheduler only passes on who asked.
    static func hasCode(_ operation: Trace.Operation) -> Bool {
        operation != .schedule && operation != .invoke && operation != .create
    }

    /// Counts work that a scheduler ran for `own`, drawn from the scheduler.
    private mutating func addWork(_ work: Int, to own: Int, scheduled: Int?, shapes: DOTShapes) {
        guard let schedule = scheduled.map({ trace.calls[$0] }), schedule.operation == .schedule,
            let scheduler = shapes.drawn(for: schedule.node)
        else { return }
        add(Edge(from: scheduler, to: own, kind: .invoke), nil, work: work)
    }

    private mutating func add(_ edge: Edge, _ event: Trace.Event?, work: Int?) {
        var tally = tallies[edge] ?? Tally()
        if let work {
            if tally.work == work { return }
            tally.work = work
        }
        tally.count += 1
        switch event?.kind {
        case .next: tally.next += 1
        case .error: tally.error += 1
        case .completed: tally.completed += 1
        case nil: break
        }
        tallies[edge] = tally
    }

    /// The edges as lines of the graph, by their ends and kind.
    func lines() -> [String] {
        tallies.sorted { left, right in
            let (one, other) = (left.key, right.key)
            return (one.from, one.to, one.kind.rawValue) < (other.from, other.to, other.kind.rawValue)
        }.map { edge, tally in
            let (from, to) = (trace.nodes[edge.from].id, trace.nodes[edge.to].id)
            let label = label(edge.kind, tally)
            let text = label.isEmpty ? "" : "label=\(DOTText.quoted(label)), "
            return
                "\(DOTText.quoted("n\(from)")) -> \(DOTText.quoted("n\(to)")) [\(text)\(attributes(edge.kind, tally))];"
        }
    }

    private func label(_ kind: Kind, _ tally: Tally) -> String {
        func times(_ word: String, _ count: Int) -> String? {
            count == 0 ? nil : count == 1 ? word : "\(word) ×\(Count.grouped(count))"
        }
        switch kind {
        case .subscribe: return tally.count == 1 ? "" : "×\(Count.grouped(tally.count))"
        case .event:
            return [times("next", tally.next), times("error", tally.error), times("completed", tally.completed)]
                .compactMap { $0 }.joined(separator: ", ")
        case .schedule: return times("schedule", tally.count) ?? ""
        case .invoke: return times("invoke", tally.count) ?? ""
        case .dispose: return times("dispose", tally.count) ?? ""
        case .origin: return times("kept", tally.count) ?? ""
        }
    }

    /// Disposals run against everything else and must not pull the graph apart.
    private func attributes(_ kind: Kind, _ tally: Tally) -> String {
        switch kind {
        case .subscribe: "color=\"#333333\""
        case .event: "color=\"\(tally.error > 0 ? "#c0392b" : "#1f6fbf")\", fontcolor=\"#1f6fbf\", penwidth=\"1.6\""
        case .schedule, .invoke: "color=\"#8e44ad\", fontcolor=\"#8e44ad\", style=\"dashed\""
        case .origin: "color=\"#b9770e\", fontcolor=\"#b9770e\", style=\"dashed\", constraint=\"false\""
        case .dispose: "color=\"#aaaaaa\", fontcolor=\"#888888\", style=\"dotted\", constraint=\"false\""
        }
    }
}
