import Foundation
import Testing

/// The benchmark beside the command, as far as it measures nothing.
@Suite(.timeLimit(.generous)) struct BenchTests {
    private func run(_ words: [String]) throws -> BuiltCommand.Result {
        let command = URL(filePath: try #require(BuiltCommand.path)).deletingLastPathComponent()
            .appending(path: "rxtrace-bench")
        return try BuiltCommand.run(words, command: command.path(percentEncoded: false))
    }

    @Test func helpIsHelp() throws {
        for words in [["--help"], ["recording", "-h"]] {
            let result = try run(words)
            #expect(result.status == 0)
            #expect(result.output.hasPrefix("Usage: rxtrace-bench [ROW…]\n"))
            #expect(result.errors.isEmpty)
        }
    }

    @Test(arguments: [
        (["--all"], "no row's name holds '--all'\n\nUsage: rxtrace-bench"), (["answers", "how"], "no answer 'how'"),
        (["recording", "why", "how"], "no row how"), (["recording", "--calls", "0"], "--calls wants a number above 0"),
    ])
    func aWordItDoesNotKnowIsWrongUsage(words: [String], message: String) throws {
        let result = try run(words)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(message))
    }
}
