/// Elements are sent into a subject before anybody listens, and somebody comes later.
struct UnheardSend: LintRule {
    static let definition = LintDefinition(
        name: "unheard-send", severity: .warning,
        summary: "elements are sent before the first subscriber comes",
        explanation: """
            Fires where a subject that replays nothing (PublishSubject, PublishRelay) is handed elements before anybody
            has subscribed, and somebody subscribes right after that: these elements are lost. The line is the one that
            sends the first of them. It is a note if the same line sends to subscribers later on, as a log's does. No
            fault: elements sent by several lines before others that arrive; elements that the first subscriber may well
            have missed, because something else happened or 100 ms passed before it came; elements sent after the
            subscribers have gone.
            """,
        example: """
            status.onNext(.loading)  // lost
            status.subscribe(onNext: show).disposed(by: bag)
            """,
        remedy: "subscribe first, or use a BehaviorSubject or ReplaySubject")
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    /// A time, in nanoseconds, after which a subscriber is one who came late.
    private static let pause: UInt64 = 100_000_000

    /// The elements of a subject that nobody heard.
    private struct Unheard {
        var first: Trace.Call
        var count = 0
        /// How many were sent outside of any other call.
        var outermost = 0
        /// The deeds of the thread before the first.
        var deeds: Int
        var sites: Set<Trace.Site> = []
    }

    /// A subject whose first elements were lost, and what came of it afterwards.
    private struct Lost {
        var subject: Trace.Node
        var sent: Unheard
        var subscribe: Trace.Call
        /// Whether a later element found subscribers, and whether one of them was sent by a line of those that were lost.
        var isHeardLater = false
        var goesOn = false
    }

    private var heard: Set<Int> = []
    private var unheard: [Int: Unheard] = [:]
    private var lost: [Int: Lost] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.role == .subject
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .subject, let id = call.node else { return }
        if heard.contains(id) { return noteLater(call, in: walk) }
        guard let node = walk.node(id) else { return }
        let does = node.behaviors
        let isOpen = node.site == nil || node.isEarly || does.contains(.replays) || does.contains(.handedOver)
        if isOpen || does.contains(.inside) || does.contains(.waits) {
            heard.insert(id)
        } else if call.operation == .subscribe {
            heard.insert(id)
            add(node, call, in: walk)
        } else if call.eventKind != .next {
            heard.insert(id)
        } else if call.type == nil {
            var sent = unheard[id] ?? Unheard(first: call, deeds: walk.deeds(onThreadOf: call))
            sent.count += 1
            if walk.caller == nil { sent.outermost += 1 }
            if let site = call.site ?? walk.callingSite { sent.sites.insert(site) }
            unheard[id] = sent
        }
    }

    private mutating func add(_ subject: Trace.Node, _ subscribe: Trace.Call, in walk: TraceWalk) {
        guard let sent = unheard.removeValue(forKey: subject.id), isRightAfter(sent, subscribe, in: walk) else {
            return
        }
        lost[subject.id] = Lost(subject: subject, sent: sent, subscribe: subscribe)
    }

    private mutating func noteLater(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .on, call.eventKind == .next, call.type == nil, let id = call.node,
            let sites = lost[id]?.sent.sites
        else { return }
        lost[id]?.isHeardLater = true
        if let site = call.site ?? walk.callingSite, sites.contains(site) { lost[id]?.goesOn = true }
    }

    /// Whether nothing but set-up lies between the elements and who subscribes.
    private func isRightAfter(_ sent: Unheard, _ subscribe: Trace.Call, in walk: TraceWalk) -> Bool {
        guard sent.first.thread == subscribe.thread,
            walk.deeds(onThreadOf: subscribe) == sent.deeds + sent.outermost
        else { return false }
        guard let start = sent.first.start, let end = subscribe.start else { return true }
        return end <= start &+ Self.pause
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        lost.values.sorted { $0.subscribe.id < $1.subscribe.id }.compactMap { lost in
            // Several lines before others that arrive are those of a log.
            guard lost.sent.sites.count <= 1 || !lost.isHeardLater else { return nil }
            let (first, count) = (lost.sent.first, lost.sent.count)
            let name = walk.name(of: lost.subject)
            let site = first.site ?? walk.site(of: first.subscription) ?? lost.subject.site
            return finding(
                "\(Count.of(count, "element")) of \(name) \(count == 1 ? "is" : "are") sent before anybody listens",
                at: site,
                [
                    .init("\(name) is handed \(CallText.event(first))", call: first.id, site: site),
                    .init(
                        "the first subscriber comes only then", call: lost.subscribe.id,
                        site: walk.site(of: lost.subscribe.subscription)),
                ], severity: lost.goesOn ? .note : nil)
        }
    }
}
