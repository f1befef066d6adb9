import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

/// The recorder does the program no harm, nor other programs' files, nor other processes' recordings.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"), .timeLimit(.generous))
struct RecorderHarmTests {
    private static let source = """
        import Foundation
        import RxSwift

        let subject = PublishSubject<String>()
        let subscription = subject.subscribe(onNext: { _ in })
        let program = CommandLine.arguments[0]

        func size() -> Int {
            let asked = String(cString: getenv("RXTRACE"))
            var status = stat()
            return stat(asked.hasSuffix(".json") ? asked + ".rxtrace" : asked, &status) == 0 ? Int(status.st_size) : 0
        }

        nonisolated(unsafe) var isExiting = false
        // The recording's end calls `rename`; a thread that lets another one exit calls `nanosleep`.
        nonisolated(unsafe) var isEnding = false
        nonisolated(unsafe) var isWaiting = false

        @_cdecl("rename") func renames(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
            isEnding = true
            while isExiting && !isWaiting { sched_yield() }
            return renameat(AT_FDCWD, old, AT_FDCWD, new)
        }

        @_cdecl("nanosleep") func sleeps(_ time: UnsafePointer<timespec>, _ rest: UnsafeMutablePointer<timespec>?) -> Int32 {
            if isEnding { isWaiting = true }
            return clock_nanosleep(CLOCK_MONOTONIC, 0, time, rest)
        }

        switch CommandLine.arguments.dropFirst().first ?? "" {
        case "parent":
            subject.onNext("the parent's")
            var child: pid_t = 0
            var status: Int32 = 0
            var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("child"), nil]
            posix_spawn(&child, program, nil, nil, &words, environ)
            waitpid(child, &status, 0)
            subject.onNext("the parent's again")
        case "child":
            subject.onNext("the child's")
        case "exec":
            let before = size()
            subject.onNext("before exec")
            while size() == before { sched_yield() }
            var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("child"), nil]
            execv(program, &words)
        case "exit":
            for _ in 0..<3 { Thread { while true { subject.onNext("on and on") } }.start() }
            atexit { isExiting = true }
            Thread { exit(4) }.start()
            while !isEnding { sched_yield() }
        case "many":
            for number in 0..<200_000 { subject.onNext("\\(number)") }
        default:
            subject.onNext("an event")
        }
        """

    private static let program: Result<(folder: ProgramFolder, path: String), any Error> = Result {
        let folder = try ProgramFolder(["Harmless.swift": source])
        let result = try folder.run("stats", "Harmless.swift")
        try #require(result.status == 0, "\(result.errors)")
        return (folder, try #require(folder.executable))
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(
        _ words: String, recording: String, shell: String = "", environment: [String: String] = [:]
    ) throws -> BuiltCommand.Result {
        let path = try Self.program.get().path
        let variables = ["RXTRACE": recording, "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        return try BuiltCommand.run(
            ["-c", "\(shell) exec '\(path)' \(words)"], command: "/bin/sh", environment: variables)
    }

    /// The values that programs sent, by the file in the folder.
    private func values() throws -> [String: [String]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("")).filter { $0.hasPrefix("x") }
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let path = folder.path(name)
                let trace =
                    name.hasSuffix(".rxtrace")
                    ? try TraceRecording(contentsOf: path).trace() : try TraceReader.read(contentsOf: path)
                return (name, trace.calls.filter { $0.operation == .on && $0.parent == nil }.compactMap(\.event?.value))
            })
    }

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test(arguments: ["x.json", "x.jsonl", "x.rxtrace", "x"])
    func aParentAndItsChildKeepTheirOwn(name: String) throws {
        let result = try run("parent", recording: folder.path(name))
        #expect(result.status == 0 && result.errors.isEmpty)
        guard name != "x" else {
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count == 2)
            return
        }
        let values = try values()
        #expect(values.count == 2)
        #expect(values[name] == ["the parent's", "the parent's again"])
        #expect(values.first { $0.key != name }?.value == ["the child's"])
    }

    @Test(arguments: ["x.json", "x.rxtrace"])
    func whatWasRecordedBeforeExecStays(name: String) throws {
        let first = name == "x.json" ? "x.json.rxtrace" : name
        let result = try run("exec", recording: folder.path(name))
        #expect(result.status == 0 && result.errors.isEmpty)
        let values = try values()
        #expect(values.count == 2)
        #expect(values[first] == ["before exec"])
        #expect(values.first { $0.key != first }?.value == ["the child's"])
    }

    @Test func theFirstExitsStatusCounts() throws {
        for _ in 0..<TestLength.times(3, long: 50) {
            #expect(try run("exit", recording: folder.path("x.json")).status == 4)
        }
    }

    @Test(arguments: ["2>&-", "1>&- 2>&-", "2>/dev/full"])
    func aReportThatCannotBeWrittenIsNoMatter(redirection: String) throws {
        let result = try run("child \(redirection)", recording: "/nonexistent/x.rxtrace")
        #expect(result.status == 0)
    }

    @Test func theProgramsClosedStreamsAreNotTheRecordings() throws {
        let result = try run("child 0<&- 1>&- 2>&-", recording: folder.path("x.rxtrace"))
        #expect(result.status == 0)
        #expect(try values() == ["x.rxtrace": ["the child's"]])
    }

    @Test func aPipeIsWrittenOnlyWhenAskedFor() throws {
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let result = try run("child", recording: pipe)
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("rxtrace: cannot write the trace to \(pipe): it is no regular file"))
    }

    @Test func nobodyWaitsForLongForAPipesReader() throws {
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let result = try run("many", recording: pipe, environment: ["RXTRACE_FORCE": "1"])
        #expect(result.status == 0)
        let start = "rxtrace: the trace in \(pipe) is not complete: nobody has read it for "
        #expect(result.errors.hasPrefix(start) && result.errors.hasSuffix(" ms\n"), "\(result.errors)")
        // A program that ends waits for a quarter of a second.
        let waited = Int(result.errors.dropFirst(start.count).dropLast(" ms\n".count)) ?? .max
        #expect(waited < 3_000)
    }

    @Test(arguments: ["x.json", "x.rxtrace"])
    func anotherProgramsFileIsLeftAlone(name: String) throws {
        let path = folder.path(name)
        try Data("notes".utf8).write(to: URL(filePath: path))
        let result = try run("child", recording: path)
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("rxtrace: cannot write the trace to \(path): a file that is no "))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "notes")

        let forced = try run("child", recording: path, environment: ["RXTRACE_FORCE": "1"])
        #expect(forced.status == 0 && forced.errors.isEmpty)
        #expect(try values() == [name: ["the child's"]])
    }

    @Test func aTraceIsReplacedWithItsRights() throws {
        for name in ["x.json", "x.rxtrace"] {
            let open = try run("child", recording: folder.path(name), shell: "umask 0;")
            #expect(open.errors.isEmpty)
            #expect(try mode(name) == 0o644, "whatever the umask")
            #expect(chmod(folder.path(name), 0o600) == 0)
            let again = try run("child", recording: folder.path(name), shell: "umask 0;")
            #expect(again.errors.isEmpty)
            #expect(try mode(name) == 0o600)
        }
        #expect(try values() == ["x.json": ["the child's"], "x.rxtrace": ["the child's"]])
    }

    @Test(arguments: ["x.json", "x.rxtrace"])
    func aPlantedLinkIsNotFollowed(name: String) throws {
        let victim = folder.path("victim")
        try Data("kept".utf8).write(to: URL(filePath: victim))
        #expect(symlink(victim, folder.path(name + ".part")) == 0)
        let result = try run("many", recording: folder.path(name), environment: ["RXTRACE_LAST": "1MB"])
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "kept")
        #expect(try values()[name]?.last == "199999")
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes links of other users"))
    func anotherUsersLinkIsRefused() throws {
        let link = folder.path("link.rxtrace")
        #expect(symlink(folder.path("x.rxtrace"), link) == 0)
        #expect(lchown(link, 4_242, 4_242) == 0)
        let result = try run("child", recording: link)
        #expect(result.status == 0)
        #expect(result.errors.contains("another user's link leads elsewhere"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("x.rxtrace")))
    }
}
