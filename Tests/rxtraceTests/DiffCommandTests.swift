import Foundation
import RxTraceKit
import Testing

struct DiffCommandTests {
    private func run(_ words: String..., input: String = "") throws -> BuiltCommand.Result {
        try BuiltCommand.run(["diff"] + words, input: input)
    }

    @Test func aTraceIsTheSameAsItself() throws {
        for sample in ["create-subscribe", "observe-on", "timer"] {
            let result = try run(sample, sample)
            #expect(result.status == 0)
            #expect(result.output.isEmpty)
        }
    }

    @Test func aDifferenceIsAFindingAndTheFirstLineNamesIt() throws {
        let folder = try TemporaryFolder()
        let document = try SampleRun.of("map-filter").document
        try document.replacing("\"Map\"", with: "\"CompactMap\"").write(
            toFile: folder.path("new.json"), atomically: true, encoding: .utf8)
        let result = try run("map-filter", folder.path("new.json"))
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("Map → CompactMap (map) at samples/MapFilter.swift:"))
        #expect(!result.errors.contains("rxtrace:"))
        let fromInput = try run("--width", "80", "map-filter", "-", input: document)
        #expect(fromInput.status == 0)
    }

    @Test func whatIsIgnoredIsNoDifference() throws {
        let folder = try TemporaryFolder()
        let document = try SampleRun.of("map-filter").document
        try document.replacing("MapFilter.swift", with: "Moved.swift").write(
            toFile: folder.path("new.json"), atomically: true, encoding: .utf8)
        #expect(try run("map-filter", folder.path("new.json")).status == 1)
        #expect(try run("--ignore", "values,sites", "map-filter", folder.path("new.json")).status == 0)
    }

    @Test func theDocumentSaysTheSameToPrograms() throws {
        struct Document: Decodable {
            struct Change: Decodable { var kind: String }
            var format: String
            var same: Bool
            var summary: [String]
            var changes: [Change]
        }
        func document(_ result: BuiltCommand.Result) throws -> Document {
            try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
        }
        let different = try run("--format", "json", "create-subscribe", "create-error")
        #expect(different.status == 1)
        #expect(try document(different).same == false)
        #expect(try document(different).changes.contains { $0.kind == "added" })
        let same = try run("--format", "json", "create-error", "create-error")
        #expect(same.status == 0)
        #expect(try document(same).same)
        #expect(try document(same).summary.isEmpty)
    }

    @Test func linesFitEightyColumnsAndSevenBits() throws {
        let result = try run("--ascii", "--width", "80", "flat-map-latest", "combine-latest")
        #expect(result.status == 1)
        #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
        #expect(result.output.split(separator: "\n").dropFirst().allSatisfy { $0.utf8.count <= 80 })
    }

    @Test(arguments: [
        [], ["create-error"], ["a", "b", "c"], ["-", "-"], ["--ignore", "value", "timer", "retry"],
    ])
    func wrongUsageIsSaidInOneLine(words: [String]) throws {
        let result = try BuiltCommand.run(["diff"] + words)
        #expect(result.status == 64)
        #expect(result.errors.split(separator: "\n").count == 1)
    }
}
