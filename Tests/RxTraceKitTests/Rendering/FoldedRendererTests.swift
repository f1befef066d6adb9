import RxTraceKit
import Testing

struct FoldedRendererTests {
    private func folded(_ trace: Trace, _ measure: FoldedRenderer.Measure = .calls) -> String {
        FoldedRenderer(measure: measure).string(from: trace)
    }

    private func nested() -> Trace {
        let script = TraceScript()
        script.node("map", "MapSink", .sink)
        for _ in 1...3 { script.call(.on, "map") { script.call(.forwardOn, "map") } }
        script.call(.on, "map") { script.call(.handler, "map", label: "transform") }
        return script.trace
    }

    @Test func equalStacksAreOneLineWithTheirNumber() {
        #expect(
            folded(nested()) == """
                main;on MapSink 4
                main;on MapSink;forwardOn MapSink 3
                main;on MapSink;handler transform MapSink 1

                """)
    }

    @Test func timeIsThatOfTheCallsThemselves() {
        var trace = nested()
        for index in trace.calls.indices {
            trace.calls[index].start = UInt64(index) * 100
            trace.calls[index].duration = trace.calls[index].parent == nil ? 90 : 40
        }
        #expect(
            folded(trace, .time) == """
                main;on MapSink 200
                main;on MapSink;forwardOn MapSink 120
                main;on MapSink;handler transform MapSink 40

                """)
    }

    @Test func waitingIsThatOfTheWorkUntilItFirstRan() {
        var trace = Trace(scenario: "waiting", threads: [.init(id: 0, name: "main"), .init(id: 1, name: "worker")])
        trace.nodes = [.init(id: 1, type: "Scheduler", role: .scheduler)]
        trace.calls = [
            .init(id: 1, operation: .handler, label: "onNext", start: 0, duration: 1000),
            .init(id: 2, parent: 1, operation: .schedule, node: 1, start: 100, duration: 5),
            .init(id: 3, parent: 1, operation: .schedule, node: 1, start: 200, duration: 5),
            .init(id: 4, cause: 2, operation: .invoke, thread: 1, start: 1100, duration: 5),
            .init(id: 5, cause: 2, operation: .invoke, thread: 1, start: 9000, duration: 5),
        ]
        #expect(folded(trace, .waiting) == "main;handler onNext;schedule Scheduler 1000\n")
    }

    @Test func separatorsInNamesAreReplaced() {
        let script = TraceScript("x", threads: ["a;b"])
        script.node("odd", "A;B 3\n", .observable)
        script.call(.on, "odd")
        script.call(.mark, label: ";\u{301}")
        #expect(folded(script.trace) == "a:b;on A:B 3\\n 1\na:b;mark \":\u{301}\" 1\n")
    }

    @Test func veryDeepStacksEndInOneFrame() {
        let script = TraceScript()
        func nest(_ levels: Int) {
            guard levels > 0 else { return }
            script.call(.mark, label: "") { nest(levels - 1) }
        }
        nest(FoldedRenderer.deepest + 50)
        let lines = folded(script.trace).split(separator: "\n")
        #expect(lines.count == FoldedRenderer.deepest + 1)
        #expect(lines.last?.hasSuffix(";… 50") == true)
    }
}
