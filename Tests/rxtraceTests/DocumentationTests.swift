import Foundation
import Testing

/// The traces that the documentation quotes are those the command prints.
@Suite struct DocumentationTests {
    private static let page = GoldenFile.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/articles.md")

    /// The quoted traces: blocks between fences, by the sample each one's first line names.
    private static func quotedTraces() throws -> [(sample: String, text: String)] {
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        return parts.enumerated().compactMap { index, part in
            guard index % 2 == 1, part.hasPrefix("\n"), part.contains("─ ") else { return nil }
            let text = String(part.dropFirst())
            return (String(text.prefix { $0 != "\n" }), text)
        }
    }

    @Test func theArticlesTracesAreTheGoldenOnes() throws {
        let traces = try Self.quotedTraces()
        let samples = [
            "notification", "dispose-manual", "bag-release", "create-subscribe", "deallocating", "rac-signal",
            "rac-scheduler-main", "rac-scheduler-background", "rac-compound-disposable", "rac-observe", "rac-subject",
            "rac-multicast",
        ]
        #expect(traces.map(\.sample) == samples)
        for trace in traces { try GoldenFile(name: "\(trace.sample).txt").expect(trace.text) }
    }
}
