import Testing
import TraceKit

struct TreeFoldingTests {
    @Test func siblingsThatRepeatAreDrawnOnce() {
        let rows = TreeRenderer().lines(TraceScript.repeated(["a"] + Array(repeating: "b", count: 1000) + ["c"]))
        #expect(
            rows.dropFirst().dropLast() == [
                "├─ on MapSink next(a)", "│ └─ handler transform MapSink",
                "├─ on MapSink next(b) ×1,000", "│ └─ handler transform MapSink",
                "└─ on MapSink next(c)", "  └─ handler transform MapSink",
            ])
    }

    @Test func pairsAndSiblingsThatDifferAreNotFolded() {
        #expect(TreeRenderer().lines(TraceScript.repeated(["a", "a"])).count == 6)
        #expect(TreeRenderer().lines(TraceScript.repeated(["a", "b", "a", "b", "a", "b"])).count == 14)
    }

    @Test func foldedSiblingsAboutOtherNodesAreCalledInstances() {
        let script = TraceScript()
        for number in 1...3 {
            script.node("\(number)", "AnonymousObserver", .observer)
            script.call(.on, "\(number)", .next("1"))
        }
        #expect(TreeRenderer().lines(script.trace)[1] == "└─ on AnonymousObserver#1 next(1) ×3 instances")
    }

    @Test func aLiveSubscriptionIsNotFoldedAwayAmongEndedOnes() {
        let script = TraceScript()
        script.node("source", "Just", .observable)
        for number in 1...9 {
            let id = script.subscription(of: "source", ended: number == 5 ? nil : "completed")
            script.call(.subscribe, "source", subscription: id)
        }
        let rows = TreeRenderer().lines(script.trace)
        #expect(rows.contains("├─ subscribe Just · subscription 5, still live"))
        #expect(rows.filter { $0.hasSuffix("×4") }.count == 2)
    }

    @Test func workThatSchedulesItselfAgainIsNotIndentedTurnByTurn() {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("scheduler", "SerialDispatchQueueScheduler", .scheduler)
        script.node("sink", "RangeSink", .sink)
        var cause = script.call(.schedule, "scheduler")
        script.on(thread: 1) {
            for turn in 1...3 {
                script.call(.invoke, cause: cause) {
                    script.call(.forwardOn, "sink", .next("\(turn)"))
                    cause = script.call(.schedule, "scheduler")
                }
            }
        }
        let invokes = TreeRenderer().lines(script.trace).filter { $0.contains("invoke @") && $0.contains("←") }
        #expect(
            invokes == [
                "  ├─ invoke @2 ← schedule @1 · on queue", "  ├─ invoke @5 ← schedule @4 · on queue",
                "  └─ invoke @8 ← schedule @7 · on queue",
            ])
    }
}

extension TraceScript {
    /// One sink that is handed these events, one after the other.
    static func repeated(_ events: [String]) -> Trace {
        let script = TraceScript()
        script.node("sink", "MapSink", .sink)
        for event in events {
            script.call(.on, "sink", .next(event)) { script.call(.handler, "sink", label: "transform") }
        }
        return script.trace
    }
}
