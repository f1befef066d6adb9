/// Two threads send into one receiver at the same time.
struct ConcurrentSend: LintRule {
    static let definition = LintDefinition(
        name: "concurrent-send", severity: .error,
        summary: "two threads send into one subject at the same time",
        explanation: """
            Fires where a subject, a relay or the observer of a create is handed an event on one thread while it still
            delivers another on a second one: its observers run at the same time, see events in different orders, and an
            operator's state may break. RxSwift calls it a synchronization anomaly. The line is the one that sends later.
            It is told by the calls' times: without these nothing is found. Sends of several threads that follow one
            another, as under a lock, are no fault.
            """,
        example: """
            queue.async { progress.onNext(1) }
            progress.onNext(2)  // while the queue may be sending
            """,
        remedy: "send from one serial queue, or merge a subject per thread")
    static let opening: Set<Trace.Operation> = [.on]

    /// An event that is being delivered.
    private struct Delivery {
        var call: Trace.Call
        var site: Trace.Site?
        var end: UInt64
    }

    private var deliveries: [Int: Delivery] = [:]
    private var found: [Int: (first: Delivery, second: Delivery, count: Int)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.role == .subject ? !sort.behaviors.contains(.inside) : sort.isToReceiver
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.type == nil, let id = call.node, let start = call.start, let duration = call.duration,
            walk.role == .subject && !walk.behaviors.contains(.inside)
                || walk.role == .sink && walk.behaviors.contains(.sentTo)
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
                        "and \(CallText.event(second)) on \(walk.threadName(second.thread)), before that was delivered",
                        call: second.id, site: pair.second.site),
                ], count: pair.count)
        }
    }
}
