/// Finds the events that went nowhere, as the calls of a trace go by.
///
/// An event is lost where a call that hands it on leads to no other call, and nobody can get it later: a sink dropped it
/// that was disposed or had ended, an observer had stopped, a subject had ended, or had nobody to send it to and keeps nothing. A second
/// end changes nothing for anybody, and is not lost. What an operator drops because that is its task is not lost either:
/// ``EventEffects`` tells of that.
struct LostEvents {
    private struct Frame {
        var call: Int
        var operation: Trace.Operation
        var subscription: Int?
        var kind: Trace.Event.Kind?
        var node: Int?
        /// The number of the line of the user's code that made the call, or one around it.
        var site: SiteNumbers.Number
        var hasCalls = false
    }

    /// Who has been subscribed to a subject.
    private struct Subscribers {
        var all: Set<Int> = []
        var present: Set<Int> = []
        var last: LostEvent.Ending?
    }

    private var nodes: TabledNodes
    private let isCanonical: Bool
    private let isWhole: Bool
    /// The calls in which others were made, where the order of the calls does not tell it.
    private var callers: Set<Int>?
    private var sites = SiteNumbers()
    private var running = RunningCalls<Frame>()
    private(set) var departures: SubscriptionDepartures
    private var subscribers: [Int: Subscribers] = [:]
    /// The subjects that a subscription observes.
    private var subjects: [Int: [Int]] = [:]
    /// By node, the call that ended it: its first terminal event, or its disposal.
    private var endings: [Int: LostEvent.Ending] = [:]
    /// The observers that handed an event on to their own type.
    private var takers: Set<Int> = []

    /// All events of a trace that went nowhere, by the order of their calls; of a filtered trace, those of the whole.
    ///
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    static func all(in source: any TraceSource) throws -> [LostEvent] {
        let whole = (source as? FilteredTrace)?.whole ?? source
        var events = try LostEvents(whole)
        var found: [LostEvent] = []
        try whole.forEachCall { events.add($0) { event, _ in found.append(event) } }
        events.finish { event, _ in found.append(event) }
        return found.sorted { $0.call < $1.call }
    }

    /// What ``shown(in:)`` finds.
    struct Shown {
        /// The events that went nowhere, by the id of the call that shows them: of a filtered trace, where the call itself
        /// is left out, the nearest around it that was handed an event.
        var events: [Int: LostEvent] = [:]
        /// By which call each subscription of the whole trace ended.
        var departures: SubscriptionDepartures
    }

    /// The events that went nowhere, for a view of a trace.
    ///
    /// - Parameter each: is given the calls of a whole trace as they are read; of a filtered one, none.
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    static func shown(in source: any TraceSource, each: (Trace.Call) -> Void = { _ in }) throws -> Shown {
        let filtered = source as? FilteredTrace
        guard filtered != nil else { return try shown(in: nil, of: source, each: each) }
        let whole = filtered?.whole ?? source
        if let filtered, filtered.isFoundByIndex {
            // Few calls were read, and the whole is not gone through for their sake where that takes long.
            let none = Shown(departures: SubscriptionDepartures(whole))
            guard whole.callCount <= mostForFew else { return none }
            do { return try shown(in: filtered, of: whole) } catch is RecordingIndexDamage { return none }
        }
        return try shown(in: filtered, of: whole)
    }

    /// The most calls of a recording that are gone through where an index told which few to show.
    private static let mostForFew = 200_000

    private static func shown(
        in filtered: FilteredTrace?, of whole: any TraceSource, each: (Trace.Call) -> Void = { _ in }
    ) throws -> Shown {
        var events = try LostEvents(whole)
        var found: [(event: LostEvent, around: [Int])] = []
        try whole.forEachCall { call in
            events.add(call) { found.append(($0, $1)) }
            each(call)
        }
        events.finish { found.append(($0, $1)) }
        var shown = Shown(departures: events.departures)
        var kept = Set(found.map(\.event.call))
        if let filtered {
            let wanted = Set(found.flatMap(\.around))
            kept = []
            try filtered.forEachCall { if wanted.contains($0.id), $0.event != nil { kept.insert($0.id) } }
        }
        for (event, around) in found.sorted(by: { $0.event.call < $1.event.call }) {
            guard let call = around.first(where: kept.contains), shown.events[call] == nil else { continue }
            shown.events[call] = event
            shown.events[call]?.isToldBefore = call != event.call
        }
        return shown
    }

    /// - Parameter source: the whole trace: who looks at a part takes the calls of the whole.
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    init(_ source: any TraceSource) throws {
        nodes = TabledNodes(source.nodes)
        isCanonical = source.isCanonical
        isWhole = source.drops.total == 0
        departures = SubscriptionDepartures(source)
        guard isCanonical || !source.nestsByThread else { return }
        var callers: Set<Int> = []
        try source.forEachCall { if let parent = $0.parent { callers.insert(parent) } }
        self.callers = callers
    }

    /// Takes the next call.
    ///
    /// - Parameter found: is given each lost event once that is known: when its call has ended. With it come the ids of the
    ///   call and of those around it, the innermost first.
    mutating func add(_ call: Trace.Call, _ found: (LostEvent, _ around: [Int]) -> Void) {
        // In the canonical form work hangs below its cause, and all threads make one tree.
        let above = isCanonical ? call.parent ?? call.cause : call.parent
        while let ended = running.end(onThread: isCanonical ? 0 : call.thread, where: { $0 != above }) {
            if callers == nil, let lost = lost(ended) { found(lost, around(ended)) }
        }
        if call.parent != nil { running.last?.hasCalls = true }
        let outer = (above == nil ? nil : running.last?.site) ?? SiteNumbers.none
        var frame = Frame(
            call: call.id, operation: call.operation, subscription: call.subscription,
            kind: call.type == nil ? call.eventKind : nil, node: call.node,
            site: call.site.map { sites.number(of: $0) } ?? outer)
        if let callers {
            frame.hasCalls = callers.contains(call.id)
            if let lost = lost(frame) { found(lost, around(frame)) }
        }
        note(call, frame)
        running.start(call.id, with: frame)
    }

    /// Tells of the calls that had not ended when the trace did.
    mutating func finish(_ found: (LostEvent, _ around: [Int]) -> Void) {
        while let ended = running.endNext() {
            if callers == nil, let lost = lost(ended) { found(lost, around(ended)) }
        }
    }

    /// The line of the user's code that made the last call, or one around it.
    var site: Trace.Site? { running.last.flatMap { sites[$0.site] } }

    private func around(_ frame: Frame) -> [Int] { [frame.call] + running.calls.reversed().map(\.call) }

    /// The event of a call that led to no other, if it is lost.
    private mutating func lost(_ frame: Frame) -> LostEvent? {
        guard !frame.hasCalls, let kind = frame.kind, kind != .completed, let id = frame.node else { return nil }
        let node = nodes.traits(of: id)
        // Of other nodes, those may be missing that took the event.
        guard node.role == .sink || isWhole else { return nil }
        // By itself it ends nothing before.
        let ending = [endings[id], departures[frame.subscription]].lazy.compactMap { $0 }.first { $0.call < frame.call }
        let reason: LostEvent.Reason
        switch node.role {
        case .sink where frame.operation == .forwardOn:
            reason = .cameAfter(ending)
        case .sink:
            guard frame.operation == .on, let ending = endings[id], ending.call < frame.call else { return nil }
            reason = .cameAfter(ending)
        case .observer:
            guard frame.operation == .on, takers.contains(id) else { return nil }
            reason = .cameAfter(ending)
        case .subject:
            guard frame.operation == .on else { return nil }
            if node.behaviors.contains(.replays) {
                // It keeps what comes before its end.
                guard let ending = endings[id], ending.call < frame.call else { return nil }
                reason = .cameAfter(ending)
            } else {
                reason = ending.map { .cameAfter($0) } ?? nobody(at: id)
            }
        default: return nil
        }
        return LostEvent(call: frame.call, reason: reason, site: sites[frame.site])
    }

    private mutating func nobody(at subject: Int) -> LostEvent.Reason {
        guard let known = subscribers[subject] else {
            // Who subscribed before the recording began is not known.
            return .nobody(count: nodes[subject]?.isEarly == true ? 1 : 0, last: nil)
        }
        return .nobody(count: known.all.count, last: known.present.isEmpty ? known.last : nil)
    }

    private mutating func note(_ call: Trace.Call, _ frame: Frame) {
        let role = nodes.traits(of: call.node).role
        switch call.operation {
        case .subscribe:
            guard role == .subject, let node = call.node, let subscription = call.subscription,
                subscribers[node, default: Subscribers()].all.insert(subscription).inserted
            else { break }
            subscribers[node]?.present.insert(subscription)
            subjects[subscription, default: []].append(node)
        case .onCore: if let node = call.node { takers.insert(node) }
        case .on where role == .subject || role == .observer, .forwardOn where role == .sink:
            if let node = call.node, call.type == nil, let kind = call.eventKind, kind != .next {
                end(node, by: frame, kind.name)
            }
        case .dispose where role == .subject || role == .observer || role == .sink:
            if let node = call.node { end(node, by: frame, Trace.Operation.dispose.name) }
        default: break
        }
        let enclosing = call.operation == .dispose ? running.calls : []
        let around = enclosing.reversed().lazy.map {
            SubscriptionDepartures.Around(
                call: $0.call, operation: $0.value.operation, subscription: $0.value.subscription)
        }
        guard let ended = departures.add(call, role: role, site: sites[frame.site], around: around) else { return }
        for subject in subjects.removeValue(forKey: ended) ?? [] {
            subscribers[subject]?.present.remove(ended)
            subscribers[subject]?.last = departures[ended]
        }
    }

    private mutating func end(_ node: Int, by frame: Frame, _ word: String) {
        if endings[node] == nil { endings[node] = .init(call: frame.call, word: word, site: sites[frame.site]) }
    }
}

extension LostEvents: LeadingPass {
    typealias Finding = LostEvent

    mutating func take(_ call: Trace.Call, _ found: (LostEvent) -> Void) { add(call) { event, _ in found(event) } }

    mutating func finish(_ found: (LostEvent) -> Void) { finish { event, _ in found(event) } }

    /// Gives the calls of a view of a trace to `body`, and the events that went nowhere to `found`, with the id of the call
    /// that shows them: each before the call has ended, which may be before it has begun.
    ///
    /// - Throws: ``TraceReadError`` where the calls cannot be read, and the errors of `body`.
    static func forEachCall(
        in source: any TraceSource, found: (_ call: Int, LostEvent) -> Void, _ body: (Trace.Call) throws -> Void
    ) throws {
        if source is FilteredTrace {
            for (call, event) in try shown(in: source).events.sorted(by: { $0.key < $1.key }) { found(call, event) }
            try source.forEachCall(body)
        } else {
            try source.forEachCall(behind: LostEvents(source), found: { found($0.call, $0) }, body)
        }
    }
}
