import Foundation
import RxInstrumented
import RxTraceKit
import Testing

/// The text of marks, and that every format has it.
@Suite struct MarkTextTests {
    private static let texts = [
        "", " ", "checkout", "a \"quoted\" text", "two\nlines\r\n", "\u{1B}[31mred\u{7}\u{0}", "back\\slash", "🧑🏽‍🚀 下一步 é",
        "{\"json\": [1]}", "-> Event next(", "a -> Event next(1)", "%s %n", "\u{202E}turned", "<b>&amp;",
    ]

    private func mark(_ texts: [String], values: RecordedValues = .short) -> Trace {
        Trace.record("texts", options: RecordingOptions(values: values, scope: .caused)) {
            for text in texts { Trace.mark(text) }
        }
    }

    @Test(arguments: RecordedValues.allCases)
    func textsAreKeptWhateverBecomesOfValues(values: RecordedValues) {
        #expect(mark(Self.texts, values: values).calls.map(\.label) == Self.texts)
    }

    @Test(arguments: [(RecordedValues.none, 80), (.short, 80), (.full, 4096)])
    func aLongTextIsCapped(values: RecordedValues, limit: Int) throws {
        let long = String(repeating: "界", count: 100_000 / 3)
        let exact = String(repeating: "é", count: limit)
        let labels = mark([long, exact, exact + "!", "after"], values: values).calls.map(\.label)
        #expect(
            labels == [
                String(repeating: "界", count: limit - 1) + "…", exact, String(repeating: "é", count: limit - 1) + "…",
                "after",
            ])
    }

    @Test func theDocumentsHoldThem() throws {
        let trace = mark(Self.texts)
        for renderer in [JSONRenderer() as any TraceRenderer, JSONLinesRenderer()] {
            let text = renderer.string(from: trace)
            #expect(try TraceReader.read(text, named: "document") == trace)
        }
        #expect(
            JSONRenderer(times: false).string(from: mark(["say \"hi\"\n"])) == """
                {"format": "rxtrace", "version": 1, "scenario": "texts", "dropped": 0,
                 "threads": [
                  {"id": 0, "name": "\(trace.threads[0].name)"}
                 ],
                 "nodes": [],
                 "subscriptions": [],
                 "calls": [
                  {"id": 1, "operation": "mark", "thread": 0, "label": "say \\"hi\\"\\n"}
                 ]}

                """)
    }

    @Test func aTreeKeepsEachOnOneLine() {
        let tree = TreeRenderer(folds: false).string(from: mark(Self.texts))
        let lines = tree.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == Self.texts.count + 3)
        #expect(lines.contains("├─ mark \"\""))
        #expect(lines.contains("├─ mark \"a \\\"quoted\\\" text\""))
        #expect(lines.contains("├─ mark \"two\\nlines\\r\\n\""))
        #expect(lines.contains("├─ mark \"🧑🏽‍🚀 下一步 é\""))
        #expect(!tree.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }

    @Test func twoRunsAreTheSameAndAnotherTextIsADifference() throws {
        let old = mark(["a", "b"])
        #expect(TraceDifference(old, mark(["a", "b"])).rows.isEmpty)
        let difference = TraceDifference(old, mark(["a", "c"]))
        #expect(difference.count(.changed) == 1)
        #expect(DifferenceRenderer().string(from: difference).contains("mark \"b\" → \"c\""))
    }
}
