import RxTraceExploring
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// From where on the order of a process's threads varies that runs a test.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct VaryingStartTests {
    private static let counter = """
        import Foundation
        import Synchronization

        let count = Atomic(0)
        func add() { count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed) }

        """

    /// What a program prints in the orders that vary from the first call that a test makes.
    private func outputs(_ source: String) throws -> Set<String> {
        let folder = try ProgramFolder(["Program.swift": Self.counter + source])
        #expect(try folder.run("explore", "Program.swift", "--orders", "1").status == 0)
        var program = ExploredProgram(
            name: "Program", executable: try #require(folder.executable), timeLimit: 60)
        program.start = .call
        return try Set(Exploration(program, OrderSearch.Limits()).outcomes.map(\.outcome.output))
    }

    /// It makes no call of the reactive library.
    @Test(arguments: [
        "DispatchQueue.global().async(group: group) { add() }", "Thread.detachNewThread(handing: add, group)",
        "OperationQueue().addOperation(handing: add, group)",
    ])
    func aTestThatHandsOnWork(handingOn: String) throws {
        let outputs = try outputs(
            """
            extension Thread {
                static func detachNewThread(handing work: @escaping @Sendable () -> Void, _ group: DispatchGroup) {
                    group.enter()
                    detachNewThread {
                        work()
                        group.leave()
                    }
                }
            }

            extension OperationQueue {
                func addOperation(handing work: @escaping @Sendable () -> Void, _ group: DispatchGroup) {
                    group.enter()
                    addOperation {
                        work()
                        group.leave()
                    }
                }
            }

            func test() {
                let group = DispatchGroup()
                for _ in 1...2 { \(handingOn) }
                group.wait()
                print(count.load(ordering: .relaxed))
            }

            test()
            """)
        #expect(outputs == ["1\n", "2\n"])
    }

    @Test(arguments: ["async let one: Void = add()", "let one = Task { add() }"])
    func aTestThatStartsTasks(start: String) throws {
        let outputs = try outputs(
            """
            func test() async {
                \(start)
                await Task { add() }.value
                _ = await one\(start.hasPrefix("let") ? ".value" : "")
                print(count.load(ordering: .relaxed))
            }

            await test()
            """)
        #expect(outputs == ["1\n", "2\n"])
    }

    /// So does what runs the tests, before the first one begins.
    @Test func aMainFunctionThatHandsOnWork() throws {
        let outputs = try outputs(
            """
            let group = DispatchGroup()
            for _ in 1...2 { DispatchQueue.global().async(group: group, execute: add) }
            group.wait()
            print(count.load(ordering: .relaxed))
            """)
        #expect(outputs.count == 1)
    }
}
