import Foundation
import RxTraceKit
import Testing

/// Marks and names as the formats for people show them.
@Suite(.timeLimit(.generous)) struct MarkRenderingTests {
    /// A mark of its own, one around a subscribe, and one in a handler.
    private func example() -> Trace {
        let script = TraceScript("search")
        let site = Trace.Site(file: "Search.swift", line: 7)
        script.node("query", "PublishSubject", .subject, site: Trace.Site(file: "Search.swift", line: 3), name: "query")
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "query", name: "on screen", site: site, ended: nil)
        script.call(.create, "query")
        script.call(.mark, label: "checkout opened")
        script.call(.mark, label: "load") { script.call(.subscribe, "query", subscription: one) }
        script.call(.on, "query", .next("rx")) {
            script.call(.on, "observer", .next("rx"), subscription: one) {
                script.call(.handler, "observer", label: "onNext", subscription: one) {
                    script.call(.mark, label: "shown \"rx\"", subscription: one)
                }
            }
        }
        return script.trace
    }

    @Test(arguments: Zoom.allCases)
    func aTreeShowsThemOnEveryZoom(zoom: Zoom) {
        let between = zoom == .user ? "  ↳ handler" : "  ↳ on AnonymousObserver next(rx)\n  ↳ handler"
        let value = zoom == .user ? " next(rx)" : ""
        let count = zoom == .user ? "8 calls (7 shown)" : "8 calls"
        #expect(
            TreeRenderer(zoom: zoom).string(from: example()) == """
                search
                ├─ create PublishSubject "query"  Search.swift:3
                ├─ mark "checkout opened"
                ├─ mark "load"
                │ ↳ subscribe PublishSubject "query" · subscription 1 "on screen", still live  Search.swift:7
                └─ on PublishSubject "query" next(rx)
                \(between) onNext AnonymousObserver\(value)
                  ↳ mark "shown \\"rx\\""
                \(count), 2 nodes, 1 subscription, 1 still live

                """)
    }

    @Test func aNarrowTreeShortensThem() {
        let script = TraceScript()
        script.call(.mark, label: String(repeating: "abcdefghij", count: 10))
        let rows = TreeRenderer(width: 40).string(from: script.trace).split(separator: "\n")
        #expect(rows[1].hasPrefix("└─ mark \"abcdefghij"))
        #expect(rows[1].contains("…"))
        #expect(rows[1].hasSuffix("j\""))
        #expect(rows.allSatisfy { TerminalText.columns(of: String($0)) <= 40 })
    }

    @Test func aGraphShowsThemAsNotes() throws {
        let text = DOTRenderer().string(from: example())
        #expect(
            text.replacing(/, pos="[0-9.,]+!"/, with: "").contains(
                """
                  n4 [label="1 checkout opened", shape="note", fillcolor="#fffde7", color="#b7950b"];
                  n5 [label="2 load", shape="note", fillcolor="#fffde7", color="#b7950b"];
                  n6 [label="7 shown \\"rx\\"", shape="note", fillcolor="#fffde7", color="#b7950b"];

                """))
        #expect(text.contains("n5 -> n1 [color=\"#b7950b\", style=\"dotted\", arrowhead=\"none\""))
        #expect(text.contains("n2 -> n6 [color=\"#b7950b\", style=\"dotted\", arrowhead=\"none\""))
        try expectDrawable(text)
    }

    @Test func aGraphCountsThoseThatRepeatAndLeavesOutTooMany() throws {
        let script = TraceScript("\"many\"\n")
        for text in ["", "\\N", "<b>x</b>", "a\nb", "{x|y}", "\u{0}\u{1B}", "🧑🏽‍🚀"] { script.call(.mark, label: text) }
        for number in 1...20 { script.call(.mark, label: "n -> Event next(\(number))") }
        for number in 1...60 { script.call(.mark, label: "step \(number)") }
        let text = DOTRenderer().string(from: script.trace)
        #expect(text.contains(#"[label="8 n -> Event next(1)\n… n -> Event next(20) ×20", "#))
        #expect(text.contains(#"[label="and 18 marks more", "#))
        try expectDrawable(text)
    }

    /// Graphviz itself takes the graph.
    private func expectDrawable(_ text: String) throws {
        let dot = "/usr/bin/dot"
        guard FileManager.default.isExecutableFile(atPath: dot) else { return }
        let file = FileManager.default.temporaryDirectory.appending(path: "marks-\(UUID().uuidString).dot")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: dot)
        process.arguments = ["-Tsvg", "-o", "/dev/null", file.path(percentEncoded: false)]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func equalMarksFoldAndOthersDoNot() {
        let script = TraceScript()
        for _ in 1...5 { script.call(.mark, label: "again") }
        for number in 1...5 { script.call(.mark, label: "step \(number)") }
        for number in 1...5 { script.call(.mark, label: "n -> Event next(\(number))") }
        #expect(
            TreeRenderer().string(from: script.trace) == """
                script
                ├─ mark "again" ×5
                ├─ mark "step 1"
                ├─ mark "step 2"
                ├─ mark "step 3"
                ├─ mark "step 4"
                ├─ mark "step 5"
                └─ mark "n -> Event next(1)" … "n -> Event next(5)" ×5
                15 calls, 0 nodes, 0 subscriptions, none live

                """)
    }

    @Test func aDocumentWithMarksAndNamesIsReadBack() throws {
        var trace = example()
        trace.closures = ["onNext": [.next]]
        let text = JSONRenderer().string(from: trace)
        #expect(text.contains(#"{"id": 2, "operation": "mark", "thread": 0, "label": "checkout opened"}"#))
        #expect(text.contains(#""node": 1, "name": "on screen", "site""#))
        #expect(try TraceReader.read(text, named: "document") == trace)
        #expect(try TraceReader.read(JSONLinesRenderer().string(from: trace), named: "lines") == trace)
    }

    @Test func theCanonicalFormKeepsThem() {
        let canonical = example().canonical()
        #expect(canonical.calls.map(\.label) == example().calls.map(\.label))
        #expect(canonical.canonical() == canonical)
        #expect(canonical.subscriptions.map(\.name) == ["on screen"])
    }

    /// A mark within work keeps being left out of the calls around others, where threads' calls are one tree.
    @Test func statisticsTakeNoNoticeOfMarks() throws {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject)
        script.node("observer", "AnonymousObserver", .observer)
        script.call(.on, "subject", .next("1")) { script.call(.on, "observer", .next("1")) }
        let plain = try TraceStatistics(TraceInMemory(script.trace), by: .operator).rows
        let marked = TraceScript()
        marked.node("subject", "PublishSubject", .subject)
        marked.node("observer", "AnonymousObserver", .observer)
        marked.call(.mark, label: "a") {
            marked.call(.on, "subject", .next("1")) {
                marked.call(.mark, label: "b") { marked.call(.on, "observer", .next("1")) }
            }
        }
        #expect(try TraceStatistics(TraceInMemory(marked.trace), by: .operator).rows == plain)
    }

    @Test func patternsFindMarks() throws {
        var filter = TraceFilter()
        filter.only = [TracePattern("load")]
        let only = try filter.apply(to: TraceInMemory(example())).trace()
        #expect(only.calls.map(\.operation) == [.mark, .subscribe])
        filter.only = []
        filter.hide = [TracePattern("*o*ed*")]
        let hidden = try filter.apply(to: TraceInMemory(example())).trace()
        #expect(hidden.calls.compactMap(\.label) == ["load", "onNext", "shown \"rx\""])
    }
}
