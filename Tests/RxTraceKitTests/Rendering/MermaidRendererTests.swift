import RxTraceKit
import Testing

struct MermaidRendererTests {
    private func sent(_ values: [String]) -> Trace {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        script.node("map", "MapSink", .sink)
        for value in values { script.call(.on, "source", .next(value)) { script.call(.on, "map", .next(value)) } }
        return script.trace
    }

    @Test func aSequenceHasAMessageForEachCallBetweenBoxes() {
        #expect(
            MermaidRenderer().string(from: sent(["1", "2"])) == """
                sequenceDiagram
                    participant b3 as your code
                    participant b1 as PublishSubject
                    participant b2 as MapSink
                    b3->>b1: next 1
                    b1->>b2: next 1
                    b3->>b1: next 2
                    b1->>b2: next 2

                """)
    }

    @Test func aFlowchartIsTheGraph() {
        let text = MermaidRenderer(diagram: .flowchart).string(from: sent(["1", "2"]))
        #expect(text.hasPrefix("flowchart TD\n    b1[\"PublishSubject\"]\n"))
        #expect(text.contains("    b1 ==>|\"2 next 1, 2\"| b2\n"))
    }

    @Test(arguments: MermaidRenderer.Diagram.allCases)
    func textsAreNoSyntax(diagram: MermaidRenderer.Diagram) {
        let hostile = "end; #1 \"x\" <b> `y` %% a[b](c){d}|e|\n:\\"
        let text = MermaidRenderer(diagram: diagram).string(from: sent([hostile]))
        #expect(!text.contains("<b>") && !text.contains("`") && !text.contains("%") && !text.contains("#1 "))
        #expect(text.contains("#101;nd#59; #35;1 #34;x#34;"))
    }

    /// Neither limit can be raised by a diagram: 50,000 characters, and 500 edges of a flowchart.
    @Test func aLongTraceIsCutWithANote() {
        let text = MermaidRenderer().string(from: sent((1...5000).map { "value \($0)" }))
        #expect(text.utf16.count <= 50_000)
        let messages = text.split(separator: "\n").count { $0.contains("->>") }
        #expect(text.hasSuffix("\(10_000 - messages) more messages left out, for Mermaid takes no more\n".grouped))

        let script = TraceScript()
        for number in 1...60 { script.node("s\(number)", "Sink\(number)", .sink) }
        for one in 1...60 {
            for other in 1...30 where one != other {
                script.call(.on, "s\(one)", .next("1")) { script.call(.on, "s\(other)", .next("1")) }
            }
        }
        let chart = MermaidRenderer(diagram: .flowchart).string(from: script.trace)
        #expect(chart.split(separator: "\n").count { $0.contains("==>") } == 500)
        #expect(chart.contains("more edges left out"))
    }
}

extension String {
    /// With the thousands of its first number parted.
    fileprivate var grouped: String {
        let digits = prefix { $0.isNumber }
        return digits.count > 3 ? "\(digits.dropLast(3)),\(digits.suffix(3))\(dropFirst(digits.count))" : self
    }
}
