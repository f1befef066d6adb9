/// Why a closure for events never ran: how far the events came that it would have been handed, and who was sent none.
///
/// ```swift
/// if let query = EventQuery("onNext"), let unreached = try UnreachedClosure(query, in: source) {
///     print(unreached.groups.map(\.end))
/// }
/// ```
public struct UnreachedClosure: Sendable {
    /// Events of one source that came equally far.
    public struct Group: Sendable {
        /// The first of the events, as it was sent.
        public var first: CausalChain.Step
        /// The value of the last of them.
        public var lastValue: String?
        /// How many there were.
        public var count: Int
        /// Where the last of them ended.
        public var end: EventEnd
    }

    /// In the order of the first events.
    public internal(set) var groups: [Group] = []
    /// The subjects that somebody was subscribed to and that no element was sent into; empty where the closure is for the
    /// end.
    public internal(set) var silentSubjects: [Int] = []
    /// The user's subscriptions that wait, having neither ended nor been handed such an event.
    public internal(set) var waiting: [Trace.Subscription] = []
    /// What was found of the events.
    public internal(set) var effects: EventEffects

    private struct Key: Hashable {
        var node: Int?
        var site: Trace.Site?
        var end: String
    }

    /// - Returns: nil where a closure did run, and where the word means none for events.
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    public init?(_ query: EventQuery, in source: any TraceSource) throws {
        guard let kind = query.closureKind else { return nil }
        let whole = (source as? FilteredTrace)?.whole ?? source
        var events = EnclosingEvents()
        var hasRun = false
        try whole.forEachCall { call in
            let event = events.event(for: call)
            if query.isAnswered(by: call, handed: call.event ?? event, whole.closures) { hasRun = true }
        }
        if hasRun { return nil }
        effects = try EventEffects(in: whole) { call, follows in
            !follows && call.operation == .on && query.isAbout(call)
        }
        group(kind)
        if kind == .next { silentSubjects = effects.silentSubjects }
        waiting = whole.subscriptions.filter { $0.parent == nil && $0.site != nil && $0.ended == nil }
    }

    private mutating func group(_ kind: Trace.Event.Kind) {
        var places: [Key: Int] = [:]
        for effect in effects.effects {
            guard let end = effect.end, effect.step.event?.kind == kind || effect.step.event == nil else { continue }
            var root = effect
            while let above = root.above { root = effects.effects[above] }
            let key = Key(node: root.step.call.node, site: root.step.site, end: Self.kind(of: end))
            if let place = places[key] {
                groups[place].count += 1
                groups[place].lastValue = root.step.event?.value
                groups[place].end = end
            } else {
                places[key] = groups.count
                groups.append(Group(first: root.step, lastValue: nil, count: 1, end: end))
            }
        }
    }

    /// What tells ends apart but for the numbers of calls.
    private static func kind(of end: EventEnd) -> String {
        switch end {
        case .lost(let lost): lost.sentence(withNumbers: false)
        case .dropped(let node, _, let lacking): "dropped \(node) \(lacking.map(\.node))"
        case .kept(let node, let waiting): "kept \(node) \(waiting.map(\.node))"
        case .replaced(let node, _): "replaced \(node)"
        case .keptToTheEnd(let node): "end \(node)"
        case .keptForLater(let node): "later \(node)"
        case .taken(let node): "taken \(node)"
        case .unanswered(let subscription): "unanswered \(subscription ?? 0)"
        case .notRun(let node): "not run \(node ?? 0)"
        case .givenUp(let node, _): "given up \(node ?? 0)"
        }
    }
}
