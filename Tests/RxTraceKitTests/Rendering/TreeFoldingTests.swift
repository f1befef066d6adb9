import RxTraceKit
import Testing

struct TreeFoldingTests {
    @Test func siblingsThatRepeatAreDrawnOnceWithTheFirstAndTheLastValue() {
        let rows = TreeRenderer().lines(TraceScript.repeated((1...1000).map(String.init)))
        #expect(
            rows.dropFirst().dropLast() == ["└─ on MapSink next(1 … 1000) ×1,000", "  ↳ handler transform MapSink"])
        let same = TreeRenderer().lines(TraceScript.repeated(["7", "7", "7", "7"]))
        #expect(same[1] == "└─ on MapSink next(7) ×4")
    }

    @Test func threeOfAKindAreNotFoldedNorWhatReadsDifferently() {
        #expect(TreeRenderer().lines(TraceScript.repeated(["a", "b", "c"])).count == 8)
        let script = TraceScript()
        script.node("sink", "MapSink", .sink)
        for number in 1...5 {
            script.call(.on, "sink", .next("1")) {
                if number == 3 { script.call(.handler, "sink", label: "transform") }
            }
        }
        #expect(TreeRenderer().lines(script.trace).count == 8)
    }

    @Test func errorsAreToldApart() {
        let script = TraceScript()
        script.node("sink", "MapSink", .sink)
        for number in 1...4 { script.call(.on, "sink", Trace.Event(.error, value: "\(number % 2)")) }
        #expect(TreeRenderer().lines(script.trace).count == 6)
    }

    @Test func foldingCanBeTurnedOff() {
        let trace = TraceScript.repeated((1...9).map(String.init))
        #expect(TreeRenderer(folds: false).lines(trace).count == 20)
    }

    @Test func roundsOfSiblingsAreDrawnOnce() {
        let script = TraceScript()
        script.node("source", "Just", .observable)
        script.node("observer", "AnonymousObserver", .observer)
        for number in 1...4 {
            script.call(.create, "source")
            script.call(.subscribe, "source") { script.call(.on, "observer", .next("\(number)")) }
        }
        script.call(.insert, "observer")
        // The first create shows where the observable was made, and so is unlike the others.
        script.call(.create, "source")
        let rows = TreeRenderer().lines(script.trace)
        #expect(rows.contains { $0.hasSuffix("insert AnonymousObserver") })
        for _ in 5...40 {
            script.call(.subscribe, "source") { script.call(.on, "observer", .next("5")) }
            script.call(.create, "source")
        }
        let more = TreeRenderer().lines(script.trace)
        #expect(more.contains { $0.hasSuffix("×36 rounds of") })
        #expect(more.count < 20)
    }

    @Test func foldedSiblingsAboutOtherNodesAreCalledInstances() {
        let script = TraceScript()
        for number in 1...4 {
            script.node("\(number)", "AnonymousObserver", .observer)
            script.call(.on, "\(number)", .next("1"))
        }
        #expect(TreeRenderer().lines(script.trace)[1] == "└─ on AnonymousObserver next(1) ×4 instances")
    }

    /// So many rows that they are folded while the trace is read, with work that runs when its schedule is folded away.
    @Test func aLongTraceIsFoldedWhileItIsRead() {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("sink", "ObserveOnSink", .sink)
        script.node("scheduler", "SerialDispatchQueueScheduler", .scheduler)
        let count = 30_000
        var causes: [Int] = []
        func run(_ number: Int) {
            script.on(thread: 1) {
                script.call(.invoke, cause: causes[number]) { script.call(.on, "sink", .next("\(number)")) }
            }
        }
        for number in 0..<count {
            script.call(.onCore, "sink", .next("\(number)")) { causes.append(script.call(.schedule, "scheduler")) }
            // The queue lags behind, more and more.
            if number % 2 == 1 { run(number / 2) }
        }
        for number in count / 2..<count { run(number) }
        #expect(
            TreeRenderer().lines(script.trace).dropLast() == [
                "script", "└─ onCore ObserveOnSink next(0 … 29999) ×30,000",
                "  ↳ schedule SerialDispatchQueueScheduler @2 → invoke @5 and 29,999 more on queue",
                "  ↳ invoke @5 ← schedule @2 · on queue ×30,000", "  ↳ on ObserveOnSink next(0 … 29999)",
            ])
    }

    /// Every cycle is about an observable, a subscription and a disposable of its own.
    @Test func aLongLoopIsRoundsOfWhatItDoes() {
        let script = TraceScript()
        let count = 10_000
        for number in 1...count {
            script.node("source\(number)", "Just", .observable, site: Trace.Site(file: "App.swift", line: 3))
            script.node("end\(number)", "BinaryDisposable", .disposable)
            let one = script.subscription(of: "source\(number)", ended: "disposed")
            script.call(.create, "source\(number)", label: "just")
            script.call(.subscribe, "source\(number)", subscription: one) {
                script.call(.run, "source\(number)", subscription: one)
            }
            script.call(.dispose, "end\(number)", subscription: one)
        }
        #expect(
            TreeRenderer().lines(script.trace) == [
                "script", "└─ ×10,000 rounds of", "  ├─ create Just  App.swift:3",
                "  ├─ subscribe Just · subscriptions 1…10000, disposed", "  │ ↳ run Just",
                "  └─ dispose BinaryDisposable",
                "40,000 calls, 20,000 nodes, 10,000 subscriptions, none live",
            ])
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
        #expect(rows.filter { $0.contains("subscriptions") && $0.hasSuffix("completed ×4") }.count == 2)
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
