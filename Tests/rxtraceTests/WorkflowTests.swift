import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

/// The step of the workflow in docs/continuous-integration.md that tells of differences, run as a build server runs it.
@Suite(.timeLimit(.generous)) struct WorkflowTests {
    /// The script of the step: the lines below `run: |`, without what they are set in by.
    private static func script() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/continuous-integration.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let part = try #require(page.components(separatedBy: "run: |\n").last)
        return part.components(separatedBy: "\n").prefix { $0.hasPrefix("          ") }.map { $0.dropFirst(10) }
            .joined(separator: "\n")
    }

    @Test func aDifferenceIsAnnotatedAndHasAPage() throws {
        let golden = "Tests/__Traces__/SearchTests"
        let folder = try ProgramFolder([
            "\(golden)/search.json": SampleRun.of("map-filter").document,
            "\(golden)/search.actual.json": SampleRun.of("create-error").document,
            "\(golden)/other.json": SampleRun.of("timer").document,
        ])
        let place = folder.folder
        // `swift run rxtrace …` is the built command.
        _ = try place.program("bin/swift", "shift 2\nexec '\(try #require(BuiltCommand.path))' \"$@\"")
        let result = try BuiltCommand.run(
            ["-c", try Self.script()], command: "/bin/sh",
            environment: ["PATH": place.path("bin") + ":/usr/bin:/bin"], currentFolder: place.path(""))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("differs   search"), "\(result.output)")
        #expect(result.output.contains("::error file=samples/"), "\(result.output)")
        let pages = try FileManager.default.contentsOfDirectory(atPath: place.path("pages"))
        #expect(pages.contains("search.html"))
        #expect(!pages.contains("other.html"))
    }
}
