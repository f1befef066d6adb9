import RxTraceKit
import RxTraceTestSupport
import Testing

struct SVGGraphRendererTests {
    private static let traces = [
        TraceScript.create(), TraceScript.observeOn(), TraceScript.keptElements(), TraceScript.innerSubscriptions(30),
        TraceScript.hostile(), Trace(scenario: "empty"),
    ]

    @Test(arguments: Zoom.allCases)
    func nothingCoversAnythingElse(zoom: Zoom) throws {
        for trace in Self.traces + (1...8).map({ TraceScript.tangle(8 * $0, seed: $0) }) {
            let text = SVGGraphRenderer(zoom: zoom).string(from: trace)
            #expect(try SVGDrawing(text).firstOverlap == nil, "\(trace.scenario)")
            #expect(text == SVGGraphRenderer(zoom: zoom).string(from: trace))
        }
    }

    @Test func itHasTheBoxesAndLabelsOfTheGraph() throws {
        let trace = TraceScript.observeOn()
        let drawing = try SVGDrawing(SVGGraphRenderer().string(from: trace))
        let graph = DOTRenderer().string(from: trace).split(separator: "\n")
        #expect(drawing.boxes.count == graph.count { $0.hasPrefix("  n") && $0.contains("fillcolor") })
        #expect(drawing.lines.count == graph.count { $0.contains(" -> ") })
        let words = drawing.texts.map(\.words)
        for word in ["observe-on", "━ main", "━ rx.held", "subscribe", "5 invoke", "ObserveOnSerialDispatchQueue"] {
            #expect(words.contains(word))
        }
    }

    @Test func nothingOfATraceIsMarkup() throws {
        let text = SVGGraphRenderer().string(from: TraceScript.hostile())
        let drawing = try SVGDrawing(text)
        #expect(!drawing.names.contains("script") && !drawing.names.contains("b"))
        for character in ["\u{0}", "\u{1B}", "\u{202E}", "\u{FFFF}", "\u{7F}"] { #expect(!text.contains(character)) }
        #expect(drawing.texts.contains { $0.words.contains("A\"<B>&amp;'; }") && $0.words.contains("下一步") })
    }

    @Test func anEventThatWentNowhereHasACross() {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        script.call(.on, "source", .next("unheard"))
        let text = SVGGraphRenderer().string(from: script.trace)
        #expect(text.contains("2 next unheard: nobody"))
        #expect(text.components(separatedBy: "stroke=\"#c0392b\" stroke-width=\"3\"").count == 2)
    }
}
