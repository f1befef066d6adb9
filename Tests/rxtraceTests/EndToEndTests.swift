import Foundation
import RxTraceKit
import RxTraceSamples
import Testing

struct EndToEndTests {
    @Test(arguments: ["run", "tree", "json", "jsonl", "dot"])
    func theFirstSampleIsRenderedWithoutAnInput(command: String) throws {
        let result = try BuiltCommand.run([command])
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("\n"))
        #expect(!result.errors.contains("rxtrace:"))
    }

    /// A document that can be read back holds nothing but the document: not a word of what the scenarios print.
    @Test(arguments: Samples.all.map(\.name))
    func whatAScenarioPrintsIsNotInTheRendering(sample: String) throws {
        let document = try SampleRun.of(sample).document
        #expect(try TraceReader.read(document, named: sample).scenario == sample)
    }

    @Test func aTraceIsReadFromAFileAndFromStandardInput() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("trace.json")
        #expect(try BuiltCommand.run(["json", "-o", file]).status == 0)
        let document = try String(contentsOfFile: file, encoding: .utf8)
        for format in ["tree", "dot", "jsonl", "json"] {
            let fromFile = try BuiltCommand.run([format, file])
            #expect(fromFile.status == 0)
            #expect(try BuiltCommand.run([format, "-"], input: document).output == fromFile.output)
        }
        #expect(try BuiltCommand.run(["json", file]).output == document)
    }

    @Test func noCommandIsWrongUsageAndHelpIsNot() throws {
        let bare = try BuiltCommand.run([])
        #expect(bare.status == 64)
        #expect(bare.output.isEmpty)
        #expect(bare.errors.contains("Usage: rxtrace"))
        for words in [["--help"], ["-h"], ["help"], ["help", "dot"], ["tree", "--bad", "--help"], ["--version"]] {
            let result = try BuiltCommand.run(words)
            #expect(result.status == 0)
            #expect(result.output.contains("rxtrace"))
            #expect(result.errors.isEmpty)
        }
    }

    @Test(arguments: [["tre"], ["tree", "--zom"], ["tree", "--zoom", "near"], ["list", "word"], ["--bad"]])
    func wrongUsageIsSaidInOneLine(words: [String]) throws {
        let result = try BuiltCommand.run(words)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func anInputThatIsNotThereHasItsStatus() throws {
        let folder = try TemporaryFolder()
        for input in [folder.path("missing.json"), folder.path(""), "no-such-sample"] {
            let result = try BuiltCommand.run(["tree", input])
            #expect(result.status == 66)
            #expect(result.output.isEmpty)
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func aDamagedTraceHasItsStatus() throws {
        let document = try SampleRun.of("create-subscribe").document
        let cut = String(document.prefix(document.count / 2))
        let foreign = document.replacing("\"version\": 1", with: "\"version\": 999", maxReplacements: 1)
        #expect(foreign != document)
        for input in [cut, foreign, "", "hello", "{}", "[1, 2]"] {
            let result = try BuiltCommand.run(["tree", "-"], input: input)
            #expect(result.status == 65)
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("rxtrace: "))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    /// What the end of a recording lacks may be why an event is not there.
    @Test func anEventThatACutRecordingLacksHasItsStatus() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("cut.rxtrace")
        try #require(BuiltCommand.run(["record", "retry", "-o", path]).status == 0)
        try Data(contentsOf: URL(filePath: path)).dropLast(200).write(to: URL(filePath: path))
        let result = try BuiltCommand.run(["why", path, "onNext=no"])
        #expect(result.status == 65)
        #expect(result.errors.contains("the end of the recording is missing"))
    }

    @Test(arguments: [("--min-time", "3h"), ("--subscription", "first")])
    func aFilterIsReadBeforeTheProgramRuns(option: String, word: String) throws {
        let result = try BuiltCommand.run(["run", "create-subscribe", option, word])
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("rxtrace: \(option) takes "))
    }

    @Test func colorIsForTerminalsUnlessAskedFor() throws {
        #expect(try !BuiltCommand.run(["tree"]).output.contains("\u{1B}["))
        #expect(try BuiltCommand.run(["tree", "--color", "always"]).output.contains("\u{1B}["))
    }

    @Test func asciiAndWidthReachTheTree() throws {
        let result = try BuiltCommand.run(["tree", "--ascii", "--width", "40"])
        #expect(result.status == 0)
        #expect(!result.output.contains("─"))
        #expect(result.output.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 40 })
    }

    @Test func theListNamesEverySample() throws {
        let text = try BuiltCommand.run(["list"]).output.split(separator: "\n")
        #expect(text.count == Samples.all.count)
        let json = try BuiltCommand.run(["list", "--format", "json"]).output
        let rows = try JSONDecoder().decode([[String: String]].self, from: Data(json.utf8))
        #expect(rows.map { $0["name"] } == Samples.all.map(\.name))
        for width in [80, 40] {
            let lines = try BuiltCommand.run(["list", "--width", "\(width)"]).output.split(separator: "\n")
            #expect(lines.count > text.count && lines.allSatisfy { $0.count <= width })
            let named = lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != " " } }
            #expect(named.map(String.init) == Samples.all.map(\.name))
        }
    }

    @Test func valuesAndTimesCanBeLeftOut() throws {
        let document = try BuiltCommand.run(["json", "--values", "none", "--no-times"]).output
        let trace = try TraceReader.read(document, named: "values")
        #expect(trace.calls.allSatisfy { $0.event?.value == nil && $0.start == nil && $0.duration == nil })
    }
}
