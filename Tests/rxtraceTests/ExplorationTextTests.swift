import Foundation
import RxTraceExploring
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// What `explore` says of a program's outcomes.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct ExplorationTextTests {
    private func text(_ file: String, _ source: String, _ words: String...) throws -> String {
        try ProgramFolder([file: source]).run(["explore", file] + words).output
    }

    /// By whatever a program traps: the runtime's message, an instruction, an address, `abort`.
    @Test(
        .builds,
        arguments: [
            (
                "let names: [String: Int] = [:]\nqueue.async { print(names[\"a\"]!) }",
                "Fatal error: Unexpectedly found nil"
            ),
            ("\nqueue.async { print([1].map { $0 - 1 }[1]) }", "Fatal error: Index out of range\n"),
            ("\nqueue.async { fatalError(\"too late\") }", "Fatal error: too late\n"),
            (
                "\n_ = Observable<Int8>.of(1, 127).observe(on: serial).map { $0 + 1 }.subscribe()",
                "Illegal instruction\n"
            ),
            (
                "let p = UnsafeMutablePointer<Int>(bitPattern: 8)!\nqueue.async { p.pointee = 1 }",
                "Segmentation fault\n"
            ),
            ("\nqueue.async { abort() }", "Aborted\n"),
        ])
    func aTrapIsToldByTheProgramsLine(statements: String, words: String) throws {
        let source = """
            import Foundation
            import RxSwift
            let queue = DispatchQueue(label: "work")
            let serial = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "work")
            \(statements)
            queue.sync {}
            queue.sync {}
            """
        let text = try text("Trap.swift", source)
        #expect(text.contains("trapped at Trap.swift:6: \(words)"), "\(text)")
    }

    @Test func whatIsDoneBehindTheHandingOnOfWorkHasItsOwnLine() throws {
        let program = try #require(OrderPrograms.cancelling.first { $0.name == "CancelledMeanwhile" })
        let text = try text("Item.swift", program.source)
        #expect(text.contains("what is done at Item.swift:6 (main)"), "\(text)")
        #expect(!text.contains("what comes after handing on work"))
    }

    @Test func theCallToAnActorHasItsOwnLine() throws {
        let source = """
            actor Log {
                var names: [String] = []
                func append(_ name: String) { names.append(name) }
            }
            let log = Log()
            let one = Task.detached {
                await log.append("a")
                await log.append("b")
            }
            let other = Task.detached {
                await log.append("c")
            }
            await one.value
            await other.value
            print(await log.names)
            """
        let text = try text("Log.swift", source)
        #expect(text.contains(#/the call to an actor at Log.swift:(7|8|11) /#), "\(text)")
    }

    /// One line runs three times: of two outcomes that it decides, none has the words of the other.
    @Test(.builds) func whichOfSeveralTurnsDecidesIsTold() throws {
        let source = """
            import Foundation

            let operation = BlockOperation {}
            let line = OperationQueue()
            line.addOperation(operation)
            for _ in 1...3 { print(operation.isFinished) }
            line.waitUntilAllOperationsAreFinished()
            """
        let text = try text("Asked.swift", source)
        let reasons = text.split(separator: "\n").filter { $0.hasPrefix("  first ") }
        #expect(reasons.count == 3, "\(text)")
        #expect(Set(reasons).count == 3, "\(text)")
        #expect(text.contains(#/, the (2nd|3rd) such turn, not the other way round/#))
    }

    /// Which of the pool's threads has the number makes no other deadlock.
    @Test func aDeadlockOfAnotherThreadIsTheSame() throws {
        let source = """
            import Foundation
            import RxRelay
            import RxSwift

            let relay = BehaviorRelay(value: 0)
            let (lock, group) = (NSLock(), DispatchGroup())
            DispatchQueue.global().async(group: group) {
                _ = relay.subscribe(onNext: { number in lock.withLock { print(number) } })
            }
            DispatchQueue.global().async(group: group) { lock.withLock { relay.accept(1) } }
            group.wait()
            """
        let text = try text("Locked.swift", source)
        #expect(text.hasPrefix("Locked: 3 outcomes in "), "\(text)")
        #expect(text.split(separator: "\n").count { $0.contains("deadlock: main waits") } == 1, "\(text)")
    }

    @Test(.builds) func printsThatGoWithTheEventsAreSaidToBeLeftOut() throws {
        let text = try text("Answers.swift", OrderPrograms.answers, "--orders", "4")
        #expect(
            text.hasPrefix("Answers: 2 outcomes in 4 orders; more are left, which --orders 40 may run\n1: "), "\(text)")
        #expect(text.contains("\nprints are left out: they are the same where the events are\n"))
        #expect(text.contains("\neverything: rxtrace explore Answers.swift --all\n"))
        let all = try self.text("Answers.swift", OrderPrograms.answers, "--orders", "4", "--all")
        #expect(all.contains("prints \"a\", \"b\""))
        #expect(!all.contains("left out"))
    }

    /// The words that run an order again are those of a shell.
    @Test func theProgramsArgumentsAreToldWithItsOrders() throws {
        let source = "print(CommandLine.arguments.dropFirst())"
        let text = try text("My Words.swift", source, "--", "a", "b c", "it's")
        #expect(text.contains(#/again: rxtrace run 'My Words.swift' --order \S+ -- a 'b c' 'it'\\''s'\n/#), "\(text)")
    }

    @Test(arguments: [
        ("throws", "`throws`"), ("Init", "`init`"), ("1-two", "_1_two"), ("TwoThreads", "twoThreads"),
        ("await2", "await2"),
    ])
    func aTestHasANameThatTheCompilerTakes(file: String, name: String) {
        #expect(ExplorationTest(name: file, source: "print(1)\n", orders: 5).text.contains("@Test func \(name)() {"))
    }

    /// docs/orders.md shows it. A package of the language mode 6 compiles it.
    @Test func theTestOfAProgramIsThatOfThePage() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/orders.md")
        let program = "// Counter.swift\n\(OrderPrograms.lostUpdate.source)"
        let text = ExplorationTest(name: "Counter", source: program, orders: 500).text
        #expect(try String(contentsOf: page, encoding: .utf8).contains("```swift\n\(text)```\n"), "\(text)")
        let shared = "import RxSwift\nvar sum = 0\nfunc add() { sum += 1 }\nadd()\n"
        let test = ExplorationTest(name: "Sum", source: shared, orders: 5).text
        for line in ["@preconcurrency import RxSwift", "nonisolated(unsafe) var sum = 0", "@Sendable func add() {"] {
            #expect(test.contains(line), "\(test)")
        }
    }

    @Test func aFileInAnotherFolderIsNamedInShort() throws {
        let folder = try ProgramFolder(["deep/LostUpdate.swift": OrderPrograms.lostUpdate.source])
        let text = try folder.run("explore", "deep/LostUpdate.swift").output
        #expect(text.contains(" at LostUpdate.swift:8 (thread "), "\(text)")
        #expect(!text.contains("deep/LostUpdate.swift:"))
        #expect(text.contains("1 again: rxtrace run deep/LostUpdate.swift --order "))
    }
}
