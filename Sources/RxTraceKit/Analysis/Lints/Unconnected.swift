/// A connectable is subscribed to and never connected.
struct Unconnected: LintRule {
    static let definition = LintDefinition(
        name: "unconnected", severity: .warning,
        summary: "a connectable is subscribed to, and nobody connects it",
        explanation: """
            Fires where a connectable (publish, replay, multicast) has subscribers, and nobody connects it before the
            recording ends: none of them gets an event. Fires too where connect() comes before the first subscribe, and
            the source sends all of its elements and its end in between: who subscribes then gets none. Fires too where
            it does so for those who had subscribed, and another subscribes below connect(), who gets none. The line is
            that of connect() (read in the source), else that of the connectable. No fault: a connectable that nobody
            subscribes to, or that refCount connects; one that replays; a source that goes on.
            """,
        example: """
            let ticks = timer.publish()
            ticks.subscribe(onNext: show).disposed(by: bag)  // and no ticks.connect()
            """,
        remedy: "call connect() once all have subscribed, or use refCount() or share()")
    static let opening: Set<Trace.Operation> = [.subscribe, .connect, .on]

    private static let earlyRemedy = "call connect() below the last subscribe"

    /// What a source sent to a connectable while nobody had subscribed.
    private struct Early {
        var connect: Trace.Call
        var count = 0
        var last: Trace.Call?
        var isWhole = false
        var subscriber: Trace.Call?
    }

    private var early: [Int: Early] = [:]
    /// The first element of each that somebody was handed, those whose source ended within connect(), and who came then.
    private var handed: [Int: Trace.Call] = [:]
    private var endedWithin: [Int: Trace.Call] = [:]
    private var late: [Int: Trace.Call] = [:]
    private let text: SourceText
    private var subscribed: [Int: [Trace.Call]] = [:]
    /// Who subscribed to each subject by which signals may share.
    private var sharing: [Int: [Trace.Call]] = [:]
    private var connected: Set<Int> = []

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation != .on || sort.role == .observer && sort.behaviors.contains(.connects)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .on {
            guard walk.behaviors.contains(.connects), let id = walk.node(call.node)?.owner else { return }
            noteWithin(call, id, in: walk)
            guard subscribed[id] == nil, early[id] != nil else { return }
            if call.eventKind == .next {
                early[id]?.count += 1
                early[id]?.last = call
            } else if call.eventKind == .completed {
                early[id]?.isWhole = true
            }
            return
        }
        guard let id = call.node, call.operation == .subscribe || call.operation == .connect,
            walk.role == .connectable || walk.role == .subject, let node = walk.node(id)
        else { return }
        if node.role == .subject {
            guard node.isReactiveObjC, walk.caller?.call.node != id else { return }
            sharing[id, default: []].append(call)
        } else if call.operation == .connect {
            connected.insert(id)
            if subscribed[id] == nil, early[id] == nil, !node.behaviors.contains(.inside) {
                early[id] = Early(connect: call)
            }
        } else if !node.isEarly, !node.behaviors.contains(.inside), walk.caller?.call.node != id {
            subscribed[id, default: []].append(call)
            if early[id]?.subscriber == nil { early[id]?.subscriber = call }
            if endedWithin[id] != nil, late[id] == nil { late[id] = call }
        }
    }

    /// Notes what a source sends, all of it, within the user's connect().
    private mutating func noteWithin(_ call: Trace.Call, _ id: Int, in walk: TraceWalk) {
        if call.eventKind == .next {
            if handed[id] == nil { handed[id] = call }
        } else if call.eventKind == .completed, subscribed[id] != nil,
            let connect = walk.callers.first(where: { $0.call.operation == .connect && $0.call.node == id })?.call,
            walk.callers.first(where: { $0.call.operation == .run && $0.behaviors.contains(.connects) }) == nil
        {
            endedWithin[id] = connect
        }
    }

    /// The subscribers that come when connect() has handed all to those before.
    private func comingLate(in walk: TraceWalk) -> [Trace.Finding] {
        late.sorted { $0.key < $1.key }.compactMap { id, subscriber in
            guard let node = walk.node(id), let first = handed[id], let connect = endedWithin[id],
                !node.behaviors.contains(.inside), !node.behaviors.contains(.shares), !isReplaying(id, in: walk),
                walk.facts(of: subscriber.subscription).map({ !$0.chain.contains { isReplaying($0, in: walk) } })
                    == true
            else { return nil }
            return finding(
                "\(walk.name(of: node)) hands all it has to those before, and nothing to who subscribes below connect()",
                at: connection(of: node) ?? node.site,
                [
                    .init("connected", call: connect.id), .init("the first element", call: first.id),
                    .init("subscribed too late", call: subscriber.id, site: walk.site(of: subscriber.subscription)),
                ], remedy: Self.earlyRemedy)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        unconnected(in: walk) + connectedEarly(in: walk) + comingLate(in: walk)
    }

    private func connectedEarly(in walk: TraceWalk) -> [Trace.Finding] {
        early.sorted { $0.key < $1.key }.compactMap { id, early in
            guard early.isWhole, let last = early.last, let subscriber = early.subscriber, let node = walk.node(id),
                !(walk.facts(of: subscriber.subscription)?.chain.contains { isReplaying($0, in: walk) } ?? false)
            else { return nil }
            return finding(
                "\(walk.name(of: node)) is connected before anybody subscribes: \(Count.of(early.count, "element")) "
                    + "and the end are lost", at: connection(of: node) ?? node.site,
                [
                    .init("connected", call: early.connect.id),
                    .init("the last element", call: last.id),
                    .init("subscribed too late", call: subscriber.id, site: walk.site(of: subscriber.subscription)),
                ], remedy: Self.earlyRemedy)
        }
    }

    /// The only line that connects what the source calls so.
    private func connection(of node: Trace.Node) -> Trace.Site? {
        guard let file = node.site?.file, let name = node.variable else { return nil }
        return SourcePlaces(text: text).onlyLine(of: file) { code in
            code.matches(of: #/(\w+)\.connect\(/#).contains { $0.1 == name }
        }
    }

    private func isReplaying(_ id: Int, in walk: TraceWalk) -> Bool {
        walk.node(id)?.behaviors.contains(.replays) == true
    }

    /// By connection of signals, who subscribed to the subject that it shares by.
    private func sharers(in walk: TraceWalk) -> [Int: [Trace.Call]] {
        guard !sharing.isEmpty else { return [:] }
        return walk.signals.subjects.compactMapValues { sharing[$0] }.filter { id, _ in
            walk.node(id).map { !$0.isEarly && !$0.behaviors.contains(.inside) } ?? false
        }
    }

    private func unconnected(in walk: TraceWalk) -> [Trace.Finding] {
        subscribed.merging(sharers(in: walk)) { $0 + $1 }.sorted { $0.key < $1.key }.compactMap { id, calls in
            guard !connected.contains(id), let node = walk.node(id) else { return nil }
            let name = walk.name(of: node)
            var evidence = calls.prefix(8).map { call in
                Trace.Finding.Evidence("subscribed", call: call.id, site: walk.site(of: call.subscription))
            }
            evidence.append(.init("nobody calls connect()"))
            return finding(
                "\(name) has \(Count.of(calls.count, "subscriber")), and nobody connects it", at: node.site, evidence,
                remedy: node.isReactiveObjC ? "call connect() once all have subscribed, or use autoconnect()" : nil)
        }
    }
}
