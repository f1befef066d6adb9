import RxTraceKit
import RxTraceTestSupport
import Testing

struct ChromeRendererTests {
    private func file(_ trace: Trace) throws -> ChromeFile { try ChromeFile(ChromeRenderer().string(from: trace)) }

    /// A trace whose calls took so long: from, to, and the call around.
    private func timed(_ calls: [(start: UInt64, duration: UInt64?, parent: Int?)]) -> Trace {
        Trace(
            scenario: "timed", threads: [Trace.Thread(id: 0, name: "main")],
            calls: calls.enumerated().map { index, call in
                Trace.Call(
                    id: index + 1, parent: call.parent, operation: .handler, label: "onNext", start: call.start,
                    duration: call.duration)
            })
    }

    @Test func callsAreSlicesInMicroseconds() throws {
        let text = ChromeRenderer().string(from: timed([(1_234_005, 70, nil), (1_234_010, 9, 1)]))
        #expect(text.contains(#""ts":1234.005,"dur":0.070,"name":"handler onNext","cat":"handler""#))
        #expect(text.contains(#""ts":1234.010,"dur":0.009,"#))
        #expect(text.contains(#""name":"thread_name","args":{"name": "main"}"#))
    }

    /// A clock that is coarse lets a call end after the one around it, or start before the one before it ended.
    @Test func slicesNestWhateverTheClockSays() throws {
        let file = try file(timed([(100, 50, nil), (110, 100, 1), (105, 20, 1), (90, 10, nil), (400, 0, 4)]))
        #expect(file.faults == [])
        #expect(file.events("X").map(\.start) == [100, 110, 150, 150, 150])
        #expect(file.events("X").map(\.end) == [150, 150, 150, 150, 150])
    }

    @Test func aCallThatHadNotReturnedLastsToTheEnd() throws {
        let file = try file(timed([(10, nil, nil), (20, 30, 1)]))
        #expect(file.faults == [])
        #expect(file.events("X")[0].end == 50)
        #expect(file.events("X")[0].arguments["returned"] as? Bool == false)
        #expect(file.events("X")[1].arguments["returned"] == nil)
    }

    @Test func aHopIsAnArrowAndItsQueueACounter() throws {
        let file = try file(TraceScript.observeOn())
        #expect(file.faults == [])
        #expect(file.facts["times"] as? String == "a microsecond for each call")
        let (start, end) = (try #require(file.events("s").first), try #require(file.events("f").first))
        #expect(start.thread == 0 && end.thread == 1)
        let queue = file.events("C").filter { $0.name.hasPrefix("waiting for ") }
        #expect(queue.map { $0.arguments["work"] as? Int } == [1, 0])
        #expect(queue.map(\.start) == [start.start, end.start])
    }

    @Test func subscriptionsLastFromTheirFirstCallToTheirLast() throws {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject)
        let ended = script.subscription(of: "subject", name: "on \"screen\"", ended: "disposed")
        let other = script.subscription(of: "subject", ended: nil)
        script.call(.subscribe, "subject", subscription: ended)
        script.call(.subscribe, "subject", subscription: other)
        script.call(.dispose, "subject", subscription: ended)
        script.call(.mark, label: "later")
        let file = try file(script.trace)
        #expect(file.faults == [])
        let names = [#"subscription 1 PublishSubject "on \"screen\"""#, "subscription 2 PublishSubject"]
        #expect(file.events("b").map(\.name) == names)
        #expect(file.events("e").map(\.id) == [1, 2])
        #expect(file.events("e").map(\.start) == [3000, 4000])
        let living = file.events("C").filter { $0.name == "living subscriptions" }
        #expect(living.map { $0.arguments["subscriptions"] as? Int } == [1, 2, 1, 0])
        #expect(file.events("i").map(\.name) == ["later"])
    }

    @Test func hostileTextsStayTexts() throws {
        let script = TraceScript("</script>\u{2028}\"")
        script.node("source", "\"},{\u{1}", .observable, name: "back\\slash\u{202E}")
        for text in ExampleTrace.hardTexts {
            script.call(.on, "source", .next(text))
            script.call(.mark, label: text)
        }
        let file = try file(script.trace)
        #expect(file.faults == [])
        #expect(file.events("X").compactMap { $0.arguments["value"] as? String } == ExampleTrace.hardTexts)
        #expect(file.events("i").map(\.name) == ExampleTrace.hardTexts)
    }

    /// The canonical form puts work below its schedule, whatever thread it ran on.
    @Test func theCanonicalFormNestsAsWell() throws {
        for seed in 1...20 {
            // Its times are any numbers, and several tasks share a thread.
            let trace = ScheduledProgram(seed: seed).run(seed: seed)
            #expect(try file(trace).sliceFaults == [])
            let canonical = try file(trace.canonical())
            #expect(canonical.faults == [])
            #expect(canonical.events("X").count == trace.calls.count)
        }
    }

    @Test func droppedAndHiddenCallsAreSaid() throws {
        let script = TraceScript()
        script.dropped(7)
        script.node("map", "MapSink", .sink)
        script.call(.on, "map") { script.call(.forwardOn, "map") }
        var filter = TraceFilter()
        filter.depth = 1
        var bytes: [UInt8] = []
        let output = TextOutput { bytes += $0 }
        try ChromeRenderer().render(filter.apply(to: TraceInMemory(script.trace)), to: output)
        try output.flush()
        let file = try ChromeFile(String(decoding: bytes, as: UTF8.self))
        #expect(file.facts["dropped"] as? Int == 7)
        #expect(file.facts["hidden"] as? Int == 1)
        #expect(file.facts["calls"] as? Int == 1)
    }
}
