import Foundation
import RxTraceSamples
import Testing

@testable import rxtrace

struct TraceInputTests {
    private func failure(_ word: String?, _ samples: [Scenario] = Samples.all) -> CommandFailure? {
        do {
            _ = try TraceInput(word, samples: samples)
            return nil
        } catch { return error as? CommandFailure }
    }

    @Test func withoutAWordItIsTheFirstSample() throws {
        guard case .sample(let sample) = try TraceInput(nil) else {
            Issue.record("not a sample")
            return
        }
        #expect(sample.name == Samples.all.first?.name)
        #expect(failure(nil, [])?.status == .noInput)
    }

    @Test(arguments: Samples.all.map(\.name))
    func aWordIsASample(name: String) throws {
        guard case .sample(let sample) = try TraceInput(name) else {
            Issue.record("not a sample")
            return
        }
        #expect(sample.name == name)
    }

    @Test func aDashIsStandardInput() throws {
        guard case .standardInput = try TraceInput("-") else {
            Issue.record("not standard input")
            return
        }
    }

    @Test func aWordWithASlashOrADotIsAFile() throws {
        let path = #filePath.replacing("TraceInputTests.swift", with: "../../README.md")
        guard case .file(path) = try TraceInput(path) else {
            Issue.record("not a file")
            return
        }
        let missing = failure("./map")
        #expect(missing?.status == .noInput)
        #expect(missing?.message.contains("'./map'") == true)
    }

    @Test func anUnknownSampleIsAnsweredWithTheNearest() throws {
        let misspelt = try #require(Samples.all.first).name + "x"
        #expect(failure(misspelt)?.status == .noInput)
        #expect(failure(misspelt)?.message.contains("Did you mean '") == true)
        #expect(failure(String(repeating: "q", count: 40))?.message.contains("rxtrace list") == true)
    }

    @Test func aFileThatHidesASampleIsTold() throws {
        let folder = try TemporaryFolder()
        try Data("junk".utf8).write(to: URL(filePath: folder.path("retry")))
        let result = try BuiltCommand.run(["run", "retry"], currentFolder: folder.path(""))
        #expect(result.status == 65)
        #expect(result.errors.contains("It hides the sample of its name"), "\(result.errors)")
    }
}
