/// Finds the subscriptions that were still alive when a recording ended.
///
/// ```swift
/// let leaks = try LeakSearch().leaks(in: TraceInMemory(trace))
/// print(leaks.map { "\($0.count) × \($0.observable)" })
/// ```
///
/// A subscription that an operator made counts as a part of the user's subscription it did so for. A subscription that
/// has ended, by whatever, is no leak, nor is one in a bag that lives as long as the program: a variable at the top of a file.
public struct LeakSearch {
    /// Leaks that are meant: by place, type or keeper.
    public var allowed: [TracePattern]
    /// Where the comments `// rxtrace:disable leak` are read from.
    public var text: SourceText

    /// Makes a search that passes over subscriptions to what `allowed` names.
    public init(allowed: [TracePattern] = [], text: SourceText = SourceText()) {
        self.allowed = allowed
        self.text = text
    }

    /// The leaks, by place in the source, without those that are allowed.
    ///
    /// - Throws: ``TraceReadError`` where the source cannot be read.
    public func leaks(in source: some TraceSource) throws -> [Trace.LeakGroup] {
        var search = self
        search.text = text.preferring(source.packedSource)
        let walk = TraceWalk(source, text: search.text)
        var events = LastEvents()
        try source.forEachCall { call in walk.take(call, opened: { call, _ in events.note(call, in: walk) }) }
        walk.finish()
        return search.leaks(in: walk, events: events)
    }

    /// The leaks when all calls have come by.
    func leaks(in walk: TraceWalk, events: LastEvents) -> [Trace.LeakGroup] {
        let source = walk.source
        var used: Set<Int>?
        let live = source.subscriptions.filter { $0.ended == nil && isOnItsOwn($0, &used, in: walk) }
        let groups = Dictionary(grouping: live) { Place(row: $0, in: walk) }
        let latest = LastSubscribes(walk)
        let suppressions = Suppressions(text)
        let use = BagUse(walk, text)
        return groups.map { place, rows in group(rows, at: place, latest: latest, events: events, use, in: walk) }
            .filter { group in
                !use.isKeptByProgram(group) && !group.isNamed(by: allowed)
                    && group.site.map { suppressions.covers("leak", at: $0) || suppressions.covers("leaks", at: $0) }
                        != true
            }
            .sorted { left, right in
                let (a, b) = (left.site, right.site)
                if a == b { return (left.subscriptions.first ?? 0) < (right.subscriptions.first ?? 0) }
                guard let a, let b else { return b == nil }
                return (a.file, a.line) < (b.file, b.line)
            }
    }

    /// The key of a group: the line that subscribed, and the observable it subscribed to.
    private struct Place: Hashable {
        var site: Trace.Site?
        var observable: String
        var written: String
        var observableName: String?
        var variable: String?
        var name: String?
        var isConnection: Bool

        init(row: Trace.Subscription, in walk: TraceWalk) {
            let facts = walk.facts(of: row.id)
            let source = walk.isLibrarys(row.id) ? facts?.chain.last : nil
            isConnection = facts?.connectable != nil && source == nil
            let node = walk.node(source ?? facts?.connectable ?? row.node)
            site = facts?.connectable == nil ? walk.site(of: row.id) : node?.site ?? walk.site(of: row.id)
            observable = node?.type ?? "-"
            written = node.map { walk.word(for: $0) } ?? observable
            observableName = node?.name
            variable = node?.variable
            name = walk.subscription(walk.root(of: row.id))?.name
        }
    }

    /// Whether a subscription is told of by itself: not where it is a part of one that is alive too.
    ///
    /// - Parameter used: the observables in the chains of all that are alive, once these were looked for.
    private func isOnItsOwn(_ row: Trace.Subscription, _ used: inout Set<Int>?, in walk: TraceWalk) -> Bool {
        guard let root = walk.root(of: row.id), root != row.id else {
            // What an object of the library does for itself, as a command does, ends with it; not so what it was handed.
            return !walk.isLibrarys(row.id) || walk.node(walk.facts(of: row.id)?.chain.last)?.site != nil
        }
        guard let top = walk.subscription(root), top.ended != nil else { return false }
        // The inner part of a subscription that has ended lives on as a part of the one it is shared with, if anything.
        guard let connectable = walk.facts(of: row.id)?.connectable else { return false }
        let all = used ?? living(in: walk)
        used = all
        return !all.contains(connectable)
    }

    private func living(in walk: TraceWalk) -> Set<Int> {
        walk.source.subscriptions.reduce(into: []) { nodes, row in
            if row.ended == nil { nodes.formUnion(walk.facts(of: row.id)?.chain ?? []) }
        }
    }

    private func group(
        _ rows: [Trace.Subscription], at place: Place, latest: LastSubscribes, events: LastEvents,
        _ use: BagUse, in walk: TraceWalk
    ) -> Trace.LeakGroup {
        let facts = rows.compactMap { walk.facts(of: $0.id) }
        let last = rows.compactMap { events.last[$0.id] }.max { $0.id < $1.id }
        let oldest = facts.compactMap(\.start).min()
        let holder = place.site.flatMap { SourcePlaces(text: text).keeper(ofStatementAt: $0) }
        let (keeper, evidence) = keeper(
            of: facts, isConnection: place.isConnection, isReplaced: isReplaced(rows, at: place.site, holder, latest),
            in: walk)
        let bags = keeper == .bag ? use.bags(at: place.site) : nil
        let keeping = bags?.keeping(place.site).map { [$0] } ?? []
        let source = sourceKind(of: facts, in: walk)
        let isKept = keeper == .source && (holder != nil || source.isOwners && rows.count == 1)
        return Trace.LeakGroup(
            keeper: keeper, severity: bags?.isWeak == true || isKept ? .note : .warning, bags: bags,
            site: discardedConnection(at: place) ?? place.site,
            observable: place.observable, written: place.written, observableName: place.observableName,
            variable: place.variable, name: place.name, source: source,
            subscriptions: rows.map(\.id),
            age: oldest.map { walk.end - min($0, walk.end) },
            lastEvent: last.map { event in
                .init(
                    call: event.id, text: CallText.event(event), age: event.start.map { walk.end - min($0, walk.end) })
            }, evidence: keeping + evidence)
    }

    /// Whether the line of some subscriptions took another in the place of one of them.
    private func isReplaced(
        _ rows: [Trace.Subscription], at site: Trace.Site?, _ holder: SourcePlaces.Keeper?, _ latest: LastSubscribes
    ) -> Bool {
        guard let site else { return rows.count > 1 }
        switch holder {
        // Whatever the source is, the property had another before.
        case .property: return rows.contains { latest.isRepeated($0.id, at: site) }
        // It disposes the one before, or is to hold them all; or its line runs once.
        case .holder, .program: return false
        case .element, nil: return rows.contains { latest.isRepeatedToSource($0.id, at: site) }
        }
    }

    private func sourceKind(of facts: [SubscriptionFacts], in walk: TraceWalk) -> Trace.LeakGroup.SourceKind {
        let chain = facts.first?.chain ?? []
        let source = chain.last.flatMap { walk.node($0) }
        let connectable = chain.last { walk.traits(of: $0).role == .connectable }.flatMap { walk.node($0) }
        // What the library connects for itself it has connected; and who connected an older one, the trace does not tell.
        let isUsers = connectable.map { !$0.isEarly && !$0.behaviors.contains(.inside) } == true
        let isSignal = source?.isReactiveObjC == true
        // Who observes a property, or a command's signals, is let go of with the object.
        let isOwners = isSignal && source.map { $0.hasNoEnd || walk.word(for: $0) == "RACObserve" } == true
        return Trace.LeakGroup.SourceKind(
            isReactiveObjC: isSignal, hasNoEnd: source?.hasNoEnd == true || isOwners, isOwners: isOwners,
            isUnconnected: isUsers && connectable.map { walk.connected.contains($0.id) } == false)
    }

    /// Where the source throws away the connection that a group belongs to.
    private func discardedConnection(at place: Place) -> Trace.Site? {
        guard place.isConnection, let variable = place.variable, let file = place.site?.file else { return nil }
        return SourcePlaces(text: text).discardedConnection(of: variable, in: file)
    }

    private func keeper(
        of facts: [SubscriptionFacts], isConnection: Bool, isReplaced: Bool, in walk: TraceWalk
    ) -> (Trace.LeakGroup.Keeper, [Trace.Finding.Evidence]) {
        let subscribed = facts.prefix(4).map { Trace.Finding.Evidence("subscribed", call: $0.call) }
        if isConnection { return (.connection, subscribed) }
        if let bagged = facts.first(where: { $0.bag != nil && !walk.releasedBags.contains($0.bag ?? 0) }) {
            let bags = Set(facts.compactMap(\.bag)).count
            let text = bags == 1 ? "entered a DisposeBag" : "entered one of \(bags) DisposeBags"
            return (.bag, [.init(text, call: bagged.insertion)])
        }
        let source = facts.first?.chain.last.flatMap { walk.node($0) }
        let made = source.map { source in
            let early = source.isEarly ? ", made before the recording" : ""
            return Trace.Finding.Evidence("its source: \(walk.name(of: source))\(early)", site: walk.place(of: source))
        }
        if isReplaced { return (.replaced, subscribed + (made.map { [$0] } ?? [])) }
        return (.source, made.map { [$0] } ?? [])
    }
}

/// The last event each subscription handed to its observer; an inner one's event is none of the outer's.
struct LastEvents {
    private(set) var last: [Int: Trace.Call] = [:]

    mutating func note(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .on, call.eventKind != nil, let subscription = call.subscription, walk.role != .sink
        else { return }
        last[subscription] = call
    }
}
