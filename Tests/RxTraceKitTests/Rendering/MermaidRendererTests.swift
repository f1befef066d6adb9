import RxTraceKit
import Testing

struct MermaidRendererTests {
    private func sent(_ values: [String]) -> Trace {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        script.node("map", "MapSink", .sink)
        for value in values {
            script.call(.on, "source", .next(value)) {
                script.call(.on, "map", .next(value)) { script.call(.mark, label: "seen") }
            }
        }
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

    @Test func placesAreKept() {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject, site: Trace.Site(file: "Sources/App.swift", line: 3))
        script.node("sink", "AnonymousObserver", .observer)
        script.call(.on, "source", .next("1"), site: Trace.Site(file: "Sources/App.swift", line: 9)) {
            script.call(.on, "sink", .next("1"))
        }
        let text = MermaidRenderer().string(from: script.trace)
        #expect(text.contains(" as PublishSubject<br/>App.swift#58;3\n"))
        #expect(text.contains(": next 1 at App.swift#58;9\n"))
    }

    @Test func aFlowchartIsTheGraph() {
        let text = MermaidRenderer(diagram: .flowchart).string(from: sent(["1", "2"]))
        #expect(text.hasPrefix("flowchart TD\n    b1[\"PublishSubject\"]\n"))
        #expect(text.contains("    b1 ==>|\"2 next 1, 5 next 2\"| b2\n"))
    }

    @Test func lostAndKeptEventsAreTold() {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        script.call(.on, "source", .next("unheard"))
        let told = "next unheard#58; nobody had subscribed"
        #expect(MermaidRenderer().string(from: script.trace).contains("    b1-xb1: \(told)\n"))
        #expect(
            MermaidRenderer(diagram: .flowchart).string(from: script.trace)
                .contains("    b1 ==x|\"2 \(told)\"| x2((\"✕\"))\n    linkStyle 1 stroke:red\n"))
        #expect(MermaidRenderer().string(from: TraceScript.keptElements()).contains("    b2-->>b2: kept next 2\n"))
    }

    @Test(arguments: MermaidRenderer.Diagram.allCases)
    func textsAreNoSyntax(diagram: MermaidRenderer.Diagram) {
        let hostile = "end; #1 \"x\" <b> `y` %% a[b](c){d}|e|\n:\\"
        let text = MermaidRenderer(diagram: diagram).string(from: sent([hostile]))
        #expect(!text.contains("<b>") && !text.contains("`") && !text.contains("%") && !text.contains("#1 "))
        if diagram == .sequence { #expect(text.contains("#101;nd#59; #35;1 #34;x#34;")) }
        // Every `#` begins the number of a character, and every `;` ends one.
        for trace in [TraceScript.hostile(), sent([hostile])] {
            let text = MermaidRenderer(diagram: diagram).string(from: trace)
            let numbers = text.matches(of: /#[0-9]+;/).count
            #expect(text.count { $0 == "#" } == numbers && text.count { $0 == ";" } == numbers)
            #expect(!text.lowercased().contains(/\bend\b/))
        }
    }

    /// Each line is of one of the forms that Mermaid's grammar has for it.
    @Test func everyLineIsOfAKnownForm() {
        let message = /^    b[0-9]+(->>|-->>|-\)|-x)b[0-9]+: [^;#\n]*(#[0-9]+;[^;#\n]*)*$/
        let participant = /^    participant b[0-9]+ as [^;\n]*(;[^;\n]*)*$/
        let box = /^    b[0-9]+\["[^"`]*"\]$/
        let edge = /^    b[0-9]+ (==>|==x|-->|-\.->|-\.-)(\|"[^"|`]*"\|)? (b[0-9]+|x[0-9]+\(\("✕"\)\))$/
        let style = /^    linkStyle [0-9]+(,[0-9]+)* stroke:red$/
        let all = [
            TraceScript.create(), TraceScript.observeOn(), TraceScript.hostile(), TraceScript.keptElements(),
            TraceScript.tangle(30),
        ]
        for trace in all {
            let sequence = MermaidRenderer().string(from: trace).split(separator: "\n")
            #expect(sequence[0] == "sequenceDiagram")
            for line in sequence.dropFirst() {
                #expect(line.contains(message) || line.contains(participant), "\(line)")
            }
            let chart = MermaidRenderer(diagram: .flowchart).string(from: trace).split(separator: "\n")
            #expect(chart[0] == "flowchart TD")
            for line in chart.dropFirst() {
                #expect(line.contains(box) || line.contains(edge) || line.contains(style), "\(line)")
            }
        }
    }

    /// Neither limit can be raised by a diagram: 50,000 characters, and 500 edges of a flowchart.
    @Test func aLongTraceIsCutWithANote() throws {
        let text = MermaidRenderer().string(from: sent((1...5000).map { "value \($0)" }))
        #expect(text.utf16.count <= 50_000)
        let messages = text.split(separator: "\n").count { $0.contains("->>") }
        let left = try #require(text.firstMatch(of: /: ([0-9,]+) more messages left out, for Mermaid takes no more\n$/))
        #expect(Int(left.1.replacing(",", with: "")) == 10_000 - messages)

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
        #expect(chart.utf16.count <= 50_000)
    }

    @Test func aFilteredTraceSaysSo() throws {
        var filter = TraceFilter()
        filter.depth = 1
        let source = try filter.apply(to: TraceInMemory(sent(["1", "2"])))
        for diagram in MermaidRenderer.Diagram.allCases {
            var text = ""
            let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
            try MermaidRenderer(diagram: diagram).render(source, to: output)
            try output.flush()
            #expect(text.contains("calls#58; 4 hidden by --depth"))
        }
    }
}
