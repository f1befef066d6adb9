import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

/// Swift files given as INPUT: each test compiles a program, which takes a second or so.
@Suite(.enabled(if: (try? SwiftCompiler()) != nil, "there is no swiftc in PATH"), .timeLimit(.generous))
struct RunProgramTests {
    private static let search = """
        import RxSwift

        let text = PublishSubject<String>()
        let subscription = text.map { $0.uppercased() }
            .subscribe(onNext: { print("found", $0) })
        text.onNext("ab")
        text.onCompleted()

        """

    /// A `swiftc` that leaves a line in a file each time it is asked to compile.
    private func countingCompiler(in program: ProgramFolder) throws -> (path: String, count: () -> Int) {
        let real = try SwiftCompiler().path
        let log = program.folder.path("compiled")
        _ = try program.folder.program("bin/swiftc", "echo compiled >> '\(log)'\nexec '\(real)' \"$@\"")
        let path = "\(program.folder.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        return (path, { ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n").count })
    }

    @Test func aFileIsCompiledOnceAndTraced() throws {
        let program = try ProgramFolder(["My Search.swift": Self.search])
        let compiler = try countingCompiler(in: program)
        let environment = ["PATH": compiler.path]
        let first = try program.run("tree", "--zoom", "user", "My Search.swift", environment: environment)
        #expect(first.status == 0)
        #expect(first.errors == "found AB\n", "what it prints is not in the rendering")
        let last = String(first.output.split(separator: "\n").last ?? "")
        #expect(
            first.output == """
                My Search
                ├─ create text (PublishSubject)  My Search.swift:3
                ├─ create Map  My Search.swift:4
                ├─ subscribe Map · subscription 1, completed  My Search.swift:5
                ├─ on text next(ab)  My Search.swift:6
                │ ├─ handler transform MapSink next(ab)
                │ └─ handler onNext AnonymousObserver next(AB)
                └─ on text completed  My Search.swift:7
                \(last)

                """)
        let again = try program.run("tree", "--zoom", "user", "./My Search.swift", environment: environment)
        #expect(again.output == first.output)
        #expect(compiler.count() == 1, "nothing changed")

        let changed = Self.search.replacing("uppercased", with: "lowercased")
        try Data(changed.utf8).write(to: URL(filePath: program.folder.path("My Search.swift")))
        #expect(try program.run("run", "My Search.swift", environment: environment).errors == "found ab\n")
        #expect(compiler.count() == 2)
    }

    /// What a program does, such as an order that it sends, it does once.
    @Test(arguments: [["--subscription", "1"], ["--thread", "main"], ["--around", "@5"]])
    func aProgramRunsOnceForAPartOfItsTrace(words: [String]) throws {
        let program = try ProgramFolder(["Search.swift": Self.search])
        for command in ["tree", "stats"] {
            let result = try program.run([command, "Search.swift"] + words)
            #expect(result.status == 0 && result.errors == "found AB\n", "\(command) \(words)")
        }
    }

    /// What the program leaves on a terminal's line does not stand before the message.
    @Test func aMessageBeginsALineOfItsOwn() throws {
        let source = "import RxSwift\n_ = Observable.just(1).subscribe()\nprint(\"half a line\", terminator: \"\")\n"
        let program = try ProgramFolder(["Half.swift": source])
        let session = try TerminalSession(
            ["run", "Half.swift", "--subscription", "99"],
            environment: ["XDG_CACHE_HOME": program.folder.path("cache")], currentFolder: program.folder.path("."))
        #expect(session.end() == 64)
        // The blanks reach past the last column, and bring the message to the next line.
        #expect(session.raw.contains(#/half a line {79}\rrxtrace: --subscription/#), "\(session.raw)")
    }

    @Test func aNameThatBeginsWithADashIsAFile() throws {
        let program = try ProgramFolder(["-dash.swift": "import RxSwift\n_ = Observable.just(1).subscribe()\n"])
        let result = try program.run("tree", "--zoom", "user", "./-dash.swift")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("-dash\n├─ create Just  -dash.swift:2\n"))
    }

    @Test func valuesAreLeftOutOfTheProgramsRecordingToo() throws {
        let source = """
            import RxInstrumented
            struct Loud: CustomStringConvertible {
                var description: String { print("asked"); return "loud" }
            }
            _ = Observable.just(Loud()).subscribe(onNext: { _ in print(CommandLine.arguments.dropFirst()) })
            """
        let program = try ProgramFolder(["Loud.swift": source])
        let short = try program.run("jsonl", "Loud.swift", "--", "--zoom", "x")
        #expect(short.errors.contains("asked"))
        #expect(short.errors.contains(#"["--zoom", "x"]"#))
        #expect(short.output.contains("loud"))
        let none = try program.run("jsonl", "--values", "none", "Loud.swift")
        #expect(!none.errors.contains("asked"))
        #expect(!none.output.contains("\"value\""))
    }

    @Test func severalFilesAndFoldersAreOneProgram() throws {
        let model = """
            import RxSwift
            struct Model {
                let total = PublishSubject<Int>()
            }
            """
        let start = """
            import RxSwift
            @main struct Start {
                static func main() {
                    let model = Model()
                    _ = model.total.subscribe(onNext: { print($0) })
                    model.total.onNext(1)
                }
            }
            """
        let program = try ProgramFolder([
            "App/Model/Model.swift": model, "App/Start.swift": start, "App/.hidden/Bad.swift": "not Swift",
            "App/README.md": "read me",
        ])
        let folder = try program.run("tree", "--zoom", "user", "App/")
        #expect(folder.status == 0)
        #expect(folder.output.hasPrefix("App\n├─ create total (PublishSubject)  App/Model/Model.swift:3\n"))
        let files = try program.run("json", "App/Start.swift", "App/Model/Model.swift")
        #expect(try TraceReader.read(files.output, named: "files").scenario == "Start")
    }

    @Test func compilerErrorsAreTheCompilersOwn() throws {
        let program = try ProgramFolder(["Bad.swift": "import RxSwift\nlet subject = PublishSubjekt<Int>()\n"])
        let result = try program.run("run", "Bad.swift")
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("Bad.swift:2:15: error: cannot find 'PublishSubjekt' in scope"))
        #expect(result.errors.hasSuffix("rxtrace: 'Bad.swift' does not compile; the compiler says why above.\n"))
    }

    @Test func howTheProgramEndsIsReportedAfterTheRendering() throws {
        let source = """
            import Foundation
            import RxSwift
            _ = Observable.just(1).subscribe()
            if CommandLine.arguments.count > 1 {
                print("printed before, \(getenv("RXTRACE_PRINTS") == nil)")
                fatalError("as asked")
            }
            exit(3)
            """
        let program = try ProgramFolder(["End.swift": source])
        let exit = try program.run("tree", "End.swift")
        #expect(exit.status == 1)
        #expect(exit.output.contains("create Just"))
        #expect(exit.errors == "rxtrace: the program ended with status 3.\n")
        let recorded = try program.run("record", "--no-times", "End.swift")
        #expect(recorded.status == 1)
        #expect(recorded.output.isEmpty)
        #expect(try TraceReader.read(contentsOf: program.folder.path("End.json")).scenario == "End")
        let trap = try program.run("tree", "End.swift", "--", "trap")
        #expect(trap.status == 1)
        #expect(trap.output.contains("create Just"))
        #expect(trap.errors.contains("as asked"))
        #expect(trap.errors.contains("printed before, true\n"), "a crash loses no line")
        #expect(trap.errors.contains("rxtrace: the program was ended by signal "))
    }

    /// Says that it is ready on the pipe its argument names, and then waits until it is asked to end.
    private static let waiting = """
        import Foundation
        import RxSwift
        let subject = PublishSubject<Int>()
        _ = subject.subscribe()
        for number in [SIGHUP, SIGINT, SIGTERM] {
            // It interrupts nothing but pause.
            signal(number) { print("signal", $0); subject.onNext(Int($0)); exit(0) }
        }
        if CommandLine.arguments.count > 1, let pipe = fopen(CommandLine.arguments[1], "w") { fclose(pipe) }
        while true { pause() }
        """

    @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
    func aSignalIsPassedOnAndWhatWasRecordedIsShown(signal: Int32) throws {
        let program = try ProgramFolder(["Wait.swift": Self.waiting])
        let pipe = program.folder.path("ready")
        #expect(mkfifo(pipe, 0o600) == 0)
        let result = try program.run("tree", "Wait.swift", "--", pipe) { command in
            // Opens when the program does.
            _ = try FileHandle(forReadingFrom: URL(filePath: pipe)).readToEnd()
            #expect(kill(command, signal) == 0)
        }
        #expect(result.status == 128 + signal)
        #expect(result.output.contains("on subject next(\(signal))"))
        #expect(result.errors.hasPrefix("signal \(signal)\nrxtrace: the "))
    }

    #if os(Linux)
        /// Says its process id, and its child's, on the pipe; the child is in a group of its own.
        private static let leavingAChild = """
            import Foundation
            import RxSwift
            let child = Process()
            child.executableURL = URL(filePath: "/bin/sh")
            // All ignore the signals that ask them to end.
            child.arguments = ["-c", "trap '' TERM HUP; setsid sleep 1000 & echo $! > \\(CommandLine.arguments[1]); wait"]
            for number in [SIGHUP, SIGTERM] { signal(number, SIG_IGN) }
            try child.run()
            child.waitUntilExit()
            """

        @Test func theDeathOfTheCommandIsTheProgramsEnd() throws {
            let program = try ProgramFolder(["Wait.swift": Self.waiting])
            let pipe = program.folder.path("ready")
            #expect(mkfifo(pipe, 0o600) == 0)
            _ = try program.run("tree", "Wait.swift", "--", pipe) { command in
                let ready = try FileHandle(forReadingFrom: URL(filePath: pipe))
                _ = try ready.readToEnd()
                kill(command, SIGKILL)
            }
            let executable = try #require(program.executable)
            while try Self.isRunning(executable) { sched_yield() }
        }

        @Test func aStoppedProgramLeavesNoProcesses() throws {
            let program = try ProgramFolder(["Leaving.swift": Self.leavingAChild])
            let pipe = program.folder.path("child")
            #expect(mkfifo(pipe, 0o600) == 0)
            var child: pid_t = 0
            let result = try program.run("tree", "Leaving.swift", "--", pipe) { command in
                let text = try FileHandle(forReadingFrom: URL(filePath: pipe)).readToEnd() ?? Data()
                child =
                    pid_t(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
                // Whoever asks twice means it. Two of one kind might arrive as one.
                kill(command, SIGTERM)
                kill(command, SIGHUP)
            }
            #expect([129, 143].contains(result.status))
            #expect(child > 1)
            #expect(kill(child, 0) == -1)
        }

        private static func isRunning(_ executable: String) throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
                pid_t(name) != nil
                    && (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/exe")) == executable
            }
        }
    #endif

    @Test func aProgramThatTakesTooLongIsEnded() throws {
        let program = try ProgramFolder(["Wait.swift": Self.waiting])
        let file = program.folder.path("ready")
        // It has time enough to begin: on a busy machine, a longer one.
        for seconds in [1, 10, 100] where !FileManager.default.fileExists(atPath: file) {
            let result = try program.run("tree", "--timeout", "\(seconds)", "Wait.swift", "--", file)
            #expect(result.status == 124)
            let end = "the program was stopped after \(seconds) s (--timeout)"
            #expect(result.errors.contains("rxtrace: \(end)"), "\(result.errors)")
            guard FileManager.default.fileExists(atPath: file) else { continue }
            #expect(result.output.contains("on subject next(\(SIGTERM))"))
            #expect(result.errors.hasSuffix("rxtrace: \(end); its calls until then are shown.\n"))
        }
        #expect(FileManager.default.fileExists(atPath: file))
    }

    #if os(Linux)
        private static let canMount: Bool = {
            guard let unshare = SearchPath.find("unshare") else { return false }
            let words = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
            return (try? BuiltCommand.run(words, command: unshare).status) == 0
        }()

        @Test(.enabled(if: canMount, "this user may not mount a file system"), arguments: ["ro", "size=2m"])
        func aCacheThatTakesNothingIsNotTheProgramsFault(options: String) throws {
            let program = try ProgramFolder(["Search.swift": Self.search])
            let cache = program.folder.path("cache")
            try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
            let command = try #require(BuiltCommand.path)
            let unshare: String = try #require(SearchPath.find("unshare"))
            let script = "mount -t tmpfs -o \(options) none '\(cache)' && exec '\(command)' run Search.swift"
            let result = try BuiltCommand.run(
                ["-rm", "sh", "-c", script], command: unshare,
                environment: ["XDG_CACHE_HOME": cache], currentFolder: program.folder.path(""))
            #expect(result.status == 0 && result.output.hasPrefix("Search\n"), "\(result)")
            let reason = options.hasSuffix("ro") ? "Read-only file system" : "No space left on device"
            #expect(
                result.errors.contains(
                    "rxtrace: the program is not kept for the next time: '\(cache)/rxtrace': \(reason). Make room there, or "
                        + "set XDG_CACHE_HOME to another folder.\n"), "\(result.errors)")
            #expect(result.output.contains("Search.swift:") && !result.errors.contains("missing"), "\(result)")
        }

        @Test(.enabled(if: canMount, "this user may not mount a file system"))
        func aDiskWithoutRoomIsSaid() throws {
            let program = try ProgramFolder(["Search.swift": Self.search])
            let (cache, temporary) = (program.folder.path("cache"), program.folder.path("temporary"))
            for folder in [cache, temporary] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            let command = try #require(BuiltCommand.path)
            let unshare: String = try #require(SearchPath.find("unshare"))
            let mounts = [cache, temporary].map { "mount -t tmpfs -o size=2m none '\($0)' && " }.joined()
            let result = try BuiltCommand.run(
                ["-rm", "sh", "-c", "\(mounts) exec '\(command)' run Search.swift"],
                command: unshare,
                environment: ["XDG_CACHE_HOME": cache, "TMPDIR": temporary], currentFolder: program.folder.path(""))
            #expect(result.status == 69 && result.output.isEmpty)
            #expect(result.errors.contains("rxtrace: there is no room to build the program in: '\(temporary)/"))
            #expect(result.errors.hasSuffix("Make room there, or set TMPDIR to another folder.\n"), "\(result.errors)")
        }
    #endif

    @Test func aNameThatIsNoTextIsRefused() throws {
        let program = try ProgramFolder(["Search.swift": Self.search])
        _ = try program.run("stats", "Search.swift")
        let command = try #require(BuiltCommand.path)
        let refused = try BuiltCommand.run(
            ["-c", "exec '\(command)' tree \"$(printf 'x\\377.rxtrace')\""], command: "/bin/sh")
        #expect(refused.status == 64 && refused.errors.contains("an argument is no UTF-8 text"), "\(refused)")
        let folder = try TemporaryFolder()
        let executable = try #require(program.executable)
        let result = try BuiltCommand.run(
            ["-c", "RXTRACE=\"$(printf 'x\\377.rxtrace')\" exec '\(executable)'"], command: "/bin/sh",
            currentFolder: folder.path(""))
        #expect(result.status == 0)
        #expect(result.errors.hasSuffix(" is not recorded: RXTRACE is no UTF-8 text. Set it to another path.\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }

    @Test func withoutACompilerTheWayOutIsSaid() throws {
        let program = try ProgramFolder(["Search.swift": Self.search])
        let result = try program.run("run", "Search.swift", environment: ["PATH": program.folder.path("none")])
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("rxtrace: there is no swiftc in PATH"))
    }

    /// A compiler that was handed a file which changed meanwhile says so, and nothing of the program.
    @Test(arguments: [
        ("/build/RxTraceKit.build/Trace.swift.o", "rxtrace itself was being built"),
        ("Search.swift", "'Search.swift' was changed"),
    ])
    func whatChangedWhileItWasCompiledIsSaid(file: String, what: String) throws {
        let program = try ProgramFolder(["Search.swift": Self.search])
        let real = try SwiftCompiler().path
        let words = "<unknown>:0: error: input file '\(file)' was modified during the build"
        let script = "case \"$*\" in *--version*) exec '\(real)' \"$@\";; esac\necho \"\(words)\" >&2\nexit 1"
        _ = try program.folder.program("bin/swiftc", script)
        let path = "\(program.folder.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let result = try program.run("run", "Search.swift", environment: ["PATH": path])
        #expect(result.status == 69)
        #expect(result.errors == "rxtrace: \(what) while 'Search.swift' was compiled. Run it again.\n")
    }

    /// A build that was interrupted lacks files: the first of them is named.
    @Test func aBuildThatIsNotWholeIsTold() throws {
        let folder = try TemporaryFolder()
        let list = folder.path("rxtrace.product/Objects.LinkFileList")
        try FileManager.default.createDirectory(
            atPath: folder.path("rxtrace.product"), withIntermediateDirectories: false)
        try Data("/elsewhere/RxSwift.build/Exports.swift.o\n".utf8).write(to: URL(filePath: list))
        let failure = #expect(throws: CommandFailure.self) { try CoreModules(beside: folder.path("rxtrace")) }
        let missing = folder.path("RxSwift.build/Exports.swift.o")
        #expect(
            failure?.message
                == "the build of rxtrace is not whole: there is no '\(missing)'. Build it to its end by `swift build`.")
        try FileManager.default.removeItem(atPath: list)
        let none = #expect(throws: CommandFailure.self) { try CoreModules(beside: folder.path("rxtrace")) }
        #expect(none?.message.hasPrefix("the modules to compile Swift files against are not beside") == true)
    }
}
