import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// The hops of compiled programs, in processes of their own.
@Suite(.enabled(if: (try? SwiftCompiler()) != nil, "there is no swiftc in PATH"), .timeLimit(.generous))
struct HopProgramTests {
    /// Sends from everywhere; prints what it sent in order.
    private static let everywhere = """
        import Foundation
        import RxSwift

        let numbers = PublishSubject<Int>()
        let subscription = numbers.subscribe(onNext: { print($0) })
        let done = DispatchSemaphore(value: 0)
        func send(_ number: Int) {
            numbers.onNext(number)
            done.signal()
        }
        DispatchQueue.global().async { send(1) }
        done.wait()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { send(2) }
        done.wait()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        for number in 3...4 { queue.addOperation { send(number) } }
        queue.waitUntilAllOperationsAreFinished()
        done.wait()
        done.wait()
        Task { send(5) }
        done.wait()
        Task {
            async let sent: Void = send(6)
            await sent
        }
        done.wait()
        Thread { send(7) }.start()
        done.wait()
        """

    private static let labels = [
        "DispatchQueue.async", "DispatchQueue.asyncAfter", "OperationQueue", "OperationQueue", "Task", "Task",
        "async let", "Thread",
    ]

    private func hops(_ text: String) throws -> [String?] {
        try TraceReader.read(text, named: "hops").calls.filter { $0.operation == .hop }.map(\.label)
    }

    @Test(.builds)
    func aCompiledProgramsHopsAreFollowed() throws {
        let program = try ProgramFolder(["Hops.swift": Self.everywhere])
        let result = try program.run("json", "Hops.swift")
        #expect(result.status == 0)
        #expect(result.errors == "1\n2\n3\n4\n5\n6\n7\n")
        #expect(try hops(result.output) == Self.labels)
        let why = try program.run("why", "Hops.swift", "onNext=4", "--zoom", "user")
        #expect(why.output.contains("hopped here by OperationQueue  Hops.swift:17\n"), "\(why.output)")
        // A task may have run for long before it sends: that was no waiting.
        let task = try program.run("why", "Hops.swift", "onNext=5", "--zoom", "user")
        #expect(task.output.contains("hopped here by Task  Hops.swift:21\n"), "\(task.output)")
        #expect(why.output.contains(" · waited ") && !task.output.contains("waited"), "\(task.output)")
        let statistics = try program.run("stats", "Hops.swift")
        #expect(statistics.output.contains(#/\nOperationQueue +4 .*\n  Hops\.swift:17\n/#), "\(statistics.output)")

        let none = try program.run("json", "--hops", "none", "Hops.swift")
        #expect(none.errors == result.errors)
        #expect(try hops(none.output) == [])
    }

    /// Nobody hands on the task that an asynchronous main function runs in: what it starts is told all the same.
    @Test(
        .builds,
        arguments: ["await send()", "@main struct Program { static func main() async { await send() } }"])
    func anAsynchronousMainFunctionsTasksAreFollowed(main: String) throws {
        let source = """
            import RxSwift

            func send() async {
                let numbers = PublishSubject<Int>()
                let subscription = numbers.subscribe(onNext: { print($0) })
                await Task { numbers.onNext(1) }.value
                await withTaskGroup(of: Void.self) { $0.addTask { numbers.onNext(2) } }
                subscription.dispose()
            }
            \(main)
            """
        let program = try ProgramFolder(["Main.swift": source])
        let result = try program.run("json", "Main.swift")
        #expect(result.status == 0 && result.errors == "1\n2\n", "\(result.errors)")
        #expect(try hops(result.output) == ["Task", "Task"])
        #expect(try TraceReader.read(result.output, named: "main").notes == [])
    }

    @Test func workThatNobodyKnowsTheMakerOfSaysSo() throws {
        let program = try ProgramFolder(["Hops.swift": Self.everywhere])
        let why = try program.run("why", "Hops.swift", "onNext=1", environment: ["RXTRACE_HOPS": "none"])
        #expect(why.status == 0)
        #expect(why.output.contains(#/\n  sent from outside any recorded call, thread \d+  Hops\.swift:8\n/#))
    }

    /// A program's own definition has precedence, and goes on to the system's.
    @Test(.builds)
    func aProgramMayDefineTheFunctionsItself() throws {
        let source = """
            import Foundation
            import RxSwift

            typealias Function = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Void

            @_cdecl("dispatch_async")
            public func interposed(_ queue: UnsafeRawPointer, _ work: UnsafeRawPointer) {
                let next = unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: -1), "dispatch_async"), to: Function.self)
                print("handed on")
                next(queue, work)
            }

            let numbers = PublishSubject<Int>()
            let subscription = numbers.subscribe(onNext: { print($0) })
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                numbers.onNext(1)
                done.signal()
            }
            done.wait()
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
                numbers.onNext(2)
                done.signal()
            }
            done.wait()
            """
        let program = try ProgramFolder(["Own.swift": source])
        let result = try program.run("json", "Own.swift")
        #expect(result.status == 0)
        #expect(result.errors.contains("handed on\n1\n2\n"), "\(result.errors)")
        #expect(try hops(result.output) == ["DispatchQueue.asyncAfter"])
    }
}
