import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxTraceKit

struct OTLPRendererTests {
    private static let run = Trace.Run(
        identity: "0123456789abcdef0123456789abcdef", process: 42, host: "machine", start: 1_700_000_000_000_000_000)

    private func file(_ trace: Trace, _ spans: OTLPRenderer.Spans = .subscriptions) throws -> OTLPFile {
        try OTLPFile(OTLPRenderer(spans: spans).string(from: trace))
    }

    /// A subscription whose handler subscribes to a second one, and an operator's within the first.
    private func nested() -> Trace {
        let script = TraceScript("nested")
        script.node("source", "Map", .observable, site: Trace.Site(file: "Search.swift", line: 3))
        script.node("inner", "Just", .observable)
        script.node("observer", "AnonymousObserver", .observer)
        let outer = script.subscription(of: "source", name: "results", site: Trace.Site(file: "Search.swift", line: 5))
        let within = script.subscription(of: "inner", in: outer)
        let other = script.subscription(of: "inner", ended: nil)
        script.call(.create, "source", label: "map")
        script.call(.subscribe, "source", subscription: outer) {
            script.call(.subscribe, "inner", subscription: within) { script.call(.mark, label: "made") }
            script.call(.on, "observer", .next("1"), subscription: outer) {
                script.call(.handler, "observer", label: "onNext", subscription: outer) {
                    script.call(.subscribe, "inner", subscription: other)
                }
            }
            script.call(.on, "observer", .completed, subscription: outer)
        }
        return script.trace
    }

    @Test func aSubscriptionIsASpanBelowThatInWhoseWorkItWasMade() throws {
        let file = try file(nested())
        #expect(file.faults == [])
        let program = try #require(file.program)
        #expect(program.parent == nil && program.name == "nested")
        let spans = Dictionary(
            uniqueKeysWithValues: file.spans.map { ($0.attributes["rxtrace.subscription"] ?? "", $0) })
        let outer = try #require(spans["1"])
        #expect(outer.name == "map \"results\"")
        #expect(outer.parent == program.id)
        #expect(outer.attributes["code.file.path"] == "Search.swift" && outer.attributes["code.line.number"] == "5")
        #expect(outer.attributes["rxtrace.ended"] == "completed" && outer.status == 0)
        #expect(outer.events.map(\.name) == ["next", "completed"])
        #expect(outer.events.first?.attributes["rxtrace.value"] == "1")
        #expect(spans["2"]?.parent == outer.id && spans["3"]?.parent == outer.id)
        #expect(spans["2"]?.events.map { $0.attributes["rxtrace.label"] } == ["made"])
        #expect(spans["3"]?.attributes["rxtrace.ended"] == "lives")
        #expect(spans["3"]?.end == program.end)
    }

    /// An operator's subscription that is made in other work is below the operator's, and has a link to the work.
    @Test func theWorkInWhichAnOperatorSubscribesIsALink() throws {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject)
        script.node("merged", "Merge", .observable)
        let (outer, sender) = (script.subscription(of: "merged"), script.subscription(of: "subject"))
        let inner = script.subscription(of: "subject", in: outer)
        script.call(.subscribe, "merged", subscription: outer)
        script.call(.subscribe, "subject", subscription: sender) {
            script.call(.subscribe, "subject", subscription: inner)
        }
        script.call(.dispose, "merged", subscription: outer)
        let file = try file(script.trace)
        #expect(file.faults == [])
        let spans = Dictionary(
            uniqueKeysWithValues: file.spans.map { ($0.attributes["rxtrace.subscription"] ?? "", $0) })
        #expect(spans["3"]?.parent == spans["1"]?.id)
        let work = try #require(spans["2"]).id
        #expect(spans["3"]?.links.map(\.span) == [work])
        #expect(spans["3"]?.links.first?.attributes["rxtrace.link"] == "subscribed by")
    }

    @Test func aCauseInAnotherSpanIsALink() throws {
        let script = TraceScript(threads: ["main", "work"])
        script.node("subject", "PublishSubject", .subject)
        script.node("scheduler", "SerialDispatchQueueScheduler", .scheduler)
        let (one, other) = (script.subscription(of: "subject"), script.subscription(of: "subject"))
        let kept = script.call(.on, "subject", .next("1"), subscription: one)
        let asked = script.call(.schedule, "scheduler", subscription: one)
        script.call(.subscribe, "subject", subscription: other)
        script.on(thread: 1) {
            script.call(.invoke, "scheduler", subscription: other, cause: asked)
            script.call(.on, "subject", .next("1"), subscription: other, origin: kept)
            script.call(.on, "subject", .next("1"), subscription: other, origin: kept, parts: [kept, asked])
        }
        let file = try file(script.trace)
        #expect(file.faults == [])
        let spans = file.spans.filter { $0.attributes["rxtrace.subscription"] != nil }
        #expect(spans[0].links.isEmpty)
        #expect(spans[1].links.map(\.span) == Array(repeating: spans[0].id, count: 4))
        #expect(spans[1].links.map { $0.attributes["rxtrace.link"] } == ["cause", "origin", "origin", "part"])
        #expect(spans[1].events.map { $0.attributes["rxtrace.cause"] } == ["2", nil, nil])
        #expect(spans[1].events.map { $0.attributes["rxtrace.origin"] } == [nil, "1", "1"])
        #expect(spans[1].events.map { $0.attributes["rxtrace.parts"] } == [nil, nil, "1,2"])
        #expect(spans[1].events.map { $0.attributes["thread.name"] } == ["work", "work", "work"])
    }

    @Test func everyCallIsASpanWhereThatIsAskedFor() throws {
        let trace = nested()
        let file = try file(trace, .calls)
        #expect(file.faults == [])
        let calls = file.spans.filter { $0.attributes["rxtrace.calls"] == nil }
        #expect(calls.map(\.name).first == "create Map")
        #expect(calls.compactMap { $0.attributes["rxtrace.call"].flatMap { Int($0) } } == trace.calls.map(\.id))
        let ids = Dictionary(uniqueKeysWithValues: zip(trace.calls.map(\.id), calls.map(\.id)))
        #expect(calls.map(\.parent) == trace.calls.map { $0.parent.flatMap { ids[$0] } ?? file.program?.id })
        #expect(calls.compactMap { $0.attributes["rxtrace.ended"] } == ["completed", "completed", "lives"])
    }

    @Test func anErrorIsTheSpansStatus() throws {
        let script = TraceScript()
        script.node("source", "Error", .observable)
        let one = script.subscription(of: "source", ended: "error")
        script.call(.subscribe, "source", subscription: one) {
            script.call(.on, "source", Trace.Event(.error, value: "offline"), subscription: one)
        }
        for spans in OTLPRenderer.Spans.allCases {
            let failed = try file(script.trace, spans).spans.filter { $0.status == 2 }
            #expect(failed.map(\.message) == ["offline"])
        }
    }

    @Test func idsAreThoseOfTheTrace() throws {
        var one = nested()
        let text = OTLPRenderer().string(from: one)
        #expect(text == OTLPRenderer().string(from: one))
        one.scenario = "another"
        let other = try file(one)
        #expect(try OTLPFile(text).program?.trace != other.program?.trace)
        one.run = Self.run
        let known = try file(one)
        #expect(Set(known.spans.map(\.id)).isDisjoint(with: other.spans.map(\.id)))
        // Of a part of the trace, those of the whole.
        var filter = TraceFilter()
        filter.depth = 1
        let part = try OTLPFile(OTLPRenderer().string(from: filter.apply(to: TraceInMemory(one)).trace()))
        #expect(Set(part.spans.map(\.id)).isSubset(of: known.spans.map(\.id)))
        #expect(part.program?.trace == known.program?.trace)
        one.run?.identity = "f123456789abcdef0123456789abcdef"
        #expect(try Set(file(one).spans.map(\.id)).isDisjoint(with: known.spans.map(\.id)))
    }

    @Test func theRunIsTheResourceAndTimesAreItsOwn() throws {
        var trace = nested()
        trace.run = Self.run
        let file = try file(trace)
        #expect(file.resource["service.name"] == "nested")
        #expect(file.resource["process.pid"] == "42" && file.resource["host.name"] == "machine")
        #expect(file.resource["telemetry.sdk.language"] == "swift")
        #expect(file.scope["name"] == "rxtrace")
        #expect(file.program?.start == Self.run.start)
        #expect(file.program?.attributes["rxtrace.times"] == "a microsecond for each call")
        #expect(file.program?.end == Self.run.start + UInt64(trace.calls.count) * 1_000)
        trace.run = nil
        #expect(try self.file(trace).program?.attributes["rxtrace.start"] != nil)
    }

    /// The traces of a program and of another that works for it are one.
    @Test func aProgramThatJoinedIsBelowItsCaller() throws {
        var (caller, callee) = (nested(), nested())
        caller.run = Self.run
        callee.run = Trace.Run(
            identity: "1123456789abcdef0123456789abcdef", process: 43, host: "machine", start: 0,
            parent: caller.run?.traceparent)
        let (above, below) = (try file(caller), try file(callee))
        #expect(above.program?.trace == below.program?.trace)
        #expect(below.program?.parent == above.program?.id)
        #expect(Set(above.spans.map(\.id)).isDisjoint(with: below.spans.map(\.id)))
        #expect(below.faults == [])
    }

    @Test func callsThatAreNotThereAreTold() throws {
        var trace = nested()
        trace.drops.sample = 1_000
        #expect(try file(trace).program?.attributes["rxtrace.drops"] == "1,000 dropped (not sampled)")
        var filter = TraceFilter()
        filter.depth = 1
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        try OTLPRenderer().render(filter.apply(to: TraceInMemory(trace)), to: output)
        try output.flush()
        let program = try OTLPFile(String(decoding: bytes, as: UTF8.self)).program
        #expect(program?.attributes["rxtrace.hidden"] == "\(trace.calls.count - 2)")
    }

    /// A span is not longer than collectors take: its events go on in spans below it.
    @Test func aLongSubscriptionHasParts() throws {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject)
        let one = script.subscription(of: "subject")
        for number in 0..<2_000 { script.call(.on, "subject", .next("\(number)"), subscription: one) }
        script.call(.mark, label: "end")
        let file = try file(script.trace)
        #expect(file.faults == [])
        let parts = file.spans.filter { $0.attributes["rxtrace.part"] != nil }
        let whole = try #require(file.spans.first { $0.attributes["rxtrace.ended"] != nil })
        #expect(parts.count > 2 && whole.attributes["rxtrace.parts"] == "\(parts.count)")
        #expect(parts.allSatisfy { $0.parent == whole.id && $0.events.count < 600 })
        let values = file.spans.filter { $0.attributes["rxtrace.subscription"] == "1" }.flatMap(\.events)
            .map { $0.attributes["rxtrace.value"] }
        #expect(values == (0..<2_000).map { "\($0)" })

        var requests: [String] = []
        var spans = 0
        try OTLPRenderer().forEachRequest(of: TraceInMemory(script.trace), size: 100_000) {
            requests.append(String(decoding: $0, as: UTF8.self))
            spans += $1
        }
        #expect(requests.count > 2 && requests.allSatisfy { $0.utf8.count < 250_000 })
        #expect(spans == file.spans.count)
        #expect(try OTLPFile(joining: requests).spans.map(\.id) == file.spans.map(\.id))
    }

    @Test func hostileTextsStayTexts() throws {
        let script = TraceScript("</script>\u{2028}\"")
        script.node("source", "\"},{\u{1}", .observable, name: "back\\slash\u{202E}")
        let one = script.subscription(of: "source", name: "\"", ended: "\u{0}")
        for text in ExampleTrace.hardTexts {
            script.call(.on, "source", .next(text), subscription: one)
            script.call(.mark, label: text)
        }
        for spans in OTLPRenderer.Spans.allCases {
            let file = try file(script.trace, spans)
            #expect(file.faults == [])
            #expect(file.events.compactMap { $0.attributes["rxtrace.value"] } == ExampleTrace.hardTexts)
            #expect(file.events.compactMap { $0.attributes["rxtrace.label"] } == ExampleTrace.hardTexts)
        }
    }
}
