import Foundation
import RxTraceExploring
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// Programs run in all orders their threads allow.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct ExploreTests {
    private struct Exploration: Decodable {
        struct Outcome: Decodable {
            var count: Int
            var order: String
            var ended: String
            var end: String
            var output: String
            var decided: Decided?
        }

        struct Decided: Decodable {
            var against: Int
            var first: String
            var second: String
            var closure: String?
            var otherClosure: String?
        }

        var orders: Int
        var complete: Bool
        var outcomes: [Outcome]
    }

    /// What an actor runs is not known before it runs; no line makes the task of top-level code, ends it, or makes a thread of the
    /// pool; and `DispatchSemaphore.wait(timeout:)` cannot be unwound.
    private static let withoutPlace =
        #/^the (work of an actor|next part of the main task|start of the thread|wait for a semaphore|end of the program) \(/#

    private func explore(_ folder: ProgramFolder, _ words: String...) throws -> (all: Exploration, status: Int32) {
        let result = try folder.run(["explore", "--format", "json"] + words)
        let all = try JSONDecoder().decode(Exploration.self, from: Data(result.output.utf8))
        return (all, result.status)
    }

    @Test(
        .builds,
        arguments: TestLength.some(OrderPrograms.all, 8))
    func allOutcomesAreFoundAndComeAgain(program: OrderPrograms.Program) throws {
        let file = "\(program.name).swift"
        let folder = try ProgramFolder([file: program.source])
        let (all, status) = try explore(folder, file)
        #expect(all.complete || program.hasMany, "a program of few lines has few orders: \(all.orders)")
        #expect(all.outcomes.reduce(0) { $0 + $1.count } == all.orders)
        let finished = all.outcomes.filter { $0.ended == "finished" }
        #expect(Set(finished.map(\.output)) == program.outputs)
        let deadlocks = all.outcomes.filter { $0.ended == "deadlock" }.map { outcome in
            String(outcome.end.dropFirst("deadlock: ".count)).replacing(#/thread [0-9]+/#, with: "thread")
        }
        #expect(Set(deadlocks) == program.deadlocks)
        let trapped = all.outcomes.filter { $0.ended == "trapped" }
        #expect(Set(trapped.map(\.output)) == program.traps)
        #expect(all.outcomes.count == finished.count + deadlocks.count + trapped.count)
        #expect(status == (all.outcomes.count > 1 || finished.isEmpty ? 1 : 0))
        for step in all.outcomes.compactMap(\.decided).flatMap({ [$0.first, $0.second] }) {
            #expect(step.contains(" at \(file):") || step.contains(Self.withoutPlace), "\(step)")
        }
        for outcome in all.outcomes {
            let again = try folder.run("run", file, "--order", outcome.order)
            if outcome.ended == "finished" {
                // A library may say why it crashes, before another thread ends the process.
                let isAsTold =
                    program.traps.isEmpty
                    ? again.errors == outcome.output : again.errors.hasSuffix(outcome.output)
                #expect(isAsTold, "\(outcome.order): \(again.errors)")
                #expect(again.status == 0)
            } else if outcome.ended == "trapped" {
                #expect(again.errors.contains("the program was ended by signal"))
                #expect(outcome.output.split(separator: "\n").allSatisfy { again.errors.contains("\($0)\n") })
            } else {
                #expect(again.errors.contains(outcome.end))
                #expect(again.status == 1)
            }
        }
    }

    @Test func oneOrderIsOneTraceByteForByte() throws {
        let program = OrderPrograms.lostUpdate
        let folder = try ProgramFolder(["LostUpdate.swift": program.source])
        let (all, _) = try explore(folder, "LostUpdate.swift")
        for outcome in all.outcomes {
            let words = ["json", "LostUpdate.swift", "--order", outcome.order]
            let first = try folder.run(words)
            #expect(first.status == 0)
            #expect(first.output.contains("\"start\""))
            for _ in 1...3 { #expect(try folder.run(words).output == first.output) }
        }
    }

    /// A release is no point if nobody sees the object's end. In its spare room may be what looks like a reference, and it may hold
    /// the address of what looks like an object.
    @Test(.builds, arguments: ["freed", "held"]) func noPointDependsOnWhatIsLeftInMemory(mark: String) throws {
        let source = """
            import Foundation
            import RxSwift

            func isMarked(_ mark: String) -> Bool { FileManager.default.fileExists(atPath: mark) }

            func sums(on pool: ConcurrentDispatchQueueScheduler) -> Observable<Int> {
                let kind = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
                kind.pointee = 4
                let piece = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 256)
                let held = (piece + 256).assumingMemoryBound(to: UInt.self)
                if isMarked("held") { (held[0], held[1]) = (UInt(bitPattern: kind), 0x21) }
                if isMarked("freed") {
                    let like = held + 32
                    // What stands before a piece of the heap that is in use, and before the next one.
                    (like[-1], like[0], like[1], like[3]) = (0x21, UInt(bitPattern: kind), 0x21, 0x21)
                    leave(like)
                }
                return Observable.of(1, 2)
                    .flatMap { number in
                        Observable.just(number).map { $0 * $0 + Int(bitPattern: held) * 0 }.subscribe(on: pool)
                    }
                    .reduce(0, accumulator: +)
            }

            func leave(_ like: UnsafeMutablePointer<UInt>) {
                let blocks = stride(from: 24, through: 504, by: 16).flatMap { size in
                    (0..<64).map { _ in
                        let block = malloc(size)!.assumingMemoryBound(to: UInt.self)
                        for word in 0..<size / 8 { block[word] = UInt(bitPattern: like) }
                        return block
                    }
                }
                for block in blocks { free(block) }
            }

            let done = DispatchSemaphore(value: 0)
            let subscription = sums(on: ConcurrentDispatchQueueScheduler(qos: .default))
                .subscribe(onNext: { print($0) }, onCompleted: { done.signal() })
            done.wait()
            """
        let folder = try ProgramFolder(["Sums.swift": source])
        let order = try #require(try explore(folder, "Sums.swift", "--orders", "1").all.outcomes.first).order
        let marked = try ProgramFolder(["Sums.swift": source, mark: ""])
        for folder in [folder, marked] {
            let again = try folder.run("run", "Sums.swift", "--order", order)
            #expect(again.status == 0, "\(again.errors)")
        }
    }

    @Test func theTurnThatDecidesIsToldWithItsPlaces() throws {
        let folder = try ProgramFolder(["LostUpdate.swift": OrderPrograms.lostUpdate.source])
        let result = try folder.run("explore", "LostUpdate.swift")
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("LostUpdate: 2 outcomes in ") == true)
        #expect(lines.first?.hasSuffix("; these are all there are") == true)
        #expect(result.output.contains("2 differs from 1 by one turn:\n  first the "))
        #expect(result.output.contains(" at LostUpdate.swift:8 (thread "))
        #expect(result.output.contains("1 again: rxtrace run LostUpdate.swift --order "))
    }

    /// Two works come by one line: which of them it is stands beside it.
    @Test(.builds) func theWorkThatAStepBelongsToIsTold() throws {
        let source = """
            import Foundation
            import RxRelay
            let (lock, count) = (NSLock(), BehaviorRelay(value: 0))
            func add() {
                let number = lock.withLock { count.value }
                lock.withLock { count.accept(number + 1) }
            }
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { add() }
            DispatchQueue.global().async(group: group) { add() }
            group.wait()
            print(count.value)
            """
        let (all, _) = try explore(ProgramFolder(["Counts.swift": source]), "Counts.swift")
        let steps = all.outcomes.compactMap(\.decided).flatMap { [$0.first, $0.second] }
        #expect(all.outcomes.count == 2)
        #expect(steps.contains { $0.contains(#/ at Counts.swift:6 in the work of :(9|10) \(thread /#) }, "\(steps)")
    }

    /// The library hands on work from within itself, and a task goes on without a line of the program's calling.
    @Test(.builds) func whatTheLibraryAndTheRuntimeDoIsToldByTheProgramsLines() throws {
        let withdrawals = try #require(OrderPrograms.few.first { $0.name == "Withdrawals" })
        let hops = """
            import Foundation
            import RxSwift

            let (done, pool) = (DispatchSemaphore(value: 0), ConcurrentDispatchQueueScheduler(qos: .default))
            let subscription = Observable.of(1)
                .flatMap { Observable.just($0).map { $0 + 1 }.subscribe(on: pool) }.share().map { $0 * 2 }
                .subscribe(onNext: { print($0) }, onDisposed: { done.signal() })
            subscription.dispose()
            done.wait()
            """
        let folder = try ProgramFolder(["Hops.swift": hops, "Withdrawals.swift": withdrawals.source])
        for (file, step) in [
            ("Hops.swift", #/^the start of the work handed on at Hops.swift:7 \(thread /#),
            ("Withdrawals.swift", #/^the next part of the task made at Withdrawals.swift:1[23] \(thread /#),
        ] {
            let steps = try explore(folder, file).all.outcomes.compactMap(\.decided).flatMap { [$0.first, $0.second] }
            #expect(steps.contains { $0.contains(step) }, "\(steps)")
        }
    }

    @Test func theFirstClosureThatDiffersIsToldAndTheRecordingsAreKept() throws {
        let folder = try ProgramFolder(["Answers.swift": OrderPrograms.answers])
        let (all, _) = try explore(folder, "Answers.swift", "--orders", "40", "--recordings", "kept")
        #expect(all.outcomes.count == 2)
        for (index, outcome) in all.outcomes.enumerated() {
            let lines = outcome.output.split(separator: "\n").map { "onNext \($0) at Answers.swift:13" }
            let decided = try #require(index == 0 ? all.outcomes[1].decided : outcome.decided)
            #expect(decided.against == 1)
            #expect((index == 0 ? decided.otherClosure : decided.closure) == lines.first)
            let kept = try folder.run("csv", "kept/\(index + 1).rxtrace")
            #expect(kept.status == 0)
            #expect(kept.output == (try folder.run("csv", "Answers.swift", "--order", outcome.order).output))
        }
        let text = try folder.run("explore", "Answers.swift", "--orders", "40").output
        #expect(text.contains("  first closure that differs: onNext "))
    }

    @Test func whatIsNoProgramIsRefused() throws {
        let folder = try ProgramFolder(["trace.jsonl": ""])
        let none = try folder.run("explore")
        #expect(none.status == ExitStatus.wrongUsage.rawValue)
        #expect(none.errors.contains("`rxtrace explore` needs an INPUT"))
        let trace = try folder.run("explore", "trace.jsonl")
        #expect(trace.status == ExitStatus.wrongUsage.rawValue)
        #expect(trace.errors.contains("'trace.jsonl' is a trace. Name a Swift file or a sample."))
        let file = try folder.run("explore", "observe-on", "--recordings", "trace.jsonl")
        #expect(file.status == ExitStatus.outputFailed.rawValue)
        #expect(file.errors.contains("cannot make the folder 'trace.jsonl'"))
    }

    @Test(.builds) func chanceFindsWhatIsRareAmongManyOrders() throws {
        let source = OrderPrograms.lostUpdate.source.replacing("1...2", with: "1...4")
        let folder = try ProgramFolder(["LostUpdate.swift": source])
        let (all, status) = try explore(folder, "LostUpdate.swift", "--orders", "60", "--seed", "3")
        #expect(!all.complete)
        #expect(all.orders == 60)
        #expect(status == 1)
        #expect(all.outcomes.count >= 2)
        let again = try explore(folder, "LostUpdate.swift", "--orders", "60", "--seed", "3").all
        #expect(again.outcomes.map(\.order) == all.outcomes.map(\.order))
    }

    @Test func anOrderOfAnotherProgramIsToldToBeNone() throws {
        let folder = try ProgramFolder(["LostUpdate.swift": OrderPrograms.lostUpdate.source])
        let result = try folder.run("run", "LostUpdate.swift", "--order", "2b.9.9-1234")
        #expect(result.status == 1)
        #expect(result.errors.contains("the order 2b.9.9-1234 could not be followed"))
        let wrong = try folder.run("run", "LostUpdate.swift", "--order", "never")
        #expect(wrong.status == ExitStatus.wrongUsage.rawValue)
        #expect(wrong.errors.contains("'never' names no order of threads"))
    }

    /// Each process has a number of its own.
    @Test func whatDoesNotComeAgainIsToldToBeLost() throws {
        let folder = try ProgramFolder(["Number.swift": "import Foundation\n\nprint(getpid())\n"])
        let text = try folder.run("explore", "Number.swift").output
        #expect(text.hasPrefix("Number: 0 outcomes in 1 order\n1 outcome did not come again when its order was run"))
        #expect(text.contains(#/\n  not again: prints "[0-9]+"  finished\n$/#))
        let json = try folder.run("explore", "Number.swift", "--format", "json").output
        let lost = #/"lost": 1, "lostOutcomes": \[{"end": "finished", "output": "[0-9]+\\n", "events": \[\]}\]/#
        #expect(json.contains(lost))
    }

    /// A thread that never comes to a call is noticed, and the others go on.
    @Test func aLoopWithoutCallsHangsNothing() throws {
        let folder = try ProgramFolder([
            "Sum.swift": """
            import Foundation

            func sum() -> Int {
                var sum = 0
                for number in 0..<5_000_000 { sum &+= number }
                return sum
            }

            Thread.detachNewThread { print("thread") }
            print(sum() > 0)
            """
        ])
        let result = try folder.run("explore", "Sum.swift", "--orders", "2")
        #expect(result.output.contains("1 outcome in 1 order; these are all there are"))
        #expect(result.output.contains("prints \"thread\", \"true\""))
        #expect(result.output.contains("in 1 order a thread waited, or ran on, where it is not seen"))
    }

    /// A thread that asks a value again and again is seen, and gives way.
    @Test(
        .builds,
        arguments: [
            ("let isDone = Atomic(false)", "isDone.store(true, ordering: .relaxed)", "isDone.load(ordering: .relaxed)"),
            ("nonisolated(unsafe) var isDone = false", "isDone = true", "isDone"),
        ])
    func aLoopOfReadsGivesWay(variable: String, write: String, read: String) throws {
        let folder = try ProgramFolder([
            "Spin.swift": """
            import Foundation
            import Synchronization

            \(variable)
            Thread.detachNewThread { \(write) }
            while !\(read) {}
            print("done")
            """
        ])
        let result = try folder.run("explore", "Spin.swift", "--orders", "1")
        #expect(result.output.contains("prints \"done\""))
        #expect(!result.output.contains("where it is not seen"))
    }

    /// Each waits for the other, and gives way meanwhile.
    @Test(.builds) func twoThatSpinGoOnByTurns() throws {
        let folder = try ProgramFolder([
            "Spin.swift": """
            import Foundation
            import Synchronization

            let isBegun = Atomic(false)
            let isDone = Atomic(false)
            Thread.detachNewThread {
                isBegun.store(true, ordering: .relaxed)
                while !isDone.load(ordering: .relaxed) { sched_yield() }
            }
            while !isBegun.load(ordering: .relaxed) { sched_yield() }
            for _ in 1...3 { sched_yield() }
            isDone.store(true, ordering: .relaxed)
            print("done")
            """
        ])
        let result = try folder.run("explore", "Spin.swift", "--orders", "8")
        #expect(result.output.hasPrefix("Spin: 1 outcome in 8 orders;"))
        #expect(result.output.contains("prints \"done\""))
    }

    /// An answer comes by a socket from another process: no timer overtakes it, and the place is told that waits for it.
    @Test(.builds) func anAnswerFromOutsideIsWaitedFor() throws {
        let folder = try ProgramFolder([
            "Answer.swift": """
            import Foundation

            var ends: [Int32] = [0, 0]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            let isOver = DispatchSemaphore(value: 0)
            let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: .global())
            source.setEventHandler {
                print("answer")
                source.cancel()
                isOver.signal()
            }
            source.resume()
            DispatchQueue.global().asyncAfter(deadline: .now() + 3600) {
                print("late")
                isOver.signal()
            }
            let process = Process()
            process.executableURL = URL(filePath: "/bin/echo")
            process.standardOutput = FileHandle(fileDescriptor: ends[1])
            try process.run()
            isOver.wait()
            exit(0)
            """
        ])
        let result = try folder.run("explore", "Answer.swift", "--orders", "4")
        #expect(result.output.contains("prints \"answer\""))
        #expect(!result.output.contains("late"))
        #expect(result.output.contains("a thread waited, or ran on, where it is not seen"))
    }

    /// A pipe that another process has an end of is waited for outside; one that this process keeps to itself is not.
    @Test(.builds) func aPipeOfAChildIsOutside() throws {
        let source = """
            import Foundation

            let pipe = Pipe()
            let process = Process()
            process.executableURL = URL(filePath: "/bin/echo")
            process.arguments = ["answer"]
            process.standardOutput = pipe
            try process.run()
            print(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self), terminator: "")
            """
        let outside = try ProgramFolder(["Answer.swift": source]).run("explore", "Answer.swift", "--orders", "2")
        #expect(outside.output.contains("prints \"answer\"  finished"))
        #expect(outside.output.contains("a thread waited, or ran on, where it is not seen"))
        let program = try #require(OrderPrograms.descriptors.first)
        let inside = try ProgramFolder(["Pipe.swift": program.source]).run("explore", "Pipe.swift")
        #expect(inside.output.contains("prints \"read 7\", \"written\"  finished"))
        #expect(!inside.output.contains("where it is not seen"))
    }

    /// Which of two answers comes first is the network's affair: both orders are sound, nothing hangs, and the place is told.
    @Test(.builds) func requestsThatRaceEndInEachOrder() throws {
        let server = try HTTPReceiver { _, request in .status(200, body: String(request.path.dropFirst())) }
        defer { server.stop() }
        let folder = try ProgramFolder([
            "Requests.swift": """
            import Foundation
            import FoundationNetworking
            import RxCocoa
            import RxSwift

            URLSession.rx.shouldLogRequest = { _ in false }
            let done = DispatchSemaphore(value: 0)
            let requests = ["a", "b"].map { URLRequest(url: URL(string: "\(server.url)/\\($0)")!) }
            _ = Observable.from(requests)
                .flatMap { URLSession.shared.rx.data(request: $0) }
                .map { String(decoding: $0, as: UTF8.self) }
                .toArray()
                .subscribe(onSuccess: {
                    print($0.sorted())
                    done.signal()
                })
            done.wait()
            """
        ])
        let (all, _) = try explore(folder, "Requests.swift", "--orders", "4", "--outcome", "output")
        #expect(all.outcomes.map(\.output) == ["[\"a\", \"b\"]\n"])
        #expect(all.outcomes.map(\.ended) == ["finished"])
        let text = try folder.run("explore", "Requests.swift", "--orders", "4", "--outcome", "output").output
        #expect(text.contains("a thread waited, or ran on, where it is not seen, last at Requests.swift:"))
    }

    /// The system's lock of a file is not under control: who has to wait for it lets the other go on.
    @Test(.builds) func aLockOfAFileHangsNothing() throws {
        let folder = try ProgramFolder([
            "FileLock.swift": """
            import Foundation

            let group = DispatchGroup()
            for name in ["a", "b"] {
                DispatchQueue.global().async(group: group) {
                    let file = open("locked", O_CREAT | O_RDWR, 0o600)
                    flock(file, LOCK_EX)
                    print(name)
                    flock(file, LOCK_UN)
                    close(file)
                }
            }
            group.wait()
            """
        ])
        let (all, _) = try explore(folder, "FileLock.swift")
        #expect(all.complete)
        #expect(Set(all.outcomes.map(\.output)) == ["a\nb\n", "b\na\n"])
        #expect(all.outcomes.allSatisfy { $0.ended == "finished" })
    }

    @Test func aSampleIsExploredInProcessesOfItsOwn() throws {
        let folder = try ProgramFolder([:])
        let (all, status) = try explore(folder, "observe-on")
        #expect(status == 0)
        #expect(all.complete)
        #expect(all.outcomes.map(\.ended) == ["finished"])
    }

    @Test func aRecordingIsFollowedToItsEndOrUpToWhereTheWaysPart() throws {
        let folder = try ProgramFolder(["LostUpdate.swift": OrderPrograms.lostUpdate.source])
        let (all, _) = try explore(folder, "LostUpdate.swift", "--recordings", "kept")
        for (index, outcome) in all.outcomes.enumerated() {
            let result = try folder.run("run", "LostUpdate.swift", "--like", "kept/\(index + 1).rxtrace")
            #expect(result.status == 0)
            #expect(
                result.errors.contains(" leads along the hops and sends of 'kept/\(index + 1).rxtrace' to their end."))
            #expect(result.errors.hasSuffix(outcome.output))
        }
        let other = try ProgramFolder([
            "LostUpdate.swift": OrderPrograms.lostUpdate.source.replacing("+ 1", with: "+ 2")
        ])
        try FileManager.default.copyItem(
            atPath: folder.folder.path("kept/1.rxtrace"), toPath: other.folder.path("kept.rxtrace"))
        let parted = try other.run("run", "LostUpdate.swift", "--like", "kept.rxtrace")
        #expect(parted.status == 1)
        #expect(parted.errors.contains("there the ways part"))
    }

    /// What was recorded without control has the hops that a run under control has, those by threads too. A trace in another format
    /// leaves out the hops whose work makes no reactive call.
    @Test(.builds) func aRecordingMadeWithoutControlIsFollowed() throws {
        let folder = try ProgramFolder([
            "Thread.swift": """
            import Foundation
            import RxSwift

            let numbers = PublishSubject<Int>()
            _ = numbers.subscribe(onNext: { print($0) })
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                numbers.onNext(1)
                isDone.signal()
            }
            isDone.wait()
            DispatchQueue.global().async { isDone.signal() }
            isDone.wait()
            numbers.onNext(2)
            """
        ])
        #expect(try folder.run("record", "Thread.swift", "-o", "free.rxtrace").status == 0)
        #expect(try folder.run("json", "free.rxtrace", "-o", "free.json").status == 0)
        #expect(try folder.run("tree", "free.rxtrace").output.contains("hop Thread"))
        for recording in ["free.rxtrace", "free.json"] {
            let result = try folder.run("run", "Thread.swift", "--like", recording)
            #expect(result.status == 0)
            #expect(result.errors.contains(" leads along the hops and sends of '\(recording)' to their end."))
            #expect(result.output.contains("hop Thread"))
        }
    }

    /// Of a program without reactive calls, a recording has where its works begin and end.
    @Test(.builds) func aRecordingOfHopsAloneIsFollowed() throws {
        let source = """
            import Foundation

            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { print("a") }
            DispatchQueue.global().async(group: group) { print("b") }
            Thread.detachNewThread { print("c") }
            group.wait()
            """
        let folder = try ProgramFolder(["Plain.swift": source])
        let (all, _) = try explore(folder, "Plain.swift", "--recordings", "kept")
        #expect(all.complete)
        #expect(Set(all.outcomes.map(\.output)).isSuperset(of: ["a\nb\nc\n", "c\nb\na\n", "b\na\n"]))
        for (index, outcome) in all.outcomes.enumerated() {
            let result = try folder.run("run", "Plain.swift", "--like", "kept/\(index + 1).rxtrace")
            #expect(result.status == 0)
            #expect(
                result.errors.contains(" leads along the hops and sends of 'kept/\(index + 1).rxtrace' to their end."))
            #expect(result.errors.hasSuffix("to their end.\n\(outcome.output)"))
        }
        // Another program's ways part: at a hop that it has no more.
        let other = try ProgramFolder([
            "Plain.swift": source.replacing("Thread.detachNewThread { print(\"c\") }", with: "print(\"c\")")
        ])
        try FileManager.default.copyItem(
            atPath: folder.folder.path("kept/1.rxtrace"), toPath: other.folder.path("kept.rxtrace"))
        let parted = try other.run("run", "Plain.swift", "--like", "kept.rxtrace")
        #expect(parted.status == 1)
        #expect(parted.errors.contains("up to hop Thread at Plain.swift:6: there the ways part"))
    }

    /// It has the order in it: also of what the recording does not tell, as the locks that stand before a deadlock.
    @Test(.builds) func aRecordingMadeUnderControlBringsItsOrderBack() throws {
        let locks = """
            import Foundation

            let (one, two) = (NSLock(), NSLock())
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { one.withLock { two.withLock {} } }
            DispatchQueue.global().async(group: group) { two.withLock { one.withLock {} } }
            group.wait()
            """
        let folder = try ProgramFolder(["Locks.swift": locks])
        let found = try ExploredOrders(of: folder, ["Locks.swift"])
        let deadlock = try #require(found.outcomes.first { $0.end.hasPrefix("deadlock") })
        let recorded = try folder.run("record", "Locks.swift", "--order", deadlock.order, "-o", "deadlock.rxtrace")
        #expect(recorded.status == 1)
        let led = try folder.run("run", "Locks.swift", "--like", "deadlock.rxtrace")
        #expect(led.status == 1)
        #expect(led.errors.contains("rxtrace: the order \(deadlock.order) leads along "), "\(led.errors)")
        #expect(led.errors.contains("rxtrace: deadlock: "))
    }

    @Test func aRecordingWithoutAnyStepLeadsNowhere() throws {
        let folder = try ProgramFolder(["One.swift": "print(1)"])
        #expect(try folder.run("record", "One.swift", "-o", "one.rxtrace").status == 0)
        let result = try folder.run("run", "One.swift", "--like", "one.rxtrace")
        #expect(result.status == 1)
        #expect(result.errors.contains("'one.rxtrace' has no hop, send, subscription or closure to be led by"))
    }

    @Test(.builds) func realTimePassesAsItDoesOutside() throws {
        let folder = try ProgramFolder([
            "Clock.swift": """
            import Foundation

            let start = ContinuousClock.now
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { Thread.sleep(forTimeInterval: 0.02) }
            group.wait()
            let isLong = start.duration(to: .now) >= .milliseconds(20)
            let isNow = abs(Date().timeIntervalSince1970 - Double(CommandLine.arguments[1])!) < 3600
            print(isLong, isNow)
            """
        ])
        let now = "\(Date().timeIntervalSince1970)"
        for (clock, isNow) in [("real", true), ("virtual", false)] {
            let result = try folder.run("explore", "Clock.swift", "--time", clock, "--orders", "6", "--", now)
            #expect(result.output.contains("prints \"true \(isNow)\"  finished"))
            let one = try folder.run("run", "Clock.swift", "--order", "usual", "--time", clock, "--", now)
            #expect(one.errors == "true \(isNow)\n")
        }
    }

    /// A timer whose interval is longer than that of what ticks in each process.
    @Test func aTimerThatRepeatsAfterLongGoesOn() throws {
        let folder = try ProgramFolder([
            "Repeated.swift": """
            import Foundation

            let isDone = DispatchSemaphore(value: 0)
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
            let interval = 300.0
            var count = 0
            let start = Date()
            timer.setEventHandler {
                count += 1
                print(Int(Date().timeIntervalSince(start)), "s")
                if count == 3 { isDone.signal() }
            }
            timer.schedule(deadline: .now() + interval, repeating: interval)
            timer.activate()
            isDone.wait()
            """
        ])
        let result = try folder.run("run", "Repeated.swift", "--time", "virtual")
        #expect(result.status == 0 && result.errors == "300 s\n600 s\n900 s\n")
    }

    /// The places of its token are known by their functions.
    @Test(.builds) func anOrderOfARaceIsFollowedWhereOtherCodeHasChanged() throws {
        let race = """
            import Foundation

            nonisolated(unsafe) var count = 0
            let group = DispatchGroup()
            for _ in 1...2 { DispatchQueue.global().async(group: group) { count += 1 } }
            group.wait()
            print(count)
            """
        let folder = try ProgramFolder([
            "Race.swift": race,
            "Changed.swift": """
            func other(_ numbers: [Int]) -> Int { numbers.map { $0 * 3 }.reduce(0, +) }

            \(race)
            print(other([1, 2]))
            """,
        ])
        let text = try folder.run("explore", "Race.swift").output
        let found = text.matches(of: #/(\d): +\d+  prints "(\d)"/#).map { (number: $0.output.1, count: $0.output.2) }
        #expect(Set(found.map(\.count)) == ["1", "2"])
        for outcome in found {
            let again = try #require(text.firstMatch(of: try Regex("\(outcome.number) again: .* --order (v.*)")))
            let token = String(try #require(again.output[1].substring))
            #expect(try folder.run("run", "Race.swift", "--order", token).errors == "\(outcome.count)\n")
            #expect(try folder.run("run", "Changed.swift", "--order", token).errors == "\(outcome.count)\n9\n")
        }
    }

    @Test func whatEndsBadlyInEachOrderIsAFinding() throws {
        let folder = try ProgramFolder(["Fails.swift": "import Foundation\nexit(3)\n"])
        #expect(try folder.run("explore", "Fails.swift").status == 1)
    }

    @Test func virtualTimeTakesNone() throws {
        let folder = try ProgramFolder(["Timers.swift": OrderPrograms.all.first { $0.name == "Timers" }?.source ?? ""])
        let result = try folder.run("run", "Timers.swift", "--time", "virtual", "--timeout", "60")
        #expect(result.status == 0)
        #expect(result.errors == "b 50\n")
    }

    /// Half a minute of timers and more passes at once for these, too: the time limit is shorter.
    @Test(
        arguments: TestLength.some(
            [["check", "--golden", "golden"], ["lint"], ["leaks"], ["annotate"], ["stats"]], 2))
    func everyCommandThatRunsAProgramHasVirtualTime(words: [String]) throws {
        let timers = try #require(OrderPrograms.all.first { $0.name == "Timers" })
        let folder = try ProgramFolder(["Timers.swift": timers.source])
        for _ in 1...2 {
            let result = try folder.run(words + ["Timers.swift", "--time", "virtual"])
            #expect(result.errors.hasPrefix("b 50\n"))
            #expect(result.status == (words == ["leaks"] || words == ["lint"] ? 1 : 0))
        }
    }
}

let isLinux: Bool = {
    #if os(Linux)
        true
    #else
        false
    #endif
}()
