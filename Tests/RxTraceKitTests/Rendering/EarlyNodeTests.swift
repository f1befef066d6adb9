import Foundation
import RxTraceKit
import Testing

/// Nodes that were made before the recording began, as documents, trees, graphs and findings show them.
@Suite struct EarlyNodeTests {
    /// An old subject and an old `map` of it, subscribed to in the recording.
    private func example(isEarly: Bool = true) -> Trace {
        let script = TraceScript("late")
        let site = Trace.Site(file: "Late.swift", line: 7)
        script.node("query", "PublishSubject", .subject, name: "query", isEarly: isEarly)
        script.node("map", "Map", .observable, isEarly: isEarly)
        script.node("sink", "MapSink", .sink)
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "map", site: site, ended: nil)
        script.call(.subscribe, "map", subscription: one) {
            script.call(.run, "sink", subscription: one) { script.call(.subscribe, "query", subscription: one) }
        }
        for _ in 0..<2 {
            script.call(.on, "query", .next("rx")) {
                script.call(.on, "sink", .next("rx"), subscription: one) {
                    script.call(.on, "observer", .next("RX"), subscription: one)
                }
            }
        }
        return script.trace
    }

    private func lines(_ trace: Trace, width: Int? = nil) -> [String] {
        TreeRenderer(width: width).string(from: trace).split(separator: "\n").map(String.init)
    }

    @Test func documentsKeepIt() throws {
        for text in [JSONRenderer().string(from: example()), JSONLinesRenderer().string(from: example())] {
            #expect(text.contains(#""name": "query", "early": true"#))
            #expect(text.components(separatedBy: "early").count == 3)
            let read = try TraceReader.read(text, named: "late")
            #expect(read.nodes.map(\.isEarly) == [true, true, false, false])
            #expect(read == example())
        }
        #expect(!JSONRenderer().string(from: example(isEarly: false)).contains("early"))
    }

    @Test func theCanonicalFormKeepsIt() {
        let canonical = example().canonical()
        #expect(Set(canonical.nodes.filter(\.isEarly).map(\.type)) == ["PublishSubject", "Map"])
        #expect(canonical.canonical() == canonical)
    }

    @Test func itIsNoDifference() {
        #expect(TraceDifference(example(), example(isEarly: false)).isEmpty)
    }

    @Test func aTreeSaysItOnceWhereTheNodeIsFirstNamed() {
        #expect(
            lines(example()) == [
                "late",
                "├─ subscribe Map (made before the recording) · subscription 1, still live  Late.swift:7",
                "│ ↳ run MapSink",
                "│ ↳ subscribe PublishSubject \"query\" (made before the recording)",
                "├─ on PublishSubject \"query\" next(rx)",
                "│ ↳ on MapSink next(rx)",
                "│ ↳ on AnonymousObserver next(RX)",
                "└─ on PublishSubject \"query\" next(rx)",
                "  ↳ on MapSink next(rx)",
                "  ↳ on AnonymousObserver next(RX)",
                "9 calls, 4 nodes, 1 subscription, 1 still live",
            ])
    }

    @Test func aNarrowTreeSaysItInLessWords() {
        let rows = lines(example(), width: 80)
        #expect(rows[1] == "├─ subscribe Map (made before) · subscription 1, still live         Late.swift:7")
        #expect(rows.allSatisfy { TerminalText.columns(of: $0) <= 80 })
    }

    @Test func foldedRowsAreAllEarlyOrNone() {
        let script = TraceScript()
        for number in 0..<12 {
            script.node("\(number)", "AnonymousDisposable", .disposable, isEarly: number < 6)
            script.call(.dispose, "\(number)")
        }
        #expect(
            lines(script.trace).dropFirst().dropLast() == [
                "├─ dispose AnonymousDisposable (made before the recording) ×6 instances",
                "└─ dispose AnonymousDisposable ×6 instances",
            ])
    }

    @Test func workIsToldWhereNoScheduleDoes() {
        let script = TraceScript()
        script.node("scheduler", "MainScheduler", .scheduler)
        script.node("old", "ScheduledItem", .item, isEarly: true)
        script.node("turn", "ScheduledItem", .item, isEarly: true)
        script.call(.invoke, "old")
        let schedule = script.call(.schedule, "scheduler")
        script.call(.invoke, "turn", cause: schedule)
        let rows = lines(script.trace)
        #expect(rows[1].hasPrefix("├─ invoke (made before the recording) @1"))
        #expect(rows.count { $0.contains("made before") } == 1)
    }

    @Test func aGraphSaysItInTheLabel() {
        let text = DOTRenderer().string(from: example())
        #expect(text.contains(#"[label="PublishSubject \"query\"\nmade before the recording", "#))
        #expect(!text.contains(#"MapSink\nmade"#))
    }

    @Test func whySaysItOfTheSource() throws {
        let source = TraceInMemory(example())
        let match = try #require(try EventQuery("@6")?.find(in: source))
        let chain = try #require(try CausalChain(of: match.call, in: source))
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try CausalChainRenderer().render(chain, match: match, of: source, to: output)
        try output.flush()
        #expect(text.contains("on PublishSubject \"query\" (made before the recording) next(rx)"))
        #expect(text.contains("of Map (made before the recording)"))
    }

    @Test func aLeaksSourceIsSaidToBeOld() throws {
        let leaks = try LeakSearch().leaks(in: TraceInMemory(example()))
        let evidence = leaks.flatMap { $0.evidence.map(\.text) }
        #expect(evidence == ["its source: PublishSubject \"query\", made before the recording"])
    }

    /// The closure of a `create` sends an element after its subscription was disposed.
    private func lateElement(isEarly: Bool, after end: Trace.Event? = nil) -> Trace {
        let script = TraceScript()
        script.node("sink", "AnonymousObservableSink", .sink, isEarly: isEarly)
        if let end { script.call(.on, "sink", end, type: "AnyObserver") }
        script.call(.dispose, "sink")
        script.call(.on, "sink", .next("1"), type: "AnyObserver")
        return script.trace
    }

    @Test func aClosureThatMayStillRunIsNotLate() throws {
        func rules(_ trace: Trace) throws -> [String] {
            try Lint().findings(in: TraceInMemory(trace)).map(\.rule)
        }
        #expect(try rules(lateElement(isEarly: false)) == ["late-event"])
        #expect(try rules(lateElement(isEarly: true)) == [])
        #expect(try rules(lateElement(isEarly: true, after: .completed)) == ["late-event"])
    }
}
