import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

struct FormatTableTests {
    private static let page = GoldenFile.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/formats.md")

    /// The page's list is made from the table; `RXTRACE_RECORD=failed` writes it anew.
    @Test func thePageListsTheFormats() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- formats -->\n"))
        let end = try #require(text.range(of: "<!-- end of formats -->"))
        let list = start.upperBound..<end.lowerBound
        guard text[list] != FormatTable.markdown else { return }
        if try [.all, .failed].contains(GoldenRecordMode.usual(in: ProcessInfo.processInfo.environment)) {
            try text.replacingCharacters(in: list, with: FormatTable.markdown)
                .write(to: Self.page, atomically: true, encoding: .utf8)
        }
        Issue.record("docs/formats.md's list of formats is not this:\n\(FormatTable.markdown)")
    }

    @Test func theFilesNameChoosesTheFormatOfRun() throws {
        for format in FormatTable.formats {
            #expect(FormatTable.format(ofFile: "some/file\(format.suffix)")?.name == format.name)
        }
        #expect(FormatTable.format(ofFile: "graph.unknown") == nil)
        let folder = try TemporaryFolder()
        let file = folder.path("trace.chrome.json")
        #expect(try BuiltCommand.run(["run", "-o", file]).status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{\"displayTimeUnit\""))
        #expect(try BuiltCommand.run(["run", "--format", "tree", "-o", file]).status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("create-subscribe\n"))
    }

    /// A terminal takes bytes for commands.
    @Test(arguments: [["perfetto"], ["run", "--format", "perfetto"], ["perfetto", "-o", "-"]])
    func aBinaryFormatIsNotWrittenToATerminal(words: [String]) throws {
        let terminal = try PseudoTerminal()
        let side = FileHandle(fileDescriptor: terminal.descriptor, closeOnDealloc: false)
        let result = try BuiltCommand.run(words, output: side)
        #expect(result.status == 64)
        #expect(
            result.errors.contains("standard output is a terminal. Name a file: -o trace.pftrace"), "\(result.errors)")
    }

    @Test func anotherCommandsFormatIsAnsweredWithThatCommand() throws {
        for words in [["tree", "--format", "dot"], ["json", "--format=dot"]] {
            let result = try BuiltCommand.run(words)
            #expect(result.status == 64)
            #expect(result.errors.hasSuffix("has no option '--format'. `rxtrace dot` does that.\n"))
        }
        #expect(try BuiltCommand.run(["tree", "--format", "nothing"]).errors.contains("See `rxtrace tree --help`."))
    }

    /// Every format takes every sample, a filter, and the canonical form; a text ends in a newline.
    @Test(arguments: FormatTable.formats.map(\.name))
    func everyFormatTakesEveryTrace(name: String) throws {
        let format = try #require(FormatTable.find(name))
        let renderer = try format.renderer(ParsedArguments(), .plain)
        for sample in ["create-subscribe", "observe-on", "retry", "rac-command"] {
            let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
            var filter = TraceFilter()
            filter.depth = 2
            let part = try filter.apply(to: TraceInMemory(trace)).trace()
            for trace in [trace, trace.canonical(), part, Trace(scenario: "empty")] {
                func bytes() throws -> [UInt8] {
                    var bytes: [UInt8] = []
                    let output = TextOutput { bytes += $0 }
                    try renderer.render(trace, to: output)
                    try output.flush()
                    return bytes
                }
                let text = try bytes()
                #expect(format.isBinary || text.isEmpty || text.last == UInt8(ascii: "\n"))
                #expect(try text == bytes(), "the same trace gives the same bytes")
            }
        }
    }
}
