/// Gathers ``EventEffects`` as the calls of a trace go by.
struct EffectsPass {
    /// An effect, and what is known of its branch so far.
    private struct Branch {
        var call: Trace.Call
        var above: Int?
        /// Whether it led to an event, work or a subscription, or a closure that is told of events.
        var goesOn = false
        /// The call that handed in the element which was passed on last, as this one came.
        var like: Int?
        /// The next element that was handed to the node.
        var successor: Int?
        /// Whether the element, which was handed to a sink, was handed on; and the first one of another call that was, in its place.
        var wasHandedOn = false
        var substitute: Int?
        /// By which call its subscription had ended before.
        var departure: LostEvent.Ending?
        /// The line of the user's code that made the call, or one around it.
        var site: Trace.Site?
    }

    private let closures: Trace.Closures
    private let nodes: TraceTable<Trace.Node>
    private var losses: LostEvents
    private var sources: OperatorSources
    private var branches: [Branch] = []
    /// By a call's id.
    private var indexes: [Int: Int] = [:]
    private var omitted = 0
    private var makers: [Int: String] = [:]
    /// By node, the last branch that was handed to it.
    private var latest: [Int: Int] = [:]
    /// By node that compares elements, the call that handed in the one it passed on last, and who handed in each call.
    private var passed: [Int: Int] = [:]
    private var givenUp = GivenUpWork()
    private var observed: [Int] = []
    private var lost: [Int: LostEvent] = [:]
    private var spoken: Set<Int> = []

    init(_ source: any TraceSource) throws {
        closures = source.closures
        nodes = source.nodes
        losses = try LostEvents(source)
        sources = OperatorSources(source)
    }

    mutating func add(_ call: Trace.Call, _ isAskedAbout: (Trace.Call, Bool) -> Bool) {
        losses.add(call) { event, _ in lost[event.call] = event }
        sources.add(call)
        givenUp.add(call)
        note(call)
        let above = above(call)
        if let above, isOfAnother(call, below: above) { return }
        guard above != nil || isAskedAbout(call, false) else { return }
        let starts = above == nil
        guard starts || branches.count < EventEffects.limit else {
            omitted += 1
            return
        }
        var branch = Branch(call: call, above: above)
        if call.operation == .on, let node = call.node { branch.like = passed[node] }
        branch.departure = losses.departures[call.subscription]
        branch.site = losses.site
        indexes[call.id] = branches.count
        if call.operation == .on, call.eventKind == .next, let node = call.node { latest[node] = branches.count }
        branches.append(branch)
        if let above, leadsOn(call) { branches[above].goesOn = true }
        if call.operation == .schedule, let sink = above.flatMap({ branches[$0].call.node }) {
            givenUp.ask(call.id, by: sink)
        }
        for part in ([call.origin].compactMap { $0 } + call.parts) {
            if let index = indexes[part] { branches[index].goesOn = true }
        }
    }

    /// The branch that a call follows from.
    private func above(_ call: Trace.Call) -> Int? {
        if let cause = call.cause.flatMap({ indexes[$0] }) { return cause }
        if let parent = call.parent.flatMap({ indexes[$0] }) { return parent }
        return call.origin.flatMap { indexes[$0] } ?? call.parts.lazy.compactMap { indexes[$0] }.last
    }

    /// Whether work that an element asked for hands on one that another call handed in: as that of a throttle does, which keeps the
    /// latest.
    private mutating func isOfAnother(_ call: Trace.Call, below above: Int) -> Bool {
        guard call.operation == .forwardOn, call.eventKind == .next, let origin = call.origin else { return false }
        if let index = indexes[origin] {
            branches[index].wasHandedOn = true
            return false
        }
        var place: Int? = above
        while let index = place, branches[index].call.node != call.node { place = branches[index].above }
        guard let place, branches[place].call.operation == .on else { return false }
        if branches[place].substitute == nil { branches[place].substitute = origin }
        return true
    }

    /// Whether something goes on by the call: not where an operator only asked a closure of the user's.
    private func leadsOn(_ call: Trace.Call) -> Bool {
        switch call.operation.row.meaning {
        case .event, .work, .subscription, .start: true
        case .closure: !closures.kinds(of: call.label).isDisjoint(with: Trace.ClosureKind.toldOfEvents)
        case .creation, .disposal, .note: false
        }
    }

    private mutating func note(_ call: Trace.Call) {
        guard let node = call.node else { return }
        switch call.operation {
        case .create: if let label = call.label { makers[node] = label }
        case .subscribe where sources.role(of: node) == .subject: observed.append(node)
        case .on where call.eventKind == .next:
            spoken.insert(node)
            if let last = latest.removeValue(forKey: node), branches[last].successor == nil {
                branches[last].successor = call.id
            }
        case .forwardOn where call.eventKind == .next && sources.behaviors(of: node).contains(.compares):
            passed[node] = call.parent
        default: break
        }
    }

    mutating func finish(_ writer: StepWriter) -> EventEffects {
        losses.finish { event, _ in lost[event.call] = event }
        var effects: [EventEffects.Effect] = []
        for branch in branches {
            let above = branch.above.map { effects[$0].step }
            effects.append(
                EventEffects.Effect(
                    step: writer.step(branch.call, above: above), above: branch.above, wasKept: isKept(branch, above),
                    end: end(branch)))
        }
        var known: Set<Int> = []
        let silent = observed.filter { !spoken.contains($0) && known.insert($0).inserted }
        return EventEffects(effects: effects, omitted: omitted, silentSubjects: silent, makers: makers)
    }

    /// Whether the call hands an element on that was kept since the call above.
    private func isKept(_ branch: Branch, _ above: CausalChain.Step?) -> Bool {
        guard let above else { return false }
        return branch.call.parent != above.call.id && branch.call.cause != above.call.id
    }

    // MARK: Ends

    private mutating func end(_ branch: Branch) -> EventEnd? {
        let call = branch.call
        if let lost = lost[call.id] { return .lost(lost) }
        if call.operation == .schedule || call.operation == .hop {
            if branch.goesOn { return nil }
            guard let ending = givenUp.ending(of: call.id) else { return .notRun(by: call.node) }
            let isReplaced = branch.above.map { branches[$0].successor == ending } ?? false
            guard isReplaced, let sink = branch.above.flatMap({ branches[$0].call.node }) else {
                return .givenUp(by: call.node, call: ending)
            }
            return .replaced(by: sources.operatorNode(of: sink), call: ending)
        }
        if call.operation == .invoke { return substituteEnd(branch) }
        guard !branch.goesOn, call.type == nil, let kind = call.eventKind, let node = call.node else { return nil }
        switch sources.role(of: node) {
        case .subject:
            guard call.operation == .on, sources.behaviors(of: node).contains(.replays) else { return nil }
            if let successor = branch.successor, nodes[id: node]?.keepsLatestAlone == true {
                return .replaced(by: node, call: successor)
            }
            return .keptForLater(by: node)
        case .sink where call.operation == .on, .observer where sources.sink(of: node) != nil:
            // Who ignores elements may have an empty source in the place of each.
            return kind == .next || kind == .completed && sources.behaviors(of: node).contains(.ignores)
                ? end(branch, at: node) : .taken(by: sources.operatorNode(of: node))
        case .observer: return .unanswered(subscription: call.subscription)
        default: return nil
        }
    }

    /// Where an element ended whose work handed on another one.
    private mutating func substituteEnd(_ branch: Branch) -> EventEnd? {
        guard let asked = branch.above, let place = branches[asked].above, !branches[place].wasHandedOn,
            let substitute = branches[place].substitute, let sink = branches[place].call.node
        else { return nil }
        return .replaced(by: sources.operatorNode(of: sink), call: substitute)
    }

    /// Where an element ended that was handed to an operator, which handed nothing on.
    private mutating func end(_ branch: Branch, at node: Int) -> EventEnd? {
        let call = branch.call
        if let departure = branch.departure, departure.call < call.id {
            return .lost(LostEvent(call: call.id, reason: .cameAfter(departure), site: branch.site))
        }
        guard let sink = sources.sink(of: node) else { return nil }
        let operatorNode = sources.operatorNode(of: node)
        let does = sources.behaviors(of: node)
        if does.contains(.ignores) { return .dropped(by: operatorNode, like: nil, lacking: []) }
        if does.contains(.compares) { return .dropped(by: operatorNode, like: branch.like, lacking: []) }
        if does.contains(.combines) || does.contains(.buffers) {
            // The operator's own source asks for what another has sent.
            if !does.contains(.combines), does.contains(.drops), node == sink {
                let lacking = ends(of: sources.silent(of: sink, except: call.subscription, before: call.id))
                if !lacking.isEmpty { return .dropped(by: operatorNode, like: nil, lacking: lacking) }
            }
            let waiting = ends(of: sources.silent(of: sink, except: call.subscription))
            if !does.contains(.queues), let successor = branch.successor {
                return .replaced(by: operatorNode, call: successor)
            }
            return .kept(by: operatorNode, waitingFor: waiting)
        }
        if does.contains(.waits) || does.contains(.accumulates) { return .keptToTheEnd(by: operatorNode) }
        if does.contains(.queues) { return .kept(by: operatorNode, waitingFor: []) }
        return .dropped(by: operatorNode, like: nil, lacking: [])
    }

    private func ends(of subscriptions: [Int]) -> [EventEnd.Source] {
        subscriptions.compactMap { subscription in
            let hasEnded = losses.departures[subscription]?.word == Trace.Event.Kind.completed.name
            return sources.source(of: subscription).map { EventEnd.Source(node: $0, hasEnded: hasEnded) }
        }
    }
}
