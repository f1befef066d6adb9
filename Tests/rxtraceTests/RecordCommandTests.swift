import Foundation
import RxTraceKit
import Testing

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
        (["-"], 64, "kept as .json or .jsonl"), (["-", "-o", "again.rxtrace"], 64, "kept as .json or .jsonl"),
    ])
    func whatCannotBeDoneIsSaid(words: [String], status: Int32, message: String) throws {
        let folder = try TemporaryFolder()
        let result = try BuiltCommand.run(["record"] + words, currentFolder: folder.path(""))
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output.isEmpty)
    }
}
