import Foundation
import RxTraceKit
import Testing

@Suite struct JSONWriterTests {
    private let small = Trace(
        scenario: "just", threads: [Trace.Thread(id: 0, name: "main")],
        nodes: [
            Trace.Node(
                id: 1, type: "Just", generic: "Just<Int>", role: .observable,
                site: Trace.Site(file: "Just.swift", line: 3), name: "one")
        ],
        subscriptions: [Trace.Subscription(id: 1, node: 1, ended: "completed")],
        calls: [
            Trace.Call(id: 1, operation: .create, node: 1, label: "just", start: 5, duration: 2),
            Trace.Call(
                id: 2, parent: 1, cause: 1, operation: .on, node: 1, type: "AnyObserver", label: "x",
                subscription: 1, event: Trace.Event(.next, value: "7"),
                site: Trace.Site(file: "Just.swift", line: 4), start: 8, duration: 1),
        ])

    @Test func `a document has a row on each line and its keys in order`() {
        #expect(
            JSONRenderer().string(from: small) == """
                {"format": "rxtrace", "version": 1, "scenario": "just", "dropped": 0,
                 "threads": [
                  {"id": 0, "name": "main"}
                 ],
                 "nodes": [
                  {"id": 1, "type": "Just", "generic": "Just<Int>", "role": "observable", "name": "one", "site": \
                {"file": "Just.swift", "line": 3}}
                 ],
                 "subscriptions": [
                  {"id": 1, "node": 1, "ended": "completed"}
                 ],
                 "calls": [
                  {"id": 1, "operation": "create", "node": 1, "thread": 0, "label": "just", "start": 5, "duration": 2},
                  {"id": 2, "parent": 1, "cause": 1, "operation": "on", "node": 1, "thread": 0, "type": "AnyObserver", \
                "label": "x", "subscription": 1, "event": {"kind": "next", "value": "7"}, \
                "site": {"file": "Just.swift", "line": 4}, "start": 8, "duration": 1}
                 ]}

                """)
    }

    @Test func `JSON Lines have the header first and each row tagged`() {
        var trace = small
        trace.isCanonical = true
        trace.calls.removeLast()
        #expect(
            JSONLinesRenderer(times: false).string(from: trace) == """
                {"format": "rxtrace", "version": 1, "scenario": "just", "dropped": 0, "canonical": true}
                {"thread": {"id": 0, "name": "main"}}
                {"node": {"id": 1, "type": "Just", "generic": "Just<Int>", "role": "observable", "name": "one", \
                "site": {"file": "Just.swift", "line": 3}}}
                {"subscription": {"id": 1, "node": 1, "ended": "completed"}}
                {"call": {"id": 1, "operation": "create", "node": 1, "thread": 0, "label": "just"}}

                """)
    }

    @Test func `an empty trace is a document too`() {
        #expect(
            JSONRenderer().string(from: Trace(scenario: "")) == """
                {"format": "rxtrace", "version": 1, "scenario": "", "dropped": 0,
                 "threads": [],
                 "nodes": [],
                 "subscriptions": [],
                 "calls": []}

                """)
    }

    @Test func `the texts that need escapes are escaped`() {
        let text = JSONRenderer().string(from: Trace(scenario: "\"\\\n\r\t\u{1}\u{2028}…下"))
        #expect(text.contains(#""scenario": "\"\\\n\r\t\u0001\u2028…下","#))
    }

    @Test func `another JSON parser reads the same texts`() throws {
        let data = Data(JSONRenderer().string(from: ExampleTrace.full).utf8)
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let calls = try #require(document["calls"] as? [[String: Any]])
        let values = calls.compactMap { ($0["event"] as? [String: Any])?["value"] as? String }
        #expect(values.map { Array($0.utf8) } == ExampleTrace.hardTexts.map { Array($0.utf8) })
        #expect(document["dropped"] as? Int == 3)
    }

    @Test func `a long trace reaches the output in blocks`() throws {
        var trace = small
        trace.calls = (1...10_000).map { Trace.Call(id: $0, operation: .run, node: 1) }
        var largest = 0
        var total = 0
        let output = TextOutput {
            largest = max(largest, $0.count)
            total += $0.count
        }
        try JSONTraceWriter().write(trace, to: output)
        try output.flush()
        #expect(total > 500_000)
        #expect(largest < 100_000)
    }
}
