import Foundation
import RxTraceExploring
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// A program that is loaded once runs each order as a process of its own does.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct ForkServerTests {
    /// What is compiled and run, and the runner of its orders.
    private struct Served {
        let folder: ProgramFolder
        let runner: OrderRunner

        init(_ source: String, timeLimit: Int = 60, environment: [String: String] = [:]) throws {
            folder = try ProgramFolder(["Program.swift": source])
            _ = try folder.run("explore", "Program.swift", "--orders", "1", environment: ["ONCE": "1"])
            let executable = try #require(folder.executable)
            runner = try OrderRunner(
                ExploredProgram(
                    name: "Program", executable: executable, timeLimit: timeLimit,
                    environment: ["PLACE": folder.folder.path("")].merging(environment) { $1 }),
                jobs: 2)
        }

        func output() throws -> String { try runner.run(.usual).output }
    }

    /// Its output, its memory and what it has read are not the next one's.
    @Test func noRunSeesTheOneBeforeIt() throws {
        let served = try Served(
            """
            import Foundation

            var runs = 0
            runs += 1
            let mark = (ProcessInfo.processInfo.environment["PLACE"] ?? "/tmp") + "/mark"
            if !FileManager.default.fileExists(atPath: mark) {
                print("the first one prints more than the next")
                FileManager.default.createFile(atPath: mark, contents: nil)
            }
            print("run", runs, readLine() ?? "nothing to read")
            """)
        #expect(try served.output() == "the first one prints more than the next\nrun 1 nothing to read\n")
        #expect(try served.output() == "run 1 nothing to read\n")
        let both = try served.runner.run([.usual, .usual]).map(\.output)
        #expect(both == ["run 1 nothing to read\n", "run 1 nothing to read\n"])
    }

    @Test func aRunIsThatOfAProcessOfItsOwn() throws {
        let served = try Served(
            """
            import Foundation

            let group = DispatchGroup()
            for number in 0..<3 { DispatchQueue.global().async(group: group) { print(number) } }
            group.wait()
            print(Date().timeIntervalSince1970, ProcessInfo.processInfo.systemUptime)
            print(UInt64.random(in: 0...UInt64.max), Set(0..<20))
            print(ProcessInfo.processInfo.environment["RXTRACE_ORDER"] ?? "no order")
            """)
        for changes in [[], [.init(turn: 1, choice: 1)], [.init(turn: 0, choice: 1)]] as [[ThreadOrder.Change]] {
            let result = try served.runner.run(ThreadOrder(kind: .changes(changes)))
            #expect(result.output.hasSuffix("no order\n"))
            let again = try served.folder.run("run", "Program.swift", "--order", result.checkedOrder.token)
            #expect(again.errors == result.output && again.status == 0)
        }
    }

    /// Where the program ends the process that serves it, that is told; the next order has a new one.
    @Test func aServerThatHasEndedIsStartedAnew() throws {
        let served = try Served(
            """
            import Foundation

            if ProcessInfo.processInfo.environment["ONCE"] == nil {
                let mark = (ProcessInfo.processInfo.environment["PLACE"] ?? "/tmp") + "/mark"
                if !FileManager.default.fileExists(atPath: mark) {
                    FileManager.default.createFile(atPath: mark, contents: nil)
                    kill(getppid(), SIGKILL)
                    sleep(100)
                }
            }
            print("done")
            """)
        let failure = #expect(throws: ProcessFailure.self) { try served.output() }
        #expect(
            failure?.message
                == "Program cannot be run in a given order. It ended with signal 9 before its first turn.")
        #expect(try served.output() == "done\n")
    }

    /// A library may make threads when it is loaded, which no forked child would have.
    @Test(.enabled(if: SearchPath.find("clang") != nil, "clang is not in PATH"))
    func aProgramWithThreadsBeforeItsCodeIsLoadedForEachOrder() throws {
        let library = try ProgramFolder([
            "early.c": """
            #include <pthread.h>
            #include <semaphore.h>

            static sem_t asked, answered;

            static void *serve(void *nothing) {
                for (;;) {
                    sem_wait(&asked);
                    sem_post(&answered);
                }
                return nothing;
            }

            __attribute__((constructor)) static void begin(void) {
                pthread_t thread;
                sem_init(&asked, 0, 0);
                sem_init(&answered, 0, 0);
                pthread_create(&thread, NULL, serve, NULL);
            }

            __attribute__((destructor)) static void end(void) {
                sem_post(&asked);
                sem_wait(&answered);
            }
            """
        ])
        let path = library.folder.path("early.so")
        let compiled = try BuiltCommand.run(
            ["-shared", "-fPIC", "-o", path, library.folder.path("early.c"), "-lpthread"],
            command: SearchPath.find("clang"))
        try #require(compiled.status == 0, "\(compiled.errors)")
        let served = try Served(
            "print(CommandLine.arguments.count)", timeLimit: 20, environment: ["LD_PRELOAD": path])
        for _ in 1...2 {
            let result = try served.runner.run(.usual)
            #expect(result.end == .finished && result.output == "1\n")
        }
    }

    @Test func aRunThatTakesTooLongIsStopped() throws {
        let served = try Served(
            """
            import Foundation

            if ProcessInfo.processInfo.environment["ONCE"] == nil {
                let mark = (ProcessInfo.processInfo.environment["PLACE"] ?? "/tmp") + "/mark"
                if !FileManager.default.fileExists(atPath: mark) {
                    FileManager.default.createFile(atPath: mark, contents: nil)
                    while true {}
                }
            }
            print("done")
            """, timeLimit: 1)
        #expect(try served.runner.run(.usual).end == .timeout(isIdle: false))
        #expect(try served.output() == "done\n")
    }
}
