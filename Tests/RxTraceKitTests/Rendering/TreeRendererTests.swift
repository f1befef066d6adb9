import RxTraceKit
import Testing

struct TreeRendererTests {
    @Test func everyCallIsDrawnWithItsEventHandlerAndSite() {
        #expect(
            TreeRenderer().string(from: TraceScript.create()) == """
                create-subscribe
                ├─ create AnonymousObservable (create)  samples/CreateSubscribe.swift:12
                └─ subscribe AnonymousObservable · subscription 1, completed  samples/CreateSubscribe.swift:18
                  ↳ subscribe AnonymousObservable
                  ↳ schedule CurrentThreadScheduler @4
                  ↳ run AnonymousObservable
                  ↳ run AnonymousObservableSink
                  ↳ handler subscribeHandler AnonymousObservable
                    ├─ on AnyObserver next(10)
                    │ ↳ on AnonymousObservableSink next(10)
                    │ ↳ forwardOn AnonymousObservableSink next(10)
                    │ ↳ on AnonymousObserver next(10)
                    │ ↳ onCore AnonymousObserver next(10)
                    │ ↳ handler onNext AnonymousObserver
                    ├─ on AnyObserver completed
                    │ ↳ on AnonymousObservableSink completed
                    │ ↳ forwardOn AnonymousObservableSink completed
                    │ ↳ on AnonymousObserver completed
                    │ ↳ onCore AnonymousObserver completed
                    │   ├─ handler onCompleted AnonymousObserver
                    │   └─ dispose AnonymousDisposable
                    │     ↳ handler onDisposed AnonymousDisposable
                    └─ dispose AnonymousObservableSink
                      ↳ dispose SinkDisposer
                23 calls, 6 nodes, 1 subscription, none live

                """)
    }

    @Test func chainsCanBeIndentedAsEverythingElse() {
        let rows = TreeRenderer(indentsChains: true).lines(TraceScript.create())
        #expect(
            rows[3...5] == [
                "  └─ subscribe AnonymousObservable", "    └─ schedule CurrentThreadScheduler @4",
                "      └─ run AnonymousObservable",
            ])
    }

    @Test func userZoomKeepsWhatTheUserWroteAndTheEventsHandedToIt() {
        #expect(
            TreeRenderer(zoom: .user).string(from: TraceScript.create()) == """
                create-subscribe
                ├─ create AnonymousObservable (create)  samples/CreateSubscribe.swift:12
                └─ subscribe AnonymousObservable · subscription 1, completed  samples/CreateSubscribe.swift:18
                  ↳ handler subscribeHandler AnonymousObservable
                    ├─ on AnyObserver next(10)
                    │ ↳ handler onNext AnonymousObserver next(10)
                    ├─ on AnyObserver completed
                    │ ├─ handler onCompleted AnonymousObserver completed
                    │ └─ handler onDisposed AnonymousDisposable
                    └─ dispose AnonymousObservableSink
                23 calls (9 shown), 6 nodes, 1 subscription, none live

                """)
    }

    @Test func operatorsZoomHidesTheMachinery() {
        let text = TreeRenderer(zoom: .operators).string(from: TraceScript.create())
        for hidden in [
            "onCore", "SinkDisposer", "CurrentThreadScheduler", "run AnonymousObservableSink", "AnyObserver",
        ] {
            #expect(!text.contains(hidden))
        }
        #expect(text.contains("run AnonymousObservable\n"))
        #expect(text.contains("forwardOn AnonymousObservableSink next(10)"))
    }

    @Test(arguments: Zoom.allCases)
    func aHopShowsWhereItWasAskedForAndWhereItRan(zoom: Zoom) {
        let rows = TreeRenderer(zoom: zoom).lines(TraceScript.observeOn())
        let asked = rows.firstIndex {
            $0.contains("schedule SerialDispatchQueueScheduler \"rx.held\" @8 → invoke @9 on rx.held")
        }
        let ran = rows.firstIndex { $0.hasSuffix("↳ invoke @9 ← schedule @8 · on rx.held") }
        #expect(asked != nil)
        #expect(ran == asked.map { $0 + 1 })
    }

    @Test func nodesAreNumberedOnlyWhereTheirTypeHasSeveral() {
        let script = TraceScript()
        script.node("first", "Map", .observable)
        script.node("second", "Map", .observable)
        script.node("only", "Filter", .observable)
        for word in ["first", "second", "only"] { script.call(.create, word) }
        #expect(
            TreeRenderer().lines(script.trace)[1...3] == ["├─ create Map#1", "├─ create Map#2", "└─ create Filter"])
    }

    @Test func whatIsLeftOpenOrLostIsSaid() {
        let script = TraceScript()
        script.node("source", "Never", .observable)
        script.call(.subscribe, "source", subscription: script.subscription(of: "source", ended: nil))
        script.dropped(1200)
        #expect(TreeRenderer().lines(script.trace)[1] == "└─ subscribe Never · subscription 1, still live")
        #expect(TreeRenderer().lines(script.trace)[2] == "1 call, 1 node, 1 subscription, 1 still live, 1,200 dropped")
    }

    @Test func anEmptyTraceIsAHeaderAndASummary() {
        #expect(
            TreeRenderer().string(from: Trace(scenario: ""))
                == "trace\n0 calls, 0 nodes, 0 subscriptions, none live\n")
    }
}

extension TreeRenderer {
    /// The rows of the rendering, without their line ends.
    func lines(_ trace: Trace) -> [String] {
        string(from: trace).split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    }
}
