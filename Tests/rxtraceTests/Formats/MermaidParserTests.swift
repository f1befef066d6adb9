import Foundation
import RxTraceKit
import RxTraceSamples
import Testing

/// Mermaid's own parser takes every sample's diagrams: in a browser, from the file that `RXTRACE_MERMAID` names.
struct MermaidParserTests {
    private static let script = ProcessInfo.processInfo.environment["RXTRACE_MERMAID"]
    private static let browser = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(SearchPath.find)
        .first

    /// A page that parses all diagrams and says how many it took, and why it did not take the others.
    private func page(_ diagrams: [String: String], script: String) throws -> String {
        let texts = String(decoding: try JSONEncoder().encode(diagrams), as: UTF8.self).replacing("<", with: "\\u003c")
        return """
            <!doctype html><meta charset="utf-8"><script src="\(URL(filePath: script).absoluteString)"></script><script>
            mermaid.initialize({startOnLoad: false});
            (async () => {
                let taken = 0, refused = [];
                for (const [name, text] of Object.entries(\(texts))) {
                    try { await mermaid.parse(text); taken += 1 } catch (error) { refused.push(name + ": " + error) }
                }
                document.title = JSON.stringify({taken, refused});
            })();
            </script>
            """
    }

    @Test(
        .enabled(
            if: script != nil && browser != nil, "RXTRACE_MERMAID names no mermaid.min.js, or there is no Chromium"))
    func mermaidTakesEveryDiagram() throws {
        var diagrams: [String: String] = [:]
        for sample in Samples.some.map(\.name) {
            let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
            for diagram in MermaidRenderer.Diagram.allCases {
                for zoom in Zoom.allCases {
                    diagrams["\(sample) \(diagram) \(zoom)"] =
                        MermaidRenderer(diagram: diagram, zoom: zoom).string(from: trace)
                }
            }
        }
        var hostile = Trace(scenario: "hostile", nodes: [Trace.Node(id: 1, type: "end", role: .subject)])
        for (index, value) in ["end", "a;b#c%%{d}", "`x` \"y\" <b>", "A-->>B: x", "\u{0}\n]]>|)", "%%{init: {}}%%"]
            .enumerated()
        {
            hostile.calls.append(
                Trace.Call(id: index + 1, operation: .on, node: 1, event: Trace.Event(.next, value: value)))
        }
        for diagram in MermaidRenderer.Diagram.allCases {
            diagrams["hostile \(diagram)"] = MermaidRenderer(diagram: diagram).string(from: hostile)
        }
        let folder = try TemporaryFolder()
        let file = folder.path("page.html")
        try page(diagrams, script: try #require(Self.script)).write(toFile: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.browser))
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path("profile"))",
            "--virtual-time-budget=600000", "--dump-dom", URL(filePath: file).absoluteString,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let title = text.firstMatch(of: #/<title>(.*?)</title>/#)?.1
        #expect(title.map(String.init) == "{\"taken\":\(diagrams.count),\"refused\":[]}")
    }
}
