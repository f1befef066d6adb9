import RxTraceKit

/// A trace that has a value for every key of the document, and texts that need care.
enum ExampleTrace {
    static let hardTexts = [
        "", "plain", "下一步", "quote \" backslash \\ slash /", "line\nfeed\r\ttab", "\u{0}\u{1}\u{1F}\u{7F}",
        "separators \u{2028}\u{2029}", "emoji 👩‍👩‍👧‍👦 flag 🇨🇭", "e\u{301} decomposed", "\u{FFFD}\u{FEFF}",
    ]

    static let full = Trace(
        scenario: "hops \"quoted\"", drops: Trace.Drops(memory: 3),
        threads: [Trace.Thread(id: 0, name: "main"), Trace.Thread(id: 7, name: "worker")],
        nodes: [
            Trace.Node(
                id: 1, type: "Map", generic: "Map<Int, String>", role: .observable,
                site: Trace.Site(file: "samples/Hops.swift", line: 12)),
            Trace.Node(id: 2, type: "SerialDispatchQueueScheduler", role: .scheduler, name: "rx.held"),
            Trace.Node(id: 5, type: "MapSink", role: .sink),
        ],
        subscriptions: [
            Trace.Subscription(id: 1, node: 1, site: Trace.Site(file: "samples/Hops.swift", line: 18)),
            Trace.Subscription(id: 2, parent: 1, node: 1, ended: "completed"),
        ],
        calls: [
            Trace.Call(id: 1, operation: .create, node: 1, label: "map", start: 0, duration: 12),
            Trace.Call(id: 2, operation: .schedule, node: 2, subscription: 1, start: 20, duration: .max),
            Trace.Call(id: 3, parent: 2, operation: .on, type: "AnyObserver", start: 25),
            Trace.Call(id: 6, cause: 2, operation: .invoke, node: 2, thread: 7),
        ]
            + hardTexts.enumerated().map { index, text in
                Trace.Call(
                    id: 10 + index, parent: 6, operation: .forwardOn, node: 5, thread: 7, subscription: 2,
                    event: Trace.Event(.next, value: text))
            } + [
                Trace.Call(
                    id: 30, parent: 6, operation: .deinit, node: 5, thread: 7, event: Trace.Event(.completed))
            ])

    /// `full` without what `times: false` leaves out.
    static var withoutTimes: Trace {
        var trace = full
        for index in trace.calls.indices {
            trace.calls[index].start = nil
            trace.calls[index].duration = nil
        }
        return trace
    }
}
