import Foundation
import RxTraceExploring
import RxTraceKit
import Testing

@testable import rxtrace

struct RecordCommandTests {
    @Test func aSamplesRecordingIsNamedAfterItAndHoldsItsCalls() throws {
        let folder = try TemporaryFolder()
        let recorded = try BuiltCommand.run(["record", "timer"], currentFolder: folder.path(""))
        #expect(recorded.status == 0)
        #expect(recorded.output.isEmpty)
        #expect(recorded.errors.contains("calls are in timer.rxtrace\n"))
        let recording = try TraceRecording(contentsOf: folder.path("timer.rxtrace"))
        #expect(recording.problem == nil)
        #expect(recording.scenario == "timer")
        let shown = try BuiltCommand.run(["tree", "--canonical", folder.path("timer.rxtrace")])
        #expect(shown.output == (try BuiltCommand.run(["tree", "--canonical", "timer"])).output)
    }

    @Test(arguments: ["timer.json", "timer.jsonl"])
    func theNameSaysTheFormat(name: String) throws {
        let folder = try TemporaryFolder()
        let words = ["record", "timer", "--no-times", "--canonical", "-o", name]
        #expect(try BuiltCommand.run(words, currentFolder: folder.path("")).status == 0)
        let format = name.hasSuffix("l") ? "jsonl" : "json"
        let direct = try BuiltCommand.run([format, "timer", "--no-times", "--canonical"])
        #expect(try String(contentsOfFile: folder.path(name), encoding: .utf8) == direct.output)
    }

    @Test(arguments: [
        (["timer", "-o", "timer.txt"], 64, "ends in .rxtrace, .json or .jsonl"),
        (["timer", "-o", "timer.rxtrace", "--canonical"], 64, "Name a .json file"),
        (["timer", "-o", "none/timer.rxtrace"], 74, "cannot record into none/timer.rxtrace: No such file"),
        (["Quick.swift", "-o", "none/q.rxtrace"], 74, "No such file or directory. Choose another file with --output."),
        (
            ["Quick.swift", "-o", "foreign.rxtrace"], 74,
            "a file that is no recording is there (RXTRACE_FORCE=1 overwrites it)"
        ),
        (["-"], 64, "kept as .json or .jsonl"), (["-", "-o", "again.rxtrace"], 64, "kept as .json or .jsonl"),
    ])
    func whatCannotBeDoneIsSaid(words: [String], status: Int32, message: String) throws {
        let folder = try TemporaryFolder()
        try Data("print(1)".utf8).write(to: URL(filePath: folder.path("Quick.swift")))
        try Data("a text".utf8).write(to: URL(filePath: folder.path("foreign.rxtrace")))
        let result = try BuiltCommand.run(["record"] + words, currentFolder: folder.path(""))
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.output.isEmpty)
        #expect(try String(contentsOfFile: folder.path("foreign.rxtrace"), encoding: .utf8) == "a text")
    }

    @Test(arguments: ["--last=1000", "--timeout=5", "--values=full"])
    func whatIsForMakingARecordingIsRefusedOfOne(option: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("timer.json")
        try #require(BuiltCommand.run(["record", "timer", "-o", path]).status == 0)
        let refused = try BuiltCommand.run(["tree", path, option])
        #expect(refused.status == 64 && refused.errors.contains("is for making a recording"), "\(refused.errors)")
        #expect(try BuiltCommand.run(["tree", path, "--values=none"]).status == 0)
    }

    /// A program that has no recorder in it, and one whose recorder would not start.
    @Test(
        arguments: [
            (["watch", "-o", "kept.rxtrace", "--", "/bin/sh", "-c", ":"], [:], 1, "it may not be linked with rxtrace"),
            (
                ["record", "Quick.swift", "-o", "kept.rxtrace"], ["RXTRACE_LIMIT": "abc"], 64,
                "RXTRACE_LIMIT 'abc' is not a number"
            ),
        ] as [([String], [String: String], Int32, String)])
    func aRecordingOfEarlierIsNotTheProgramsOwn(
        words: [String], environment: [String: String], status: Int32, message: String
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("kept.rxtrace")
        try Data("print(1)".utf8).write(to: URL(filePath: folder.path("Quick.swift")))
        try #require(BuiltCommand.run(["record", "timer", "-o", path]).status == 0)
        let before = try Data(contentsOf: URL(filePath: path))
        let result = try BuiltCommand.run(words, environment: environment, currentFolder: folder.path(""))
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!result.errors.contains("calls are in") && !result.output.contains("timer"))
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        let end = ProgramEnd(how: .exit(0))
        #expect(throws: CommandFailure.self) { try end.recording(at: path, since: FileStamp(path)) }
    }
}
