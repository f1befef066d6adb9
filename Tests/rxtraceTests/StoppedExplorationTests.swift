import Foundation
import Testing

@testable import rxtrace

/// An exploration that is asked to end tells what it found so far, and leaves nothing behind.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct StoppedExplorationTests {
    /// Each run but the last one ends; that one says so on the pipe, and waits.
    private static let source = """
        import Foundation
        let folder = CommandLine.arguments[1]
        let group = DispatchGroup()
        for name in ["a", "b"] { DispatchQueue.global().async(group: group) { print(name) } }
        group.wait()
        let runs = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("run") }.count
        try Data().write(to: URL(filePath: folder + "/run\\(runs)"))
        if runs == 2 {
            if let pipe = fopen(folder + "/ready", "w") { fclose(pipe) }
            while true { pause() }
        }
        """

    @Test(arguments: [SIGHUP, SIGINT, SIGTERM]) func whatWasFoundIsTold(signal: Int32) throws {
        let program = try ProgramFolder(["Wait.swift": Self.source])
        let (runs, temporary) = try (TemporaryFolder(), TemporaryFolder())
        #expect(mkfifo(runs.path("ready"), 0o600) == 0)
        let result = try program.run(
            "explore", "Wait.swift", "--jobs", "1", "--timeout", "1000", "--", runs.path(""),
            environment: ["TMPDIR": temporary.path("")]
        ) { command in
            // Opens when the program does.
            _ = try FileHandle(forReadingFrom: URL(filePath: runs.path("ready"))).readToEnd()
            #expect(kill(command, signal) == 0)
        }
        #expect(result.status == 128 + signal)
        let first = result.output.split(separator: "\n").first
        #expect(first == "Wait: 1 outcome in 2 orders; more are left")
        #expect(result.output.contains("again: rxtrace run Wait.swift --order "))
        let reason = signal == SIGHUP ? "the terminal was closed" : "the exploration was asked to end"
        #expect(result.errors == "rxtrace: \(reason); what it found until then is shown.\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path("")).isEmpty)
    }

    /// As a shell starts what runs in the background: it is to go on when the user interrupts what runs before it.
    @Test func aSignalThatWasIgnoredStaysIgnored() throws {
        let program = try ProgramFolder(["Wait.swift": Self.source])
        let runs = try TemporaryFolder()
        #expect(mkfifo(runs.path("ready"), 0o600) == 0)
        let command = try #require(BuiltCommand.path)
        let words = ["explore", "Wait.swift", "--jobs", "1", "--timeout", "1000", "--", runs.path("")]
        let result = try BuiltCommand.run(
            ["-c", #"trap '' INT; exec "$0" "$@""#, command] + words, command: "/bin/sh",
            environment: ["XDG_CACHE_HOME": program.folder.path("cache")], currentFolder: program.folder.path("")
        ) { command in
            _ = try FileHandle(forReadingFrom: URL(filePath: runs.path("ready"))).readToEnd()
            #expect(kill(command, SIGINT) == 0)
            #expect(kill(command, SIGTERM) == 0)
        }
        #expect(result.status == 128 + SIGTERM)
    }
}
