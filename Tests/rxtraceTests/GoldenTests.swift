import Foundation
import RxTraceSamples
import Testing

@testable import RxTraceKit

extension Scenario: CustomTestStringConvertible {
    public var testDescription: String { name }
}

/// The command's rendering of each sample, kept in `Tests/Golden/`: a changed chain fails with the calls that moved.
@Suite(.timeLimit(.generous)) struct GoldenTests {
    @Test(arguments: Samples.all)
    func theGoldenTraceIsAsRecorded(sample: Scenario) throws {
        let path = try SampleRun.of(sample.name).path
        let result = try BuiltCommand.run(["json", path, "--canonical", "--no-times"])
        #expect(result.status == 0)
        let trace = try TraceReader.read(result.output, named: sample.name)
        try GoldenFile(name: "\(sample.name).golden").expect(GoldenText.text(of: trace))
    }

    @Test(arguments: Samples.all)
    func theTreeIsAsRecorded(sample: Scenario) throws {
        let path = try SampleRun.of(sample.name).path
        let result = try BuiltCommand.run(["tree", path, "--canonical"])
        #expect(result.status == 0)
        try GoldenFile(name: "\(sample.name).txt").expect(result.output)
    }

    @Test(
        .enabled(if: DotTool.path != nil, "Graphviz's dot is not installed"), arguments: Samples.some
    )
    func dotAcceptsTheGraph(sample: Scenario) throws {
        let path = try SampleRun.of(sample.name).path
        let graph = try BuiltCommand.run(["dot", path])
        #expect(graph.status == 0)
        let problems = try DotTool.problems(in: graph.output)
        #expect(problems == "")
    }
}

/// Graphviz's `dot`, where it is installed.
enum DotTool {
    static let path = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The errors of `dot` for a graph it is to draw; empty when it draws it.
    static func problems(in graph: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "rxtrace-\(UUID().uuidString).dot")
        try Data(graph.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = ["-Tsvg", "-o", "/dev/null", file.path(percentEncoded: false)]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text : "dot failed: \(text)"
    }
}
