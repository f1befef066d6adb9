import Foundation
import RxTraceKit
import Testing

/// The questions of `docs/sql.md`, asked with DuckDB.
struct SQLTests {
    private static let tool = SearchPath.find("duckdb")
    private static let page = GoldenFile.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/sql.md")

    /// The tables, and the questions.
    private static let blocks: [String] = {
        let parts = (try? String(contentsOf: page, encoding: .utf8))?.components(separatedBy: "```sql\n") ?? []
        return parts.dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }()
    private static let samples = ["retry", "leak", "rac-signal", "observe-on"]

    @Test func thereAreTenQuestions() { #expect(Self.blocks.count == 11) }

    private func rows(_ question: String, of sample: String) throws -> [[String: Any]] {
        let folder = try TemporaryFolder()
        let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
        let text = JSONLinesRenderer().string(from: trace)
        try Data(text.utf8).write(to: URL(filePath: folder.path("trace.jsonl")))
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.tool))
        process.arguments = ["-json", "-c", Self.blocks[0] + question]
        process.currentDirectoryURL = URL(filePath: folder.path(""))
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    }

    @Test(.enabled(if: tool != nil, "duckdb is not installed"), arguments: blocks.dropFirst())
    func aQuestionHasAnAnswer(question: String) throws {
        var answers = 0
        for sample in Self.samples { answers += try rows(question, of: sample).count }
        #expect(answers > 0)
    }

    @Test(.enabled(if: tool != nil, "duckdb is not installed"))
    func theAnswersAreRight() throws {
        let trace = try TraceReader.read(SampleRun.of("observe-on").document, named: "observe-on")
        let counts = try rows(Self.blocks[1], of: "observe-on")
        #expect(counts.reduce(0) { $0 + ($1["calls"] as? Int ?? 0) } == trace.calls.count)
        let work = try rows(Self.blocks[5], of: "observe-on")
        #expect(work.reduce(0) { $0 + ($1["work"] as? Int ?? 0) } == trace.calls.count { $0.cause != nil })
        let living = try rows(Self.blocks[3], of: "leak")
        let leak = try TraceReader.read(SampleRun.of("leak").document, named: "leak")
        #expect(living.compactMap { $0["id"] as? Int } == leak.subscriptions.filter { $0.ended == nil }.map(\.id))
        #expect(!living.isEmpty)
    }
}
