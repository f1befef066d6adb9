import RxTraceKit
import Testing

@Suite struct CallTreeTests {
    /// 1 schedule (2 run (3 on)), 4 invoke of 1, 5 dispose below 1, 6 invoke of 1 made within 5.
    private let trace = Trace(
        scenario: "",
        calls: [
            Trace.Call(id: 1, operation: .schedule), Trace.Call(id: 2, parent: 1, operation: .run),
            Trace.Call(id: 3, parent: 2, operation: .on), Trace.Call(id: 4, cause: 1, operation: .invoke, thread: 1),
            Trace.Call(id: 5, parent: 1, operation: .dispose),
            Trace.Call(id: 6, parent: 5, cause: 1, operation: .invoke),
        ])

    @Test func `in the causal tree work hangs below its schedule call, after that call's own children`() {
        let tree = CallTree(trace)
        #expect(Array(tree.roots) == [0])
        #expect(Array(tree.children(of: 0)) == [1, 4, 3, 5])
        #expect(tree.map(\.call) == [0, 1, 2, 4, 3, 5])
        #expect(tree.map(\.depth) == [0, 1, 2, 1, 1, 1])
        #expect(tree.map(\.isLast) == [true, false, true, false, false, true])
        #expect(tree.parent(of: 5) == 0)
        #expect(tree.parent(of: 0) == nil)
    }

    @Test func `in the synchronous tree work hangs below the call that ran it, or is a root`() {
        let tree = CallTree(trace, shape: .synchronous)
        #expect(Array(tree.roots) == [0, 3])
        #expect(tree.map(\.call) == [0, 1, 2, 4, 5, 3])
        #expect(tree.parent(of: 5) == 4)
    }

    @Test func `a subtree starts at depth 0`() {
        let visits = Array(CallTree(trace).subtree(of: 1))
        #expect(visits.map(\.call) == [1, 2])
        #expect(visits.map(\.depth) == [0, 1])
    }

    @Test func `ids with gaps are found, those that are not there are not`() {
        let trace = Trace(
            scenario: "",
            calls: [
                Trace.Call(id: 4, operation: .run), Trace.Call(id: 9, parent: 4, operation: .on),
                Trace.Call(id: 10, parent: 7, operation: .on),
            ])
        let tree = CallTree(trace)
        #expect(tree.position(of: 9) == 1)
        #expect(tree.position(of: 5) == nil)
        #expect(Array(tree.roots) == [0, 2])
        #expect(Array(tree.children(of: 0)) == [1])
    }

    @Test func `links that would close a circle are not followed`() {
        let trace = Trace(
            scenario: "",
            calls: [
                Trace.Call(id: 1, parent: 2, operation: .run), Trace.Call(id: 2, parent: 1, operation: .run),
                Trace.Call(id: 3, parent: 3, operation: .run),
            ])
        #expect(CallTree(trace).map(\.call) == [0, 1, 2])
        #expect(trace.canonical().calls.map(\.parent) == [nil, 1, nil])
    }

    @Test func `an empty trace has an empty tree`() {
        #expect(Array(CallTree(Trace(scenario: ""))).isEmpty)
    }

    @Test func `a trace of 100,000 levels is walked, written, read and made canonical`() throws {
        let count = 100_000
        let trace = Trace(
            scenario: "deep", threads: [Trace.Thread(id: 0, name: "main")],
            calls: (1...count).map { Trace.Call(id: $0, parent: $0 == 1 ? nil : $0 - 1, operation: .on) })
        var deepest = 0
        for visit in CallTree(trace) { deepest = max(deepest, visit.depth) }
        #expect(deepest == count - 1)
        var canonical = trace
        canonical.isCanonical = true
        #expect(trace.canonical() == canonical)
        #expect(try TraceReader.read(JSONRenderer().string(from: trace), named: "t") == trace)
    }

    @Test func `a call with 100,000 children is walked`() {
        let calls = (1...100_000).map { Trace.Call(id: $0, parent: $0 == 1 ? nil : 1, operation: .on) }
        #expect(CallTree(Trace(scenario: "wide", calls: calls)).map(\.call) == Array(calls.indices))
    }
}
