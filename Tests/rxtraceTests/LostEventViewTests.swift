import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Testing

/// An event that went nowhere is shown by every view, in the words of `why --effects`.
@Suite(.timeLimit(.generous)) struct LostEventViewTests {
    /// The calls whose events went nowhere, by the calls alone.
    private func lost(in trace: Trace) -> [Int] {
        let nodes = Dictionary(uniqueKeysWithValues: trace.nodes.map { ($0.id, $0) })
        let callers = Set(trace.calls.compactMap(\.parent))
        var ended: Set<Int> = []
        var lost: [Int] = []
        for call in trace.calls {
            guard let event = call.event, let node = call.node.flatMap({ nodes[$0] }), call.type == nil else {
                continue
            }
            let isLeaf = !callers.contains(call.id) && event.kind != .completed
            let isSubject = node.role == .subject && call.operation == .on && !node.behaviors.contains(.replays)
            let isSink = node.role == .sink && (call.operation == .forwardOn || ended.contains(node.id))
            if isLeaf, isSubject || isSink { lost.append(call.id) }
            if call.operation == .forwardOn, event.kind != .next { ended.insert(node.id) }
        }
        return lost
    }

    private func text(_ write: (TextOutput) throws -> Void) throws -> String {
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try write(output)
        try output.flush()
        return text
    }

    private func words(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Whichever call a sentence tells; its line, which a graph leaves to the call's edge.
    private func numbersMasked(_ text: String) -> String {
        text.replacing(#/ at @?\d+( \((line |[^():]+:)\d+\))?/#, with: " at N")
    }

    private func count(_ sentence: String, in text: String) -> Int { text.components(separatedBy: sentence).count - 1 }

    @Test(arguments: Samples.some)
    func everyViewShowsIt(sample: Scenario) throws {
        let trace = try TraceReader.read(SampleRun.of(sample.name).document, named: sample.name)
        let source = TraceInMemory(trace)
        let lost = lost(in: trace)
        let tree = TreeRenderer(folds: false).string(from: trace)
        #expect(count("✕", in: tree) == lost.count)
        guard !lost.isEmpty else { return }
        let views = [
            "tree": tree, "marble": words(MarbleRenderer().string(from: trace)),
            "marble svg": SVGMarbleRenderer().string(from: trace),
            "mermaid": MermaidRenderer().string(from: trace).replacing("#58;", with: ":").replacing("#101;", with: "e")
                .replacing("#40;", with: "(").replacing("#41;", with: ")"),
            "page": PageRenderer().string(from: trace),
        ]
        let graphs = [
            "dot": words(DOTRenderer().string(from: trace).replacing("\\n", with: " ")),
            "svg": words(
                try SVGDrawing(SVGGraphRenderer().string(from: trace)).texts.map(\.words).joined(separator: " ")),
        ]
        for id in lost {
            let effects = try #require(try EventEffects(of: id, in: source))
            let answer = try text { try EventEffectsRenderer().render(effects, of: id, in: source, to: $0) }
            let line = try #require(answer.split(separator: "\n").first { $0.contains("✕ ") }, "\(answer)")
            let sentence = String(try #require(line.components(separatedBy: "✕ ").last))
            for (name, view) in views { #expect(view.contains(sentence), "\(name) of @\(id): \(sentence)") }
            // A graph has numbers of its own.
            for (name, view) in graphs {
                #expect(numbersMasked(view).contains(numbersMasked(sentence)), "\(name) of @\(id): \(sentence)")
                #expect(!view.contains(" at @"))
            }
        }
    }

    @Test func someSamplesLoseEvents() throws {
        let losing = try Samples.all.filter {
            !lost(in: try TraceReader.read(SampleRun.of($0.name).document, named: $0.name)).isEmpty
        }
        #expect(losing.count >= 8)
    }

    /// Where the call itself is not shown, the one around it is marked.
    @Test func aZoomShowsItToo() throws {
        let result = try BuiltCommand.run(["tree", try SampleRun.of("create-error").path, "--zoom", "user"])
        let line = try #require(result.output.split(separator: "\n").first { $0.contains("✕") })
        #expect(line.contains("next(body, too late)") && line.contains("✕ came after error at @"))
    }
}
