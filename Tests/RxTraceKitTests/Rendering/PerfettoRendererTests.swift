import RxTraceTestSupport
import Testing

@testable import RxTraceKit

struct PerfettoRendererTests {
    private func file(_ trace: Trace) throws -> PerfettoFile {
        try PerfettoFile(PerfettoFile.bytes(of: TraceInMemory(trace)))
    }

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

    /// The examples of https://protobuf.dev/programming-guides/encoding, and what is longer than a length of one byte.
    @Test func messagesAreInTheWireFormat() throws {
        var message = ProtobufMessage()
        message.add(1, 150)
        #expect(message.bytes == [0x08, 0x96, 0x01])
        message.clear()
        message.add(2, "testing")
        #expect(message.bytes == [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6E, 0x67])
        message.clear()
        message.add(3) { $0.add(1, 150) }
        #expect(message.bytes == [0x1A, 0x03, 0x08, 0x96, 0x01])
        message.clear()
        message.add(1, signed: -2)
        #expect(message.bytes == [0x08, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01])
        message.clear()
        message.add(47, fixed: 0x0102)
        #expect(message.bytes == [0xF9, 0x02, 0x02, 0x01, 0, 0, 0, 0, 0, 0])
        for length in [127, 128, 16_383, 16_384] {
            let text = String(repeating: "x", count: length)
            message.clear()
            message.add(5) { $0.add(1) { $0.add(2, text) } }
            #expect(try WireMessage(message.bytes).message(5)?.message(1)?.text(2) == text)
        }
    }

    @Test func callsAreSlicesInNanoseconds() throws {
        let file = try file(timed([(1_234_005, 70, nil), (1_234_010, 9, 1)]))
        #expect(file.faults == [])
        let slices = file.slices()
        #expect(slices.map(\.event.time) == [1_234_005, 1_234_010])
        #expect(slices.map(\.end) == [1_234_075, 1_234_019])
        #expect(slices.map(\.depth) == [0, 1])
        #expect(slices.map(\.event.name) == ["handler onNext", "handler onNext"])
        #expect(slices.map(\.event.categories) == [["handler"], ["handler"]])
        #expect(slices.map(\.event.annotations["call"]) == [.number(1), .number(2)])
        #expect(file.tracks.values.compactMap { $0.thread?.name } == ["main"])
    }

    /// A clock that is coarse lets a call end after the one around it, or start before the one before it ended.
    @Test func slicesNestWhateverTheClockSays() throws {
        let file = try file(timed([(100, 50, nil), (110, 100, 1), (105, 20, 1), (90, 10, nil), (400, 0, 4)]))
        #expect(file.faults == [])
        #expect(file.slices().map(\.event.time) == [100, 110, 150, 150, 150])
        #expect(file.slices().map(\.end) == [150, 150, 150, 150, 150])
    }

    @Test func aCallThatHadNotReturnedLastsToTheEnd() throws {
        let slices = try file(timed([(10, nil, nil), (20, 30, 1)])).slices()
        #expect(slices.map(\.end) == [50, 50])
        #expect(slices.map(\.event.annotations["returned"]) == [.truth(false), nil])
    }

    @Test func theProgramIsTold() throws {
        var trace = timed([(0, 1, nil)])
        trace.run = Trace.Run(identity: "", process: 77, host: "", start: 1_700_000_000_000_000_000)
        var file = try file(trace)
        #expect(file.process.number == 77 && file.process.name == "timed" && file.process.labels == [])
        #expect(file.calendarStart == 1_700_000_000_000_000_000)
        // A foreign trace may hold any number, and 0 is no process.
        for process in [0, -1, Int.max] {
            trace.run?.process = process
            file = try self.file(trace)
            #expect(file.process.number == 1)
        }
    }

    @Test func placesAreInterned() throws {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject, site: Trace.Site(file: "Cell.swift", line: 7))
        for _ in 0..<3 { script.call(.on, "subject", .next("1")) }
        let bytes = try PerfettoFile.bytes(of: TraceInMemory(script.trace))
        #expect(
            try PerfettoFile(bytes).slices().map(\.event.site?.description)
                == Array(repeating: "Cell.swift:7", count: 3))
        #expect(bytes.split(separator: UInt8(ascii: "C")).count { $0.starts(with: "ell.swift".utf8) } == 1)
    }

    @Test func eventsHaveTheirValues() throws {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject)
        script.call(.on, "subject", .next("👩‍👩‍👧"))
        script.call(.on, "subject", Trace.Event(.next))
        script.call(.on, "subject", .completed)
        let file = try file(script.trace)
        #expect(file.slices().map(\.event.annotations["next"]) == [.text("👩‍👩‍👧"), .truth(true), nil])
        #expect(file.slices().map(\.event.annotations["completed"]) == [nil, nil, .truth(true)])
    }

    @Test func aHopIsAFlowAndItsQueueACounter() throws {
        let file = try file(TraceScript.observeOn())
        #expect(file.faults == [])
        #expect(file.process.labels == ["a microsecond for each call"])
        let start = try #require(file.slices().first { !$0.event.flows.isEmpty }).event
        let end = try #require(file.slices().first { !$0.event.ends.isEmpty }).event
        #expect(start.flows == end.ends && start.track != end.track)
        let queue = try #require(file.tracks.values.first { $0.name.hasPrefix("waiting for ") }).name
        #expect(file.values(of: queue).map(\.value) == [1, 0])
        #expect(file.values(of: queue).map(\.time) == [start.time, end.time])
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
        let slices = file.slices(ofThreads: false)
        #expect(slices.map(\.event.name) == [#"subscription 1 "on \"screen\"""#, "subscription 2"])
        #expect(slices.map { file.tracks[$0.event.track]?.name } == ["PublishSubject", "PublishSubject"])
        #expect(slices.map(\.event.annotations["ended"]) == [.text("disposed"), nil])
        #expect(slices.map(\.end) == [3000, 4000])
        #expect(file.values(of: "living subscriptions").map(\.value) == [1, 2, 1, 0])
        #expect(file.instants.map(\.name) == ["later"])
    }

    /// 8,000 subscriptions of one operator are one track where they follow each other, and at most 33 where all live.
    @Test(arguments: [true, false])
    func subscriptionsOfAnOperatorShareTracks(followEachOther: Bool) throws {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject, site: Trace.Site(file: "Cell.swift", line: 7))
        let all = (0..<8_000).map { _ in script.subscription(of: "subject", ended: "disposed") }
        for one in all {
            script.call(.subscribe, "subject", subscription: one)
            if followEachOther { script.call(.dispose, "subject", subscription: one) }
        }
        if !followEachOther { for one in all { script.call(.dispose, "subject", subscription: one) } }
        let file = try file(script.trace)
        #expect(file.faults == [])
        let tracks = file.tracks.values.filter { $0.name.hasPrefix("PublishSubject Cell.swift:7") }
        #expect(tracks.count == (followEachOther ? 1 : SubscriptionLanes.most + 1))
        #expect(Set(tracks.map(\.parent)).count == 1)
        #expect(file.slices(ofThreads: false).count == (followEachOther ? 8_000 : SubscriptionLanes.most))
        #expect(file.values(of: "living subscriptions").map(\.value).max() == (followEachOther ? 1 : 8_000))
        let others = file.values(of: "PublishSubject Cell.swift:7, beyond \(SubscriptionLanes.most)").map(\.value)
        #expect(others.max() == (followEachOther ? nil : 8_000 - SubscriptionLanes.most))
        #expect(others.last == (followEachOther ? nil : 0))
    }

    /// The canonical form puts work below its schedule, whatever thread it ran on.
    @Test func theCanonicalFormNestsAsWell() throws {
        for seed in 1...20 {
            let trace = ScheduledProgram(seed: seed).run(seed: seed)
            let canonical = try file(trace.canonical())
            #expect(canonical.faults == [])
            #expect(canonical.slices().count == trace.calls.count)
        }
    }

    @Test func droppedAndHiddenCallsAreSaid() throws {
        let script = TraceScript()
        script.dropped(7)
        script.node("map", "MapSink", .sink)
        script.call(.on, "map") { script.call(.forwardOn, "map") }
        var filter = TraceFilter()
        filter.depth = 1
        let file = try PerfettoFile(PerfettoFile.bytes(of: filter.apply(to: TraceInMemory(script.trace))))
        #expect(file.process.labels == ["7 dropped", "1 hidden", "a microsecond for each call"])
        #expect(file.slices().count == 1)
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
        #expect(file.slices().compactMap { $0.event.annotations["next"] } == ExampleTrace.hardTexts.map { .text($0) })
        #expect(file.instants.map(\.name) == ExampleTrace.hardTexts)
    }
}
