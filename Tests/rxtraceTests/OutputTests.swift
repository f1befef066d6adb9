import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

struct OutputTests {
    private static let fullDisk = "/dev/full"

    @Test func aClosedPipeEndsQuietly() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        for words in [["tree"], ["json"], ["list"], ["--help"]] {
            let result = try BuiltCommand.run(words, output: pipe.fileHandleForWriting)
            #expect(result.status == 0)
            #expect(!result.errors.contains("rxtrace:"))
        }
    }

    /// Who reads only the first lines has not seen the last: that the program was stopped, or failed.
    @Test(.enabled(if: (try? SwiftCompiler()) != nil, "there is no swiftc in PATH"), .timeLimit(.generous))
    func theEndOfAProgramIsToldWhenTheReaderGoesAway() throws {
        let program = try ProgramFolder([
            "Wait.swift": """
            import Foundation
            import RxSwift

            _ = Observable.of(1, 2).subscribe()
            if CommandLine.arguments.count > 1 { exit(3) }
            while true { sleep(1) }
            """
        ])
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        func run(_ words: [String]) throws -> BuiltCommand.Result {
            try BuiltCommand.run(
                words, output: pipe.fileHandleForWriting,
                environment: ["XDG_CACHE_HOME": program.folder.path("cache")], currentFolder: program.folder.path(""))
        }
        for command in [["run"], ["tree", "--no-fold"]] {
            let stopped = try run(command + ["Wait.swift", "--timeout", "1"])
            #expect(stopped.status == 124)
            #expect(stopped.errors.contains("rxtrace: the program was stopped after 1 s (--timeout)"))
            let failed = try run(command + ["Wait.swift", "--", "fail"])
            #expect(failed.status == 1)
            #expect(failed.errors.contains("rxtrace: the program ended with status 3"))
        }
    }

    @Test(.enabled(if: isLinux, "elsewhere the runtime needs other descriptors"))
    func tooFewDescriptorsAreTold() throws {
        let command = try #require(BuiltCommand.path)
        func list(_ limit: Int) throws -> BuiltCommand.Result {
            try BuiltCommand.run(["-c", #"ulimit -n "$1"; exec "$0" list"#, command, "\(limit)"], command: "/bin/sh")
        }
        let few = try list(12)
        #expect(few.status == 69 && few.output.isEmpty)
        #expect(few.errors == "rxtrace: 12 files may be open at once, and rxtrace needs 32. Raise `ulimit -n`.\n")
        #expect(try list(32).status == 0)
    }

    /// Whoever reads only the first lines learns the answer nevertheless.
    @Test func aCommandThatJudgesKeepsItsStatusWhenItsReaderGoesAway() throws {
        let folder = try TemporaryFolder()
        for name in ["retry", "map-filter"] {
            try #require(BuiltCommand.run(["json", name, "-o", folder.path("\(name).json")]).status == 0)
        }
        try #require(rename(folder.path("retry.json"), folder.path("leak.json")) == 0)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        func status(_ words: String...) throws -> Int32 {
            let result = try BuiltCommand.run(words, output: pipe.fileHandleForWriting)
            #expect(!result.errors.contains("rxtrace:"))
            return result.status
        }
        #expect(try status("check", "leak", "map-filter", "--golden", folder.path(""), "--record", "never") == 1)
        #expect(try status("check", "map-filter", "--golden", folder.path(""), "--record", "never") == 0)
        #expect(try status("lint", "leak") == 1)
        #expect(try status("leaks", "leak") == 1)
        #expect(try status("diff", folder.path("leak.json"), folder.path("map-filter.json")) == 1)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: fullDisk), "there is no \(fullDisk)"))
    func aFullDiskHasItsStatus() throws {
        let full = try #require(FileHandle(forWritingAtPath: Self.fullDisk))
        for words in [["tree"], ["dot"], ["list"], ["--help"]] {
            let result = try BuiltCommand.run(words, output: full)
            #expect(result.status == 74)
            #expect(result.errors.contains("rxtrace: cannot write to standard output"))
        }
        #expect(try BuiltCommand.run(["tree", "-o", Self.fullDisk]).status == 74)
    }

    @Test(arguments: [("<&-", "is closed"), ("</", "cannot be read")])
    func standardInputThatCannotBeReadIsTold(from: String, message: String) throws {
        let path = try #require(BuiltCommand.path)
        let result = try BuiltCommand.run(["-c", "'\(path)' tree - \(from)"], command: "/bin/sh")
        #expect(result.status == 66)
        #expect(result.errors.hasPrefix("rxtrace: standard input \(message)."), "\(result.errors)")
    }

    @Test func aFileThatCannotBeWrittenIsNamedBeforeAnythingRuns() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path("missing/trace.json"), folder.path("")] {
            let result = try BuiltCommand.run(["json", "-o", path])
            #expect(result.status == 74)
            #expect(result.errors.hasPrefix("rxtrace: cannot write to '\(path)'"))
        }
    }

    @Test func aFileIsReplacedAsAWholeOrStays() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("trace.json")
        try "old".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try BuiltCommand.run(["json", "-", "-o", file], input: "damaged").status == 65)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
        #expect(try BuiltCommand.run(["json", "-o", file]).status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["trace.json"])
    }

    @Test func aLinkStaysAndItsTargetIsReplaced() throws {
        let folder = try TemporaryFolder()
        let (file, link) = (folder.path("trace.json"), folder.path("link.json"))
        try "old".write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try BuiltCommand.run(["json", "-o", link]).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{"))
    }
}
