/// Elements are sent into a subject before anybody listens, and somebody comes later.
struct UnheardSend: LintRule {
    static let definition = LintDefinition(
        name: "unheard-send", severity: .warning,
        summary: "elements are sent before the first subscriber comes",
        explanation: """
            Fires where a subject that replays nothing (PublishSubject, PublishRelay) is handed elements before anybody
            has subscribed, and somebody subscribes later: these elements are lost. The line is that of the first of them.
            Elements sent after the subscribers have gone are no fault.
            """,
        example: """
            status.onNext(.loading)  // lost
            status.subscribe(onNext: show).disposed(by: bag)
            """,
        remedy: "subscribe first, or use a BehaviorSubject or ReplaySubject")
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    private var heard: Set<Int> = []
    private var unheard: [Int: (first: Trace.Call, count: Int)] = [:]
    private var found: [Trace.Finding] = []

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .subject, let id = call.node, !heard.contains(id), let node = walk.node(id)
        else { return }
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
            unheard[id] = (unheard[id]?.first ?? call, (unheard[id]?.count ?? 0) + 1)
        }
    }

    private mutating func add(_ subject: Trace.Node, _ subscribe: Trace.Call, in walk: TraceWalk) {
        guard let (first, count) = unheard.removeValue(forKey: subject.id) else { return }
        let name = walk.name(of: subject)
        let site = first.site ?? walk.site(of: first.subscription) ?? subject.site
        found.append(
            finding(
                "\(Count.of(count, "element")) of \(name) \(count == 1 ? "is" : "are") sent before anybody listens",
                at: site,
                [
                    .init("\(name) is handed \(CallText.event(first))", call: first.id, site: site),
                    .init("and subscribed only then", call: subscribe.id, site: walk.site(of: subscribe.subscription)),
                ]))
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] { found }
}
