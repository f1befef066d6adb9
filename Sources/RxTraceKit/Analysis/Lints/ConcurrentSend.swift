/// Two threads send into one receiver at the same time.
struct ConcurrentSend: LintRule {
    static let definition = LintDefinition(
        name: "concurrent-send", severity: .error,
        summary: "two threads send into one subject at the same time",
        explanation: """
            Fires where one thread hands an event to a subject, a relay or the observer of a create, while another
            thread still delivers an event there. Its observers then run at the same time and see the events in
            different orders, and an operator's state may break. RxSwift calls this a synchronization anomaly. The line
            is the one that sends later. The rule reads the calls' times: in a trace without times it finds nothing. No
            fault: several threads that send one after the other, as under a lock.
            """,
        example: """
            queue.async { progress.onNext(1) }
            progress.onNext(2)  // while the queue may be sending
            """,
        remedy: "send from one serial queue; or merge several subjects, one per thread")
    static let dependsOnOrder = true
    static let opening: Set<Trace.Operation> = [.on]

    /// An event that is being delivered.
    private struct Delivery {
        var call: Trace.Call
        var site: Trace.Site?
        var end: UInt64
    }

    private var deliveries: [Int: Delivery] = [:]
    private var found: [Int: (first: Delivery, second: Delivery, count: Int)] = [:]

    static func wants(_ sort: CallSort) -> Bool { CallSort.isSentTo(sort.role, sort.behaviors) }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.type == nil, let id = call.node, let start = call.start, let duration = call.duration,
            CallSort.isSentTo(walk.role, walk.behaviors)
        else { return }
        let delivery = Delivery(call: call, site: call.site ?? walk.callingSite, end: start &+ duration)
        guard let before = deliveries[id], before.end > start else {
            deliveries[id] = delivery
            return
        }
        if before.call.thread != call.thread {
            let known = found[id]
            found[id] = (known?.first ?? before, known?.second ?? delivery, (known?.count ?? 0) + 1)
        }
        if delivery.end > before.end { deliveries[id] = delivery }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let node = walk.node(id) else { return nil }
            let name = walk.name(of: node)
            let (first, second) = (pair.first.call, pair.second.call)
            return finding(
                "\(name) is handed \(CallText.event(second)) while another thread still sends \(CallText.event(first))",
                at: pair.second.site ?? node.site ?? walk.observable(of: id)?.site,
                [
                    .init(
                        "\(CallText.event(first)) is sent on \(walk.threadName(first.thread))", call: first.id,
                        site: pair.first.site),
                    .init(
                        "\(CallText.event(second)) is sent on \(walk.threadName(second.thread)), before the first is delivered",
                        call: second.id, site: pair.second.site),
                ], count: pair.count)
        }
    }
}
