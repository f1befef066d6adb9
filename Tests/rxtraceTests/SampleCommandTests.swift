import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Testing

@testable import rxtrace

@Suite(.timeLimit(.generous)) struct SampleCommandTests {
    /// The program says which sample it is, and has its whole body and nothing of how samples are declared.
    @Test(arguments: TestLength.some(Samples.all, 6))
    func everySampleIsAProgram(sample: Scenario) throws {
        let result = try BuiltCommand.run(["sample", sample.name])
        #expect(result.status == 0)
        let lines = result.output.components(separatedBy: "\n")
        #expect(lines.contains { $0.hasPrefix("// The sample \(sample.name): ") })
        #expect(!result.output.contains("Scenario") && !result.output.contains("needsMainThread"))
        #expect(
            lines.contains { $0.hasPrefix("import ") }
                && lines.filter { $0.hasPrefix("// The sample") }.allSatisfy { $0.count <= 120 })
        #expect(!result.output.contains("\n\n\n"))
        let start = try #require(lines.firstIndex(of: "func program() {"))
        let end = try #require(lines[start...].firstIndex(of: "}"))
        let program = try #require(SampleProgram(sample))
        #expect(program.text == result.output)
        let source = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../samples/\(program.fileName)"), encoding: .utf8)
        let body = lines[start + 1..<end].joined(separator: "\n")
        #expect(!body.isEmpty && source.contains(") {\n\(body)\n}\n"), "\(sample.name)")
        // A place in the program's trace is that in the sample's, where the sample has its file to itself.
        let sourceLines = source.components(separatedBy: "\n")
        if source.matches(of: #/Scenario\(\n/#).count == 1, sample.name != "event-bus" {
            #expect(Array(sourceLines[start + 1..<end]) == Array(lines[start + 1..<end]), "\(sample.name)")
        }
        // Two of a file are no program together.
        #expect(lines.count { $0 == "program()" } == 1)
    }

    @Test func theFilesThatAreBuiltInAreAllThatThereAre() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../samples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        let shown = names.filter { !["Samples.swift", "Scenario.swift"].contains($0) }
        #expect(SampleFiles.all.map(\.name) == shown.sorted())
        for file in SampleFiles.all {
            #expect(try file.text == String(contentsOf: folder.appending(path: file.name), encoding: .utf8))
        }
    }

    /// One with types of its own, one that uses another file, one of two in a file, one that may return early.
    @Test(
        .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"),
        arguments: ["bag-replace", "event-bus", "side-by-side-rac", "rac-observe-path"])
    func theProgramMakesTheSampleCalls(name: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("Copy.swift")
        #expect(try BuiltCommand.run(["sample", name, "-o", file]).status == 0)
        let difference = try BuiltCommand.run(["diff", SampleRun.of(name).path, file, "--ignore", "sites"])
        #expect(difference.status == 0, "\(difference.output) \(difference.errors)")
    }

    @Test func aMisspeltNameIsAnsweredWithTheNearest() throws {
        let result = try BuiltCommand.run(["sample", "flat-map-lates"])
        #expect(result.status == 66 && result.output.isEmpty)
        #expect(result.errors.contains("Did you mean 'flat-map-latest'?"))
        let none = try BuiltCommand.run(["sample"])
        #expect(none.status == 64 && none.errors.contains("`rxtrace sample` needs the NAME of a sample"))
    }
}
