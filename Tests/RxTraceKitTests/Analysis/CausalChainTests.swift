import Foundation
import RxTraceKit
import Testing

struct CausalChainTests {
    /// main → queue → timer → main: an event sent by the user, handed to a queue, delayed by a timer, back on main.
    private func threeHops() -> Trace {
        let script = TraceScript("hops", threads: ["main", "queue", "timer"])
        let site = { Trace.Site(file: "App.swift", line: $0) }
        script.node("subject", "PublishSubject", .subject, site: site(1))
        script.node("observeOn", "ObserveOn", .observable, site: site(2))
        script.node("delay", "Delay", .observable, site: site(3))
        script.node("main", "ObserveOnMain", .observable, site: site(4))
        script.node("observeOnSink", "ObserveOnSink", .sink)
        script.node("delaySink", "DelaySink", .sink)
        script.node("mainSink", "ObserveOnMainSink", .sink)
        script.node("queue", "SerialDispatchQueueScheduler", .scheduler, name: "queue")
        script.node("timer", "ConcurrentDispatchQueueScheduler", .scheduler, name: "timer")
        script.node("mainQueue", "MainScheduler", .scheduler)
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "main", site: site(9), ended: nil)
        script.call(.subscribe, "main", subscription: one) {
            script.call(.run, "main", subscription: one) {
                script.call(.run, "delay", subscription: one) { script.call(.run, "observeOn", subscription: one) }
            }
        }
        func hop(_ sink: String, _ scheduler: String, to thread: Int, _ then: () -> Void) {
            var cause = 0
            script.call(.on, sink, .next("5"), subscription: one) {
                cause = script.call(.schedule, scheduler, subscription: one)
            }
            script.on(thread: thread) { script.call(.invoke, scheduler, subscription: one, cause: cause) { then() } }
        }
        script.call(.on, "subject", .next("5")) {
            hop("observeOnSink", "queue", to: 1) {
                hop("delaySink", "timer", to: 2) {
                    hop("mainSink", "mainQueue", to: 0) {
                        script.call(.on, "observer", .next("5"), subscription: one) {
                            script.call(.handler, "observer", label: "onNext", subscription: one)
                        }
                    }
                }
            }
        }
        var trace = script.trace
        for position in trace.calls.indices { trace.calls[position].start = UInt64(position * 1_000_000) }
        return trace
    }

    private func why(_ trace: Trace, _ event: String, ordinal: Int? = nil) throws -> CausalChain? {
        let source = TraceInMemory(trace)
        guard let match = try EventQuery(event)?.find(in: source, ordinal: ordinal) else { return nil }
        return try CausalChain(of: match.call, in: source)
    }

    private func text(_ trace: Trace, _ event: String, zoom: Zoom = .operators, width: Int? = nil) throws -> [String] {
        let source = TraceInMemory(trace)
        let match = try #require(try EventQuery(event)?.find(in: source))
        let chain = try #require(try CausalChain(of: match.call, in: source))
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try CausalChainRenderer(zoom: zoom, width: width).render(chain, match: match, of: source, to: output)
        try output.flush()
        return text.split(separator: "\n").map(String.init)
    }

    @Test func threeHopsAreToldFromTheClosureToTheEmissionAndTheSubscribe() throws {
        #expect(
            try text(threeHops(), "onNext=5") == [
                "hops: why @16?",
                "  handler onNext AnonymousObserver next(5) on main  App.swift:9",
                "← on AnonymousObserver next(5)  App.swift:9",
                "← invoke @14 · waited 1 ms",
                "← schedule MainScheduler @13 on timer",
                "← on ObserveOnMainSink next(5)  App.swift:4",
                "← invoke @11 · waited 1 ms",
                "← schedule ConcurrentDispatchQueueScheduler \"timer\" @10 on queue",
                "← on DelaySink next(5)  App.swift:3",
                "← invoke @8 · waited 1 ms",
                "← schedule SerialDispatchQueueScheduler \"queue\" @7 on main",
                "← on ObserveOnSink next(5)  App.swift:2",
                "← on PublishSubject next(5) · emitted here  App.swift:1",
                "  sent from outside any recorded call, main  App.swift:1",
                "  subscribed as subscription 1 of ObserveOnMain · still live  App.swift:9",
                "12 calls, 3 hops between threads, waited 3 ms in all",
            ])
    }

    @Test func theJSONHasEveryStep() throws {
        let source = TraceInMemory(threeHops())
        let chain = try #require(try CausalChain(of: 16, in: source))
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        let match = EventQuery.Match(call: 16, ordinal: 1, count: 1)
        try CausalChainJSON().render(chain, match: match, of: source, to: output)
        try output.flush()
        #expect(
            text.hasPrefix(#"{"scenario": "hops", "event": 16, "match": 1, "matches": 1, "emission": 5, "steps": ["#))
        #expect(text.split(separator: "\n").filter { $0.contains("\"waited\": 1000000") }.count == 3)
    }

    @Test func theChainEndsAtTheClosureThatSentTheEvent() throws {
        let chain = try #require(try why(TraceScript.create(), "onNext"))
        let emission = try #require(chain.emission)
        #expect(chain.steps[emission].call.type == "AnyObserver")
        #expect(chain.steps[emission + 1].call.label == "subscribeHandler")
        #expect(chain.steps.last?.call.operation == .subscribe)
        #expect(chain.subscriptions.map(\.id) == [1])
    }

    @Test func eventsAreFoundByIdLabelValueAndAsTheLast() throws {
        let source = TraceInMemory(TraceScript.repeated(["a", "b", "a"]))
        func find(_ word: String, _ ordinal: Int? = nil) throws -> EventQuery.Match? {
            try EventQuery(word)?.find(in: source, ordinal: ordinal)
        }
        #expect(try find("transform=a") == EventQuery.Match(call: 6, ordinal: 2, count: 2))
        #expect(try find("transform=a", 1) == EventQuery.Match(call: 2, ordinal: 1, count: 2))
        #expect(try find("transform=a", 3) == nil)
        #expect(try find("@3") == EventQuery.Match(call: 3, ordinal: 1, count: 1))
        #expect(try find("#3")?.call == 3)
        #expect(try find("3")?.call == 3)
        #expect(try find("last")?.call == 6)
        #expect(try find("onNext=b") == EventQuery.Match(call: 3, ordinal: 1, count: 1))
        #expect(try find("onError") == nil)
        #expect(try find("99") == nil)
        for word in ["", "@", "#x", "=5"] { #expect(EventQuery(word) == nil, "\(word)") }
    }

    @Test func thousandsOfTurnsAreToldInThreeLines() throws {
        let script = TraceScript()
        script.node("scheduler", "CurrentThreadScheduler", .scheduler)
        script.node("sink", "RangeSink", .sink)
        var cause = script.call(.schedule, "scheduler")
        for turn in 1...30_000 {
            script.call(.invoke, cause: cause) {
                script.call(.forwardOn, "sink", .next("\(turn)"))
                cause = script.call(.schedule, "scheduler")
            }
        }
        let rows = try text(script.trace, "@89999", zoom: .internals)
        #expect(rows.count < 15)
        #expect(rows.contains { $0.contains("more turns like it") })
        #expect(rows.contains("  … 40,000 calls in between") || rows.contains { $0.contains("calls in between") })
    }

    @Test func aKeptElementIsFollowedAndItsTriggerStandsBeside() throws {
        #expect(
            try text(TraceScript.keptElements(), "onNext=2") == [
                "kept: why @14?",
                "  handler onNext AnonymousObserver next(2) on queue  App.swift:3",
                "← on AnonymousObserver next(2)  App.swift:3",
                "← forwardOn DelaySink next(2) · kept 5 ms  App.swift:2",
                "    triggered by invoke @8 · waited 3 ms",
                "← on DelaySink next(2) on main  App.swift:2",
                "← on PublishSubject next(2) · emitted here  App.swift:5",
                "  sent from outside any recorded call, main  App.swift:5",
                "  subscribed as subscription 1 of Delay · still live  App.swift:3",
                "5 calls, 1 hop between threads, waited 5 ms in all",
            ])
        // The work that the first element asked for leads to it: it is told once.
        let first = try #require(try why(TraceScript.keptElements(), "onNext=1"))
        #expect(first.steps.allSatisfy { $0.sides.isEmpty && $0.kept == nil })
        #expect(first.steps.map(\.call.operation).contains(.schedule))
        #expect(first.emission.map { first.steps[$0].call.node } == 1)
    }

    @Test func eachPartOfACombinedElementIsNamed() throws {
        let rows = try text(TraceScript.combinedElements(), "last")
        #expect(rows.contains("    part 1 of 2: on PublishSubject#1 next(Ann) @1 · kept 8 ms  App.swift:2"))
        #expect(rows.contains("    part 2 of 2: on PublishSubject#2 next(2) @8  App.swift:4"))
    }

    @Test func ofManyPartsTheFirstAndTheLastAreNamed() throws {
        let script = TraceScript("parts")
        script.node("subject", "PublishSubject", .subject)
        script.node("sink", "ToArraySink", .sink)
        var parts: [Int] = []
        for number in 1...20 {
            script.call(.on, "subject", .next("\(number)")) {
                parts.append(script.call(.on, "sink", .next("\(number)")))
            }
        }
        script.call(.on, "sink", .completed) {
            script.call(.forwardOn, "sink", .next("all"), origin: parts.last, parts: parts)
        }
        let rows = try text(script.trace, "\(script.trace.calls.count)")
        #expect(rows.count { $0.contains("part ") } == 8)
        #expect(rows.contains("    … 12 more parts"))
        #expect(rows.contains { $0.contains("part 20 of 20: on PublishSubject next(20)") })
    }

    @Test func theChainAsJSONHasTheSides() throws {
        let source = TraceInMemory(TraceScript.keptElements())
        let (match, chain) = try #require(try EventQuery("onNext=2")?.explain(in: source))
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try CausalChainJSON().render(chain, match: match, of: source, to: output)
        try output.flush()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let steps = try #require(object["steps"] as? [[String: Any]])
        let step = try #require(steps.first { $0["sides"] != nil })
        #expect(step["origin"] as? Int == 7)
        #expect(step["kept"] as? Int == 5_000_000)
        let side = try #require((step["sides"] as? [[String: Any]])?.first)
        #expect(side["kind"] as? String == "trigger")
        let call = try #require(side["call"] as? [String: Any])
        #expect(call["id"] as? Int == 8 && call["waited"] as? Int == 3_000_000)
    }

    /// A text of a value means what `onNext=*text*` does, whatever other closures are handed it later.
    @Test func aTextMeansTheLastElementThatHasItAndThatAClosureForElementsWasHanded() throws {
        let script = TraceScript("search")
        script.node("query", "PublishSubject", .subject)
        script.node("map", "MapSink", .sink)
        script.node("observer", "AnonymousObserver", .observer)
        script.setKinds([.next], of: "onNext")
        script.setKinds([.computes], of: "transform")
        var shown: [Int] = []
        for value in ["iPhone cases", "iPhone", "iPho case"] {
            script.call(.on, "query", .next(value)) {
                script.call(.on, "observer", .next(value)) {
                    shown.append(script.call(.handler, "observer", label: "onNext"))
                }
                script.call(.on, "map", .next(value)) { script.call(.handler, "map", label: "transform") }
            }
        }
        let source = TraceInMemory(script.trace)
        for text in ["e case", "onNext=*e case*"] {
            #expect(try EventQuery(text)?.find(in: source)?.call == shown[0], "\(text)")
        }
        for text in ["iPho", "onNext=*iPho*"] {
            #expect(try EventQuery(text)?.find(in: source) == .init(call: shown[2], ordinal: 3, count: 3), "\(text)")
        }
        #expect(try EventQuery("Android")?.find(in: source) == nil)
    }

    @Test func aForeignTracesOriginsMayGoRoundInCircles() throws {
        let script = TraceScript("circle")
        script.node("subject", "PublishSubject", .subject)
        script.call(.on, "subject", .next("1"), origin: 2)
        script.call(.on, "subject", .next("2"), origin: 1)
        #expect(try why(script.trace, "1")?.steps.count == 2)
    }

    @Test func afterACrashTheLastEventIsTheClosureThatHadNotReturned() throws {
        var trace = threeHops()
        for position in trace.calls.indices { trace.calls[position].duration = 1 }
        let script = trace.calls.count
        trace.calls.append(
            Trace.Call(
                id: script + 1, operation: .handler, node: 5, thread: 1, label: "transform", event: .next("crash"),
                start: 20_000_000))
        trace.calls.append(
            Trace.Call(
                id: script + 2, operation: .handler, node: 11, label: "onNext", start: 21_000_000, duration: 1))
        #expect(try why(trace, "last")?.steps.first?.call.label == "transform")
        trace.calls[script].duration = 1
        #expect(try why(trace, "last")?.steps.first?.call.label == "onNext")
    }

    @Test(arguments: [20, 40, 80])
    func linesFitTheWidth(width: Int) throws {
        for zoom in Zoom.allCases {
            for row in try text(threeHops(), "last", zoom: zoom, width: width) { #expect(row.count <= width) }
        }
    }
}
