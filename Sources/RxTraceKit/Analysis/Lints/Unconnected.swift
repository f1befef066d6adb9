/// A connectable is subscribed to and never connected.
struct Unconnected: LintRule {
    static let definition = LintDefinition(
        name: "unconnected", severity: .warning,
        summary: "a connectable is subscribed to, and nobody connects it",
        explanation: """
            Fires where a connectable (publish, replay, multicast) has subscribers, and nobody connects it before the
            recording ends: none of them gets an event. No fault: a connectable that nobody subscribes to, or that
            refCount connects.
            """,
        example: """
            let ticks = timer.publish()
            ticks.subscribe(onNext: show).disposed(by: bag)  // and no ticks.connect()
            """,
        remedy: "call connect() once all have subscribed, or use refCount() or share()")
    static let opening: Set<Trace.Operation> = [.subscribe, .connect]

    private var subscribed: [Int: [Trace.Call]] = [:]
    private var connected: Set<Int> = []

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node, call.operation == .subscribe || call.operation == .connect,
            let node = walk.node(id), node.role == .connectable
        else { return }
        if call.operation == .connect {
            connected.insert(id)
        } else if !node.isEarly, !node.behaviors.contains(.inside), walk.caller?.call.node != id {
            subscribed[id, default: []].append(call)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        subscribed.sorted { $0.key < $1.key }.compactMap { id, calls in
            guard !connected.contains(id), let node = walk.node(id) else { return nil }
            let name = walk.name(of: node)
            var evidence = calls.prefix(8).map { call in
                Trace.Finding.Evidence("subscribed", call: call.id, site: walk.site(of: call.subscription))
            }
            evidence.append(.init("nobody calls connect()"))
            return finding(
                "\(name) has \(Count.of(calls.count, "subscriber")), and nobody connects it", at: node.site, evidence)
        }
    }
}
