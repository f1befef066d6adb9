import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// One order is one recording, byte for byte, however long the system takes for what is none of the program's own steps.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct RepeatedOrderTests {
    /// Records the usual order of a program twice; the second time it takes its time where it asks whether it `isSlow`.
    private func recordings(_ source: String) throws -> [Data] {
        let isSlow = "let isSlow = getenv(\"SLOW\")?.pointee == 0x31\n"
        let folder = try ProgramFolder(["Program.swift": "import Foundation\n\n" + isSlow + source])
        return try ["0", "1"].map { slow in
            let words = ["record", "Program.swift", "--order", "usual", "-o", "\(slow).rxtrace"]
            let result = try folder.run(words, environment: ["SLOW": slow])
            #expect(result.status == 0, "\(result.errors)")
            return try Data(contentsOf: URL(filePath: folder.folder.path("\(slow).rxtrace")))
        }
    }

    /// Stands for the C library's function, which the process calls before its threads are under control.
    private static let slowBegin = """
        @_cdecl("setvbuf") func prepare(_: OpaquePointer?, _: OpaquePointer?, _: Int32, _: Int) -> Int32 {
            if getenv("SLOW")?.pointee == 0x31 { usleep(30_000) }
            return 0
        }

        """

    /// The watchdog's stack is no other thread's.
    @Test func aProcessThatIsSlowToBegin() throws {
        let recordings = try recordings(
            Self.slowBegin + """
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread { done.signal() }
                done.wait()
                """)
        #expect(recordings[0] == recordings[1])
    }

    /// It is watched all the same: a thread that never comes to a call hangs nothing.
    @Test func aProcessThatIsSlowToBeginAndSpins() throws {
        let folder = try ProgramFolder([
            "Program.swift": "import Foundation\n\n" + Self.slowBegin + """
                nonisolated(unsafe) var isDone = false
                Thread.detachNewThread { isDone = true }
                while !isDone {}
                print("done")
                """
        ])
        let result = try folder.run("explore", "Program.swift", "--orders", "1", environment: ["SLOW": "1"])
        #expect(result.output.contains("prints \"done\"  finished"))
    }

    /// The next thread gets its stack, each time.
    @Test func aThreadThatIsSlowToEnd() throws {
        let recordings = try recordings(
            """
            nonisolated(unsafe) var key = pthread_key_t()

            // What is set again is let go of again, in four rounds. Behind the last one, a thread has nothing left to do.
            pthread_key_create(&key) { round in
                guard let round else { return }
                guard Int(bitPattern: round) == 4 else {
                    pthread_setspecific(key, round + 1)
                    return
                }
                let start = clock()
                while isSlow && clock() - start < CLOCKS_PER_SEC / 20 {}
            }

            for _ in 1...3 {
                Thread.detachNewThread { pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1)) }
                Thread.sleep(forTimeInterval: 1)
            }
            """)
        #expect(recordings[0] == recordings[1])
    }

    /// On a busy machine it may be long before it has run for a moment. It does not spin.
    @Test func aThreadThatWaitsForAProcessor() throws {
        let folder = try ProgramFolder([
            "Program.swift": """
            import Foundation

            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async { done.signal() }
            let start = clock()
            while clock() - start < CLOCKS_PER_SEC / 10 {}
            done.wait()
            """
        ])
        #expect(try folder.run("explore", "Program.swift", "--orders", "1").status == 0)
        let others = try (1...12).map { _ in
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "while :; do :; done"]
            try process.run()
            return process
        }
        defer {
            for process in others {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
        }
        let result = try folder.run("explore", "Program.swift", "--orders", "1", "--timeout", "60")
        #expect(result.output.contains("finished"))
        #expect(!result.output.contains("where it is not seen"))
    }

    /// A thread that sleeps where it is not seen keeps the turn while another one runs, which may be about to wake it: here that one has
    /// lost the turn because it spins, and has yet to give back the lock.
    @Test func aThreadThatSleepsBesideOneThatRuns() throws {
        let folder = try ProgramFolder([
            "Program.swift": """
            import Foundation

            let file = open("locked", O_CREAT | O_RDWR, 0o600)
            flock(file, LOCK_EX)
            let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            Thread.detachNewThread {
                begun.wait()
                print("waits")
                flock(open("locked", O_RDWR), LOCK_EX)
                done.signal()
            }
            print("spins")
            begun.signal()
            let start = clock()
            while clock() - start < CLOCKS_PER_SEC * 4 / 10 {}
            flock(file, LOCK_UN)
            done.wait()
            """
        ])
        let result = try folder.run("explore", "Program.swift", "--orders", "1")
        #expect(result.output.contains("prints \"spins\", \"waits\"  finished"))
        #expect(result.output.contains("where it is not seen, last at Program.swift:14"))
    }
}
