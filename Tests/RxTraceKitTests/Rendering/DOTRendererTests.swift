import Foundation
import RxTraceKit
import Testing

struct DOTRendererTests {
    private func lines(_ trace: Trace, _ renderer: DOTRenderer = DOTRenderer()) -> [Substring] {
        renderer.string(from: trace).split(separator: "\n").map { $0.drop { $0 == " " } }
    }

    /// `count` inner subscriptions of one shape inside one outer subscription.
    private func innerSubscriptions(_ count: Int) -> Trace {
        let script = TraceScript("flat-map")
        script.node("outer", "FlatMap", .observable)
        script.node("outerSink", "FlatMapSink", .sink)
        let one = script.subscription(of: "outer")
        script.call(.subscribe, "outer", subscription: one) {
            for number in 1...count {
                script.node("inner\(number)", "Just", .observable)
                script.node("sink\(number)", "JustSink", .sink)
                let inner = script.subscription(of: "inner\(number)", in: one)
                script.call(.on, "outerSink", .next("\(number)"), subscription: one) {
                    script.call(.subscribe, "inner\(number)", subscription: inner) {
                        script.call(.run, "sink\(number)", subscription: inner)
                    }
                }
            }
        }
        return script.trace
    }

    @Test func aNodeIsDrawnOnceAndItsEventsAreCountedOnTheEdge() {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        script.node("observer", "AnonymousObserver", .observer)
        for event in [Trace.Event.next("1"), .next("2"), .next("3"), .completed] {
            script.call(.on, "source", event) { script.call(.on, "observer", event) }
        }
        let rows = lines(script.trace)
        #expect(rows.filter { $0.hasPrefix("\"n1\" [") }.count == 1)
        #expect(rows.contains { $0.hasPrefix("\"n1\" -> \"n2\" [label=\"next ×3, completed\"") })
    }

    @Test func subscribingIsASolidEdgeAndAHopADashedOne() {
        let rows = lines(TraceScript.observeOn())
        #expect(rows.contains { $0.hasPrefix("\"n2\" -> \"n1\" [") && !$0.contains("dashed") })
        #expect(rows.contains { $0.hasPrefix("\"n3\" -> \"n4\" [label=\"schedule\"") && $0.contains("dashed") })
        #expect(rows.contains { $0.hasPrefix("\"n4\" -> \"n6\" [label=\"invoke\"") && $0.contains("dashed") })
        #expect(rows.contains { $0.hasPrefix("\"n3\" -> \"n6\" [label=\"next\"") })
    }

    @Test func anInnerSubscriptionIsAClusterInsideTheOuterOne() {
        let text = DOTRenderer().string(from: innerSubscriptions(2))
        let outer = text.range(of: "  subgraph \"cluster_1\" {")
        let inner = text.range(of: "    subgraph \"cluster_2\" {")
        let end = text.range(of: "\n  }\n")
        #expect(outer != nil && inner != nil && end != nil)
        if let outer, let inner, let end {
            #expect(outer.lowerBound < inner.lowerBound && inner.upperBound < end.lowerBound)
        }
    }

    @Test func repetitionBeyondTheLimitIsDrawnOnceWithItsNumberAndANote() {
        let rows = lines(innerSubscriptions(600), DOTRenderer(repetitionLimit: 500))
        #expect(rows.contains { $0.contains("label=\"Just ×600\"") })
        #expect(rows.contains { $0.contains("label=\"subscription 2 ×600, completed\"") })
        #expect(rows.contains { $0.contains("repeat more than 500 times are drawn once") })
        #expect(rows.filter { $0.hasPrefix("subgraph") }.count == 2)
        #expect(rows.contains { $0.hasPrefix("\"n2\" -> \"n3\" [label=\"×600\"") })
    }

    @Test func repetitionWithinTheLimitIsDrawnInFull() {
        let rows = lines(innerSubscriptions(500), DOTRenderer(repetitionLimit: 500))
        #expect(rows.filter { $0.hasPrefix("subgraph") }.count == 501)
        #expect(!rows.contains { $0.contains("drawn once") })
    }

    @Test func zoomLeavesOutDisposablesAndThenSinks() {
        let trace = TraceScript.create()
        let internals = DOTRenderer(zoom: .internals).string(from: trace)
        let operators = DOTRenderer(zoom: .operators).string(from: trace)
        let user = DOTRenderer(zoom: .user).string(from: trace)
        #expect(internals.contains("label=\"SinkDisposer\"") && internals.contains("label=\"dispose\""))
        #expect(!operators.contains("SinkDisposer") && !operators.contains("CurrentThreadScheduler"))
        #expect(operators.contains("label=\"AnonymousObservableSink\""))
        #expect(!user.contains("AnonymousObservableSink"))
        // The edge through the sink is now between its neighbours.
        #expect(user.contains("\"n1\" -> \"n2\" [label=\"next, completed\""))
    }

    @Test func labelsAreEscaped() {
        let script = TraceScript("a \"quoted\" \\ name\n")
        script.node("source", "Box<\"x\">", .observable, name: "back\\slash\u{7}")
        let text = DOTRenderer().string(from: script.trace)
        #expect(text.contains(#"label="Box<\"x\"> \"back\\slash\\u{7}\"""#))
        #expect(text.contains(#"label="a \"quoted\" \\ name\\n""#))
    }

    @Test func theSameTraceGivesTheSameBytes() {
        let trace = innerSubscriptions(40)
        let first = DOTRenderer(zoom: .internals).string(from: trace)
        for _ in 0..<5 { #expect(DOTRenderer(zoom: .internals).string(from: trace) == first) }
    }
}

extension DOTRendererTests {
    private static let graphviz = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: graphviz != nil, "Graphviz is not installed"), arguments: Zoom.allCases)
    func graphvizAcceptsTheGraph(zoom: Zoom) throws {
        let script = TraceScript("nasty \"\\\n<b>&amp;\u{1B}")
        script.node("source", "\"; }", .observable, name: "下一步\\")
        script.call(.subscribe, "source", subscription: script.subscription(of: "source", ended: "a\"b"))
        for trace in [TraceScript.create(), TraceScript.observeOn(), innerSubscriptions(20), script.trace] {
            let process = Process()
            process.executableURL = URL(filePath: try #require(Self.graphviz))
            process.arguments = ["-Tsvg"]
            let (input, output, errors) = (Pipe(), Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            input.fileHandleForWriting.write(Data(DOTRenderer(zoom: zoom).string(from: trace).utf8))
            try input.fileHandleForWriting.close()
            let svg = output.fileHandleForReading.readDataToEndOfFile()
            let complaints = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(String(decoding: svg, as: UTF8.self).contains("</svg>"))
            #expect(!String(decoding: complaints, as: UTF8.self).contains("syntax"))
        }
    }
}
