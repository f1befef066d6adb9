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
        let golden = "Tests/__Traces__/AppTests"
        // Two suites have a trace of one name.
        let folder = try ProgramFolder([
            "\(golden)/SearchTests/first.golden": SampleRun.of("map-filter").document,
            "\(golden)/SearchTests/first.actual.golden": SampleRun.of("create-error").document,
            "\(golden)/SearchTests/other.golden": SampleRun.of("timer").document,
            "\(golden)/CartTests/first.golden": SampleRun.of("map-filter").document,
            "\(golden)/CartTests/first.actual.golden": SampleRun.of("retry").document,
        ])
        let place = folder.folder
        // `swift run rxtrace …` is the built command.
        _ = try place.program("bin/swift", "shift 2\nexec '\(try #require(BuiltCommand.path))' \"$@\"")
        let result = try BuiltCommand.run(
            ["-c", try Self.script()], command: "/bin/sh",
            environment: ["PATH": place.path("bin") + ":/usr/bin:/bin"], currentFolder: place.path(""))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.components(separatedBy: "differs   first").count == 3, "\(result.output)")
        for file in ["samples/CreateError.swift", "samples/Retry.swift"] {
            #expect(result.output.contains("::error file=\(file)"), "\(result.output)")
        }
        for (suite, scenario) in [("SearchTests", "create-error"), ("CartTests", "retry")] {
            let pages = place.path("pages/\(golden)/\(suite)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: pages) == ["first.html"])
            let page = try String(contentsOfFile: "\(pages)/first.html", encoding: .utf8)
            #expect(page.contains("\"scenario\":\"\(scenario)\""))
        }
    }
}
