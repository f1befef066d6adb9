import RxTraceKit
import RxTraceTestSupport
import Testing

struct TreeLineTests {
    /// How many columns a terminal needs for `line`, given that all its wide characters are from this test.
    private func columns(_ line: String) -> Int {
        line.reduce(0) { $0 + ("下一步".contains($1) ? 2 : 1) }
    }

    @Test(arguments: [20, 40, 60, 80, 100])
    func noLineIsWiderThanTheWidth(width: Int) {
        let value = String(repeating: "下一步", count: 50)
        for trace in [TraceScript.create(value: value), TraceScript.observeOn()] {
            for branches in [BranchStyle.unicode, .ascii] {
                for row in TreeRenderer(width: width, branches: branches).lines(trace) {
                    #expect(columns(row) <= width, "\(row)")
                }
            }
        }
    }

    @Test func aLongValueIsShortenedInItsMiddle() {
        let value = "first" + String(repeating: "-", count: 200) + "last"
        let rows = TreeRenderer(width: 40).lines(TraceScript.repeated([value]))
        #expect(rows[1].hasPrefix("└─ on MapSink next(first---"))
        #expect(rows[1].contains("…"))
        #expect(rows[1].hasSuffix("---last)"))
        #expect(columns(rows[1]) == 40)
    }

    @Test func aSiteLosesItsDirectoryBeforeAnythingElseIsShortened() {
        let rows = TreeRenderer(width: 66).lines(TraceScript.create())
        #expect(rows[1] == "├─ create AnonymousObservable (create)  …/CreateSubscribe.swift:12")
    }

    @Test func theLineThatSentAnEventYieldsToTheEvent() {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject)
        script.behave([.replays], "subject")
        script.call(.on, "subject", .next("a value"), site: Trace.Site(file: "samples/Search.swift", line: 12))
        func row(_ width: Int) -> String { TreeRenderer(width: width).lines(script.trace)[1] }
        #expect(row(60) == "└─ on PublishSubject next(a value)   samples/Search.swift:12")
        #expect(row(53) == "└─ on PublishSubject next(a value)  …/Search.swift:12")
        #expect(row(50) == "└─ on PublishSubject next(a value)")
    }

    @Test func linesThatSendTheSameAreFoldedWithoutTheirPlaces() {
        func rows(_ line: (Int) -> Int) -> [String] {
            let script = TraceScript()
            script.node("subject", "PublishSubject", .subject)
            script.behave([.replays], "subject")
            for number in 1...4 {
                script.call(.on, "subject", .next("7"), site: Trace.Site(file: "A.swift", line: line(number)))
            }
            return TreeRenderer().lines(script.trace)
        }
        #expect(rows { _ in 3 }[1] == "└─ on PublishSubject next(7) ×4  A.swift:3")
        #expect(rows { $0 }[1] == "└─ on PublishSubject next(7) ×4")
    }

    @Test func aValueCannotBreakTheLineNorCommandTheTerminal() {
        let rows = TreeRenderer().lines(TraceScript.repeated(["a\nb\u{1B}[2J\u{202E}\t"]))
        #expect(rows[1] == "└─ on MapSink next(a\\nb\\u{1B}[2J\\u{202E}\\t)")
    }

    @Test func asciiBranchesUseSevenBits() {
        let text = TreeRenderer(width: 60, branches: .ascii).string(from: TraceScript.observeOn())
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains("|- create Just"))
        #expect(text.contains("<- schedule @8"))
    }

    @Test func colorIsWrittenOnlyWhenAskedFor() {
        let trace = TraceScript.create()
        let plain = TreeRenderer().string(from: trace)
        let colored = TreeRenderer(usesColor: true).string(from: trace)
        #expect(!plain.contains("\u{1B}"))
        #expect(colored.contains("\u{1B}[33monNext\u{1B}[0m"))
        #expect(colored.replacing(#/\u{1B}\[[0-9]*m/#, with: "") == plain)
    }

    @Test func aTreeOfAnyDepthIsDrawnAndItsIndentationStaysInBounds() {
        let script = TraceScript()
        script.node("sink", "MapSink", .sink)
        var trace = script.trace
        let depth = TestLength.times(20_000, long: 100_000)
        trace.calls = (1...depth).map {
            Trace.Call(id: $0, parent: $0 == 1 ? nil : $0 - 1, operation: .on, node: 1, event: .next("\($0)"))
        }
        let rows = TreeRenderer(width: 100, indentsChains: true).lines(trace)
        #expect(rows.count == depth + 2)
        #expect(rows[depth].contains("╌\(depth - 1)╌ on MapSink next(\(depth))"))
        #expect(rows.allSatisfy { $0.count <= 100 })
        #expect(TreeRenderer().lines(trace)[depth] == "  ↳ on MapSink next(\(depth))")
    }

    @Test func callsThatNameWhatIsNotThereAreDrawnAllTheSame() {
        var trace = Trace(scenario: "foreign")
        trace.calls = [
            Trace.Call(id: 7, parent: 99, operation: .on, node: 5, thread: 3, subscription: 8),
            Trace.Call(id: 4, parent: 7, cause: 98, operation: .invoke, thread: 2),
        ]
        for zoom in Zoom.allCases { #expect(TreeRenderer(zoom: zoom).lines(trace).count >= 3) }
    }
}
