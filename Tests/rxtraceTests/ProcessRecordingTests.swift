import Foundation
import RxTraceKit
import Testing

/// `RXTRACE=FILE` records a whole process, here the command's own as it replays a sample.
@Suite(.timeLimit(.generous)) struct ProcessRecordingTests {
    private func temporaryFile(_ name: String) -> String {
        FileManager.default.temporaryDirectory.appending(path: "rxtrace-\(UUID().uuidString)-\(name)")
            .path(percentEncoded: false)
    }

    @Test(arguments: ["trace.json", "trace.jsonl"])
    func theDocumentIsWrittenAtTheEnd(name: String) throws {
        let file = temporaryFile(name)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let result = try BuiltCommand.run(["json", "map-filter", "--no-times"], environment: ["RXTRACE": file])
        #expect(result.status == 0)
        let whole = try TraceReader.read(contentsOf: file)
        let part = try TraceReader.read(result.output, named: "output")
        #expect(whole.calls.count == part.calls.count)
        #expect(whole.calls.map(\.operation) == part.calls.map(\.operation))
        #expect(whole.nodes.map(\.type) == part.nodes.map(\.type))
        #expect(whole.subscriptions.allSatisfy { $0.ended != nil })
    }

    @Test func aPathThatCannotBeWrittenIsReportedOnce() throws {
        let file = "/nonexistent/folder/trace.json"
        let result = try BuiltCommand.run(["list"], environment: ["RXTRACE": file])
        #expect(result.status == 0, "the program itself goes on undisturbed")
        #expect(
            result.errors == "rxtrace: cannot write the trace to \(file): No such file or directory. "
                + "Set RXTRACE to another path.\n")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func aFullDiskIsReported() throws {
        let result = try BuiltCommand.run(
            ["json", "timer"], environment: ["RXTRACE": "/dev/full", "RXTRACE_FORCE": "1"])
        #expect(result.status == 0)
        #expect(result.errors.contains("the trace in /dev/full is not complete: No space left on device"))
    }
}
