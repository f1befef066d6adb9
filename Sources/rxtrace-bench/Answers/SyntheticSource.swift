import RxTraceKit

/// A trace of any length that is made up while it is read, so that only the time and memory of the answer are measured.
///
/// A subject, a map, and a hop to a queue: each event is ten calls, the last four of them on the queue's thread.
struct SyntheticSource: TraceSource {
    static let callsPerEvent = 10

    let scenario = "synthetic"
    let run: Trace.Run? = nil
    let drops = Trace.Drops()
    let isCanonical = false
    let closures: Trace.Closures = ["transform": [.computes], "onNext": [.next]]
    let callCount: Int
    let threads = TraceTable([Trace.Thread(id: 0, name: "main"), Trace.Thread(id: 1, name: "rx.decoding")])
    let nodes = TraceTable([
        Trace.Node(id: 1, type: "PublishSubject", role: .subject, site: Trace.Site(file: "Synthetic.swift", line: 1)),
        Trace.Node(id: 2, type: "Map", role: .observable, site: Trace.Site(file: "Synthetic.swift", line: 2)),
        Trace.Node(id: 3, type: "MapSink", role: .sink),
        Trace.Node(id: 4, type: "ObserveOnSerialDispatchQueueSink", role: .sink),
        Trace.Node(id: 5, type: "SerialDispatchQueueScheduler", role: .scheduler, name: "rx.decoding"),
        Trace.Node(id: 6, type: "AnonymousObserver", role: .observer),
    ])
    let subscriptions = TraceTable([
        Trace.Subscription(id: 1, node: 2, site: Trace.Site(file: "Synthetic.swift", line: 4))
    ])

    init(events: Int) { callCount = events * Self.callsPerEvent }

    func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        var id = 0
        var time: UInt64 = 0
        func call(
            _ operation: Trace.Operation, _ node: Int, above: Int?, event: Trace.Event?, thread: Int = 0,
            cause: Int? = nil, label: String? = nil, duration: UInt64
        ) throws {
            id += 1
            time += 40
            try body(
                Trace.Call(
                    id: id, parent: above, cause: cause, operation: operation, node: node, thread: thread, label: label,
                    subscription: 1, event: event, start: time, duration: duration))
        }
        for number in 0..<callCount / Self.callsPerEvent {
            let base = id
            let event = Trace.Event(.next, value: String(number))
            try call(.on, 1, above: nil, event: event, duration: 260)
            try call(.on, 3, above: base + 1, event: event, duration: 200)
            try call(.handler, 3, above: base + 2, event: nil, label: "transform", duration: 20)
            try call(.forwardOn, 3, above: base + 2, event: event, duration: 110)
            try call(.on, 4, above: base + 4, event: event, duration: 70)
            try call(.schedule, 5, above: base + 5, event: nil, duration: 30)
            try call(.invoke, 5, above: nil, event: nil, thread: 1, cause: base + 6, duration: 150)
            try call(.on, 6, above: base + 7, event: event, thread: 1, duration: 110)
            try call(.onCore, 6, above: base + 8, event: event, thread: 1, duration: 70)
            try call(.handler, 6, above: base + 9, event: nil, thread: 1, label: "onNext", duration: 30)
        }
    }
}
