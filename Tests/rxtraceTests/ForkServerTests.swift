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
        /// How a program asks whether it is the first run of the runner's.
        private static let first = """
            import Foundation

            func isFirst() -> Bool {
                guard let place = ProcessInfo.processInfo.environment["PLACE"] else { return false }
                let mark = place + "/mark"
                return !FileManager.default.fileExists(atPath: mark)
                    && FileManager.default.createFile(atPath: mark, contents: nil)
            }

            """
        let folder: ProgramFolder
        let runner: OrderRunner

        init(_ source: String, timeLimit: Int = 60, environment: [String: String] = [:]) throws {
            folder = try ProgramFolder(["Program.swift": Self.first + source])
            _ = try folder.run("explore", "Program.swift", "--orders", "1")
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
            var runs = 0
            runs += 1
            if isFirst() { print("the first one prints more than the next") }
            print("run", runs, readLine() ?? "nothing to read")
            """)
        #expect(try served.output() == "the first one prints more than the next\nrun 1 nothing to read\n")
        #expect(try served.output() == "run 1 nothing to read\n")
        let both = try served.runner.run([.usual, .usual]).map(\.output)
        #expect(both == ["run 1 nothing to read\n", "run 1 nothing to read\n"])
    }

    @Test(.builds) func aRunIsThatOfAProcessOfItsOwn() throws {
        let served = try Served(
            """
            let group = DispatchGroup()
            for number in 0..<3 { DispatchQueue.global().async(group: group) { print(number) } }
            group.wait()
            print(Date().timeIntervalSince1970, ProcessInfo.processInfo.systemUptime)
            print(UInt64.random(in: 0...UInt64.max), Set(0..<20))
            let process = ProcessInfo.processInfo
            print(process.activeProcessorCount, process.processorCount)
            print(process.environment.keys.filter { $0.hasPrefix("RXTRACE_ORDER") })
            """)
        for changes in [[], [.init(turn: 1, choice: 1)], [.init(turn: 0, choice: 1)]] as [[ThreadOrder.Change]] {
            let result = try served.runner.run(ThreadOrder(kind: .changes(changes)))
            #expect(result.output.hasSuffix("4 4\n[]\n"))
            let again = try served.folder.run("run", "Program.swift", "--order", result.checkedOrder.token)
            #expect(again.errors == result.output && again.status == 0)
        }
    }

    /// The numbers that its files get are the same whichever process serves it: an order comes again.
    @Test(.builds) func eachRunHasTheSameDescriptors() throws {
        let folder = try ProgramFolder([
            "Program.swift": """
            import Foundation

            let group = DispatchGroup()
            for number in 0..<2 { DispatchQueue.global().async(group: group) { print(number) } }
            group.wait()
            print((1...6).map { _ in open("/dev/null", O_RDONLY) })
            """
        ])
        let explored = try ExploredOrders(of: folder, ["Program.swift"])
        #expect(explored.complete && explored.lost == 0)
        #expect(explored.outcomes.count == 2)
    }

    /// Where the program ends the process that serves it, that is told; the next order has a new one.
    @Test func aServerThatHasEndedIsStartedAnew() throws {
        let served = try Served(
            """
            if isFirst() {
                kill(getppid(), SIGKILL)
                sleep(100)
            }
            print("done")
            """)
        let failure = #expect(throws: ProcessFailure.self) { try served.output() }
        #expect(
            failure?.message
                == "Program cannot be explored further: in the order usual, the process that starts its orders ended with "
                + "signal 9 (Killed). If the program ends its parent process, take that out; otherwise explore it again."
        )
        #expect(try served.output() == "done\n")
    }

    /// A library may make threads when it is loaded, which no forked child would have.
    @Test(.enabled(if: SearchPath.find("clang") != nil, "clang is not in PATH"))
    func aProgramWithThreadsBeforeItsCodeIsLoadedForEachOrder() throws {
        let library = try ProgramFolder([
            "early.c": """
            #include <pthread.h>
            #include <stddef.h>
            #include <unistd.h>

            static void *stay(void *nothing) {
                for (;;) pause();
                return nothing;
            }

            __attribute__((constructor)) static void begin(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, stay, NULL);
            }
            """
        ])
        let path = library.folder.path("early.so")
        let compiled = try BuiltCommand.run(
            ["-shared", "-fPIC", "-o", path, library.folder.path("early.c"), "-lpthread"],
            command: SearchPath.find("clang"))
        try #require(compiled.status == 0, "\(compiled.errors)")
        let threads = """
            print(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count)
            """
        let plain = try #require(Int(Served(threads).output().dropLast()))
        let served = try Served(threads, environment: ["LD_PRELOAD": path])
        for _ in 1...2 { #expect(try served.output() == "\(plain + 1)\n") }
    }

    /// Neither what a child of it prints later, nor what it sends to its process group, comes to another run.
    @Test(.builds) func whatARunLeavesIsNotTheNextOnes() throws {
        let served = try Served(
            """
            signal(SIGTERM, SIG_IGN)
            if ProcessInfo.processInfo.environment["PLACE"] != nil { kill(0, SIGTERM) }
            if isFirst() {
                var child = pid_t()
                let texts: [String] = ["sh", "-c", "sleep 0.05; echo late"]
                var words = texts.map { strdup($0) } + [nil]
                posix_spawn(&child, "/bin/sh", nil, nil, &words, environ)
            }
            let own = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("RXTRACE_ORDER") }
            print("done", own)
            """)
        let first = try served.output()
        #expect(first == "done []\n")
        let more = try served.runner.run(Array(repeating: .usual, count: 40)).map(\.output)
        #expect(Set(more) == [first])
    }

    /// The process that is stopped is the one that started it, too.
    @Test func aRunThatStopsItsParentIsStopped() throws {
        let served = try Served(
            """
            if isFirst() { kill(getppid(), SIGSTOP) }
            print("done")
            """, timeLimit: 2)
        #expect(try served.runner.run(.usual).end == .timeout(isIdle: false))
        #expect(try served.output() == "done\n")
    }

    @Test func aRunThatTakesTooLongIsStopped() throws {
        let served = try Served(
            """
            if isFirst() { while true {} }
            print("done")
            """, timeLimit: 1)
        #expect(try served.runner.run(.usual).end == .timeout(isIdle: false))
        #expect(try served.output() == "done\n")
    }
}
