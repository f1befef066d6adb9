import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

/// A signal ends a program as if it were not recorded, and what was recorded until then is there.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"))
struct RecorderSignalTests {
    private static let source = """
        import Foundation
        import RxSwift

        let words = CommandLine.arguments
        let way = words.count > 1 ? words[1] : ""
        let number = words.count > 2 ? Int32(words[2])! : 0
        // Whoever starts the program may ignore it, or have it blocked.
        var signals = sigset_t()
        sigfillset(&signals)
        sigprocmask(SIG_UNBLOCK, &signals, nil)
        if number > 0 { signal(number, SIG_DFL) }
        // No test waits for longer.
        if number != SIGALRM { alarm(300) }
        setvbuf(stdout, nil, _IONBF, 0)
        if way == "before" { signal(number) { _ in print("handled") } }
        if way == "ignored" { signal(number, SIG_IGN) }

        let subject = PublishSubject<String>()
        let subscription = subject.subscribe(onNext: { _ in })
        subject.onNext("before")
        switch way {
        case "default":
            subject.onNext("last")
            kill(getpid(), number)
            while true { pause() }
        case "before", "ignored", "after":
            if way == "after" { signal(number) { _ in print("handled") } }
            kill(getpid(), number)
            print("goes on")
        case "child":
            var child: pid_t = 0
            let texts: [String] = ["sh", "-c", "kill -\\(number) $$; echo lives"]
            var command: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
            posix_spawn(&child, "/bin/sh", nil, nil, &command, environ)
            var status: Int32 = 0
            waitpid(child, &status, 0)
            print("child", status & 0x7f)
        case "endless":
            subject.onNext("last")
            print("ready")
            while true { pause() }
        case "thread":
            // It ends with its last thread, not with its first.
            var thread = pthread_t()
            pthread_create(&thread, nil, { _ in
                usleep(100_000)
                subject.onNext("last")
                print("left")
                return nil
            }, nil)
            pthread_exit(nil)
        default: break
        }
        """

    private static let program = Result { try HarmlessProgram(source) }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func values(_ name: String = "x.rxtrace") throws -> [String] {
        try TraceRecording(contentsOf: folder.path(name)).trace().calls
            .filter { $0.operation == .on && $0.subscription == nil }.compactMap(\.event?.value)
    }

    private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

    /// All that end a process which does nothing about them, but SIGKILL. Those of real time are alike.
    private static let ending: [Int32] = {
        let others = [SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD, SIGCONT, SIGURG, SIGWINCH]
        #if os(Linux)
            return (1...31).filter { !others.contains($0) } + [34, 35, 49, 63, 64]
        #else
            return (1...31).filter { !others.contains($0) && ![SIGINFO, SIGIO].contains($0) }
        #endif
    }()

    @Test func allIsWrittenBeforeASignalThatEndsTheProcess() throws {
        for number in Self.ending {
            let name = "\(number).rxtrace"
            let result = try Self.program.get().run("default \(number)", recording: folder.path(name))
            #expect(result.status == number && result.output.isEmpty && result.errors.isEmpty, "\(number): \(result)")
            #expect(try values(name) == ["before", "last"], "signal \(number)")
        }
    }

    @Test(arguments: ["before", "after", "ignored"])
    func aProgramsOwnHandlerStays(way: String) throws {
        for number in [SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGINT, SIGTERM, SIGHUP] + Self.crashes {
            let recorded = try Self.program.get().run("\(way) \(number)", recording: folder.path("x.rxtrace"))
            let unrecorded = try Self.program.get().run("\(way) \(number)")
            #expect(recorded.output == unrecorded.output && recorded.output.hasSuffix("goes on\n"), "\(number)")
            #expect(recorded.status == 0 && recorded.errors.isEmpty, "\(number): \(recorded)")
        }
    }

    @Test func aChildDiesOfTheSignalsItWouldDieOf() throws {
        for number in [SIGUSR1, SIGPIPE, SIGALRM, SIGTERM] {
            let result = try Self.program.get().run("child \(number)", recording: folder.path("x.rxtrace"))
            #expect(result.status == 0 && result.output == "child \(number)\n", "\(result)")
        }
    }

    @Test(arguments: ["x.rxtrace", "x.json"])
    func aProcessEndsWithItsLastThread(name: String) throws {
        let result = try Self.program.get().run("thread", recording: folder.path(name))
        #expect(result.status == 0 && result.output == "left\n" && result.errors.isEmpty, "\(result)")
        guard name == "x.rxtrace" else { return }
        #expect(try values() == ["before", "last"])
        #expect(try TraceRecording(contentsOf: folder.path(name)).problem == nil)
    }

    /// What a terminal does to the first process of its session.
    enum Ending: CaseIterable {
        case interrupt, hangUp

        var signal: Int32 { self == .interrupt ? SIGINT : SIGHUP }

        func apply(to terminal: PseudoTerminal) throws {
            switch self {
            case .interrupt: try terminal.type("\u{3}")
            case .hangUp: terminal.hangUp()
            }
        }
    }

    /// Runs a program in a terminal until it says that it is ready, and ends it; one that stays is killed after a minute.
    private func end(_ ending: Ending, _ path: String, _ words: [String], _ settings: [String: String]) throws -> Int32
    {
        let terminal = try PseudoTerminal()
        let environment = BuiltCommand.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let process = try terminal.start(path, words, environment: environment.merging(settings) { $1 })
        var limit = Date().addingTimeInterval(TerminalSession.patience)
        var text: [UInt8] = []
        while !String(decoding: text, as: UTF8.self).contains("ready"), limit.timeIntervalSinceNow > 0 {
            text += terminal.read(until: limit)
        }
        try ending.apply(to: terminal)
        limit = Date().addingTimeInterval(60)
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            if limit.timeIntervalSinceNow <= 0 { kill(process, SIGKILL) }
            if ending == .interrupt { _ = terminal.read(until: Date().addingTimeInterval(0.01)) } else { sched_yield() }
        }
        return status
    }

    @Test(arguments: Ending.allCases)
    func aTerminalEndsARecordedProgram(ending: Ending) throws {
        let path = try Self.program.get().path
        let status = try end(ending, path, ["endless"], ["RXTRACE": folder.path("x.rxtrace")])
        #expect(status & 0x7f == ending.signal)
        #expect(try values() == ["before", "last"])
    }

    @Test(arguments: Ending.allCases)
    func aTerminalEndsTheCommandAndItsProgram(ending: Ending) throws {
        let command = try #require(BuiltCommand.path)
        let program = try ProgramFolder(["Endless.swift": Self.source])
        let file = program.folder.path("kept.rxtrace")
        let words = ["record", program.folder.path("Endless.swift"), "-o", file, "--", "endless"]
        let status = try end(ending, command, words, ["XDG_CACHE_HOME": program.folder.path("cache")])
        #expect(status == (128 + ending.signal) << 8)
        let calls = try TraceRecording(contentsOf: file).trace().calls
        #expect(calls.contains { $0.operation == .on && $0.event?.value == "last" })
    }
}
