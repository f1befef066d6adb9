import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

/// However a program is left, its recording has all until then, and the program is as it would be.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"))
struct RecorderEndTests {
    private static let source = """
        import Foundation
        import RxSwift

        let subject = PublishSubject<String>()
        let subscription = subject.subscribe(onNext: { _ in })
        func words(_ texts: String...) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
        func function<Function>(_ name: String, as type: Function.Type) -> Function {
            unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), name), to: type)
        }
        let fork = function("fork", as: (@convention(c) () -> pid_t).self)
        typealias Word = UnsafeMutablePointer<CChar>?
        // Of these, Swift knows none: the arguments are passed as those of any other function.
        typealias ExecuteList = @convention(c) (Word, Word, Word, Word) -> Int32
        typealias ExecuteListIn = @convention(c) (
            Word, Word, Word, Word, UnsafePointer<UnsafeMutablePointer<CChar>?>
        ) -> Int32
        typealias ExecuteFile = @convention(c) (
            Int32, UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<UnsafeMutablePointer<CChar>?>
        ) -> Int32
        typealias Execute = @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>,
            UnsafePointer<UnsafeMutablePointer<CChar>?>
        ) -> Int32

        func waitForChild(_ child: pid_t) -> Int32 {
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return (status >> 8) & 0xFF
        }

        let isOver = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        isOver.pointee = false

        subject.onNext("before")
        switch CommandLine.arguments.dropFirst().first ?? "" {
        case "execv": execv("/bin/echo", words("echo", "another"))
        case "execve": execve("/bin/echo", words("echo", "another"), environ)
        case "execvp": execvp("echo", words("echo", "another"))
        case "execvpe": _ = function("execvpe", as: Execute.self)("echo", words("echo", "another"), environ)
        case "execl": _ = function("execl", as: ExecuteList.self)(strdup("/bin/echo"), strdup("echo"), strdup("another"), nil)
        case "execlp": _ = function("execlp", as: ExecuteList.self)(strdup("echo"), strdup("echo"), strdup("another"), nil)
        case "execle":
            _ = function("execle", as: ExecuteListIn.self)(
                strdup("/bin/echo"), strdup("echo"), strdup("another"), nil, environ)
        case "fexecve":
            _ = function("fexecve", as: ExecuteFile.self)(open("/bin/echo", O_RDONLY), words("echo", "another"), environ)
        case "spawn":
            var child: pid_t = 0
            guard posix_spawn(&child, CommandLine.arguments[0], nil, nil, words("itself", "_exit"), environ) == 0 else {
                exit(1)
            }
            subject.onNext("after")
            exit(waitForChild(child) == 7 ? 7 : 1)
        case "_exit": _exit(7)
        case "_Exit": _Exit(7)
        case "quick_exit": quick_exit(7)
        case "signal":
            // Whoever starts the program may have blocked it.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGUSR1)
            sigprocmask(SIG_UNBLOCK, &signals, nil)
            signal(SIGUSR1) { _ in _exit(7) }
            raise(SIGUSR1)
        case "failed":
            guard execv("/nonexistent", words("nonexistent")) == -1, errno == ENOENT else { exit(1) }
            subject.onNext("after")
        case "child":
            let child = fork()
            if child == 0 { _exit(5) }
            subject.onNext("after")
            exit(waitForChild(child) == 5 ? 7 : 1)
        case "forks":
            for _ in 0..<3 {
                let numbers = PublishSubject<Int>()
                let subscription = numbers.map { $0 + 1 }.subscribe()
                Thread {
                    while !isOver.pointee { numbers.onNext(1) }
                    subscription.dispose()
                }.start()
            }
            for _ in 0..<Int(CommandLine.arguments[2])! {
                subject.onNext("fork")
                let child = fork()
                if child == 0 { _exit(5) }
                guard waitForChild(child) == 5 else { exit(1) }
            }
            isOver.pointee = true
            print("forked")
        default: break
        }
        """

    private static let program = Result { try HarmlessProgram(source) }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func values(_ name: String) throws -> [String] {
        let path = folder.path(name)
        let trace =
            name.hasSuffix(".json")
            ? try TraceReader.read(contentsOf: path) : try TraceRecording(contentsOf: path).trace()
        return trace.calls.filter { $0.operation == .on && $0.parent == nil }.compactMap(\.event?.value)
    }

    @Test(arguments: ["execv", "execve", "execvp", "execvpe", "execl", "execle", "execlp", "fexecve"])
    func whatWasRecordedUntilExecIsThere(way: String) throws {
        let result = try Self.program.get().run(way, recording: folder.path("x.rxtrace"))
        #expect(result.status == 0 && result.output == "another\n" && result.errors.isEmpty)
        #expect(try values("x.rxtrace") == ["before"])
    }

    @Test(arguments: ["_exit", "_Exit", "quick_exit", "signal"], ["x.rxtrace", "x.json"])
    func whatWasRecordedUntilAnExitWithoutHandlersIsThere(way: String, name: String) throws {
        let result = try Self.program.get().run(way, recording: folder.path(name))
        #expect(result.status == 7 && result.output.isEmpty && result.errors.isEmpty)
        #expect(try values(name) == ["before"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == [name])
        if name == "x.rxtrace" { #expect(try TraceRecording(contentsOf: folder.path(name)).problem == nil) }
    }

    @Test func anExecThatFailsEndsNothing() throws {
        let result = try Self.program.get().run("failed", recording: folder.path("x.rxtrace"))
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(try values("x.rxtrace") == ["before", "after"])
    }

    @Test func aChildsExitIsNoneOfTheRecordings() throws {
        let result = try Self.program.get().run("child", recording: folder.path("x.rxtrace"))
        #expect(result.status == 7 && result.errors.isEmpty)
        #expect(try values("x.rxtrace") == ["before", "after"])
    }

    @Test func aProcessAndTheOneItSpawnsHaveARecordingEach() throws {
        let result = try Self.program.get().run("spawn", recording: folder.path("x.rxtrace"))
        #expect(result.status == 7 && result.errors.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(names.count == 2)
        let recorded = try names.map { try values($0) }.sorted { $0.count < $1.count }
        #expect(recorded == [["before"], ["before", "after"]])
    }

    @Test func aForkWaitsForNoMoreThanTheWriteThatRuns() throws {
        let count = TestLength.times(15, long: 1_000)
        let result = try Self.program.get().run("forks \(count)", recording: folder.path("x.rxtrace"))
        #expect(result.status == 0 && result.output == "forked\n" && result.errors.isEmpty)
        let recording = try TraceRecording(contentsOf: folder.path("x.rxtrace"))
        #expect(recording.problem == nil && recording.dropped == 0)
        var forks = 0
        try recording.forEachCall { if $0.operation == .on, $0.event?.value == "fork", $0.parent == nil { forks += 1 } }
        #expect(forks == count)
    }
}
