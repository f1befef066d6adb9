import Foundation
import RxInstrumented
import RxRelay
import RxTraceExploring
import RxTraceTestSupport
import RxTraceTesting
import Synchronization
import Testing
import XCTest

/// Closures and tests run in every order of their threads, each in a process of its own that runs the test they stand in.
@Suite(.enabled(if: isLinux, "orders are Linux's"), .timeLimit(.generous))
struct ExpectOneOutcomeTests {
    @Test func whatIsTheSameInAllOrdersPasses() {
        expectOneOutcome(orders: 8) {
            let queue = DispatchQueue(label: "serial")
            for number in 1...2 { queue.async { print(number) } }
            queue.sync {}
        }
    }

    /// As `rxtrace test --orders` runs a test: no other process is started for the body.
    @Test func aBodyRunsInTheOrderOfTheCommand() throws {
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let test = "ExpectOneOutcomeTests/whatIsTheSameInAllOrdersPasses"
        var program = ExploredProgram(
            name: test, executable: executable,
            arguments: ["--testing-library", "swift-testing", "--no-parallel", "--filter", test], timeLimit: 60)
        program.start = .call
        let result = try OrderRunner(program, jobs: 1).run(.usual)
        #expect(result.end == .finished)
        #expect(result.output.contains("1\n2\n"))
    }

    @Test func aLostUpdateFailsWithItsOutcomes() throws {
        let folder = try GoldenFolder()
        withKnownIssue {
            expectOneOutcome(orders: 8, in: folder.path) { count(to: 2) }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            let title = "aLostUpdateFailsWithItsOutcomes(): 2 outcomes in 8 orders; more are left, which "
            return text.contains("\(title)expectOneOutcome(orders: 80) may run")
                && text.contains("prints \"1\"") && text.contains("prints \"2\"")
                && text.contains("differs from 1 by one turn:")
                && text.contains("again: expectOneOutcome(order: \"")
        }
        let name = "aLostUpdateFailsWithItsOutcomes"
        #expect(folder.files == [1, 2].map { "\(name).outcome-\($0).rxtrace" })
    }

    @Test(.builds) func anIssueInAnyOrderFails() throws {
        let folder = try GoldenFolder()
        withKnownIssue {
            expectOneOutcome(orders: 8, comparing: .events, in: folder.path) {
                let count = count(to: 2)
                if count != 2 { print("lost") }
                #expect(count == 2)
            }
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("issue at ExpectOneOutcomeTests.swift:")
        }
    }

    @Test func aBodyThatAwaitsIsExplored() async {
        await expectOneOutcome(orders: 8) {
            let numbers = await withTaskGroup(of: Int.self) { group in
                for number in 1...2 { group.addTask { number } }
                return await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(numbers == [1, 2])
        }
    }

    @Test func anOrderIsNamedByItsToken() {
        withKnownIssue {
            expectOneOutcome(order: "usual") { #expect(count(to: 2) == 3) }
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("Expectation failed")
        }
        withKnownIssue {
            expectOneOutcome(order: "never") {}
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("'never' names no order of threads")
        }
    }

    @Test func aDeadlockFails() throws {
        let folder = try GoldenFolder()
        withKnownIssue {
            expectOneOutcome(orders: 8, in: folder.path) {
                let (one, two) = (NSLock(), NSLock())
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    two.withLock { one.withLock {} }
                    done.signal()
                }
                one.withLock { two.withLock {} }
                done.wait()
            }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("deadlock: ") && text.contains("ExpectOneOutcomeTests.swift:")
                && text.contains(" waits for a lock at ")
        }
    }

    // Each of these bodies has one outcome only.

    @Test func aBodyThatThrowsFails() throws {
        try expectFailure("issue threw Refusal()") { throw Refusal() }
    }

    @Test(.builds) func aBodyThatHasNoEndFails() throws {
        try expectFailure("timeout: it ran for longer than its time limit", timeout: 1) { while true { sched_yield() } }
    }

    @Test(.builds) func aBodyThatWaitsForNobodyFails() throws {
        try expectFailure("deadlock: ") { DispatchSemaphore(value: 0).wait() }
    }

    @Test(.builds) func aBodyThatEndsItsProcessFails() throws {
        try expectFailure("failed: it ended before its test did") { exit(0) }
        try expectFailure("failed: ended with status 3") { exit(3) }
    }

    @Test func aBodyThatTrapsFailsWithWhatItSays() throws {
        try expectFailure("Fatal error: told so") { fatalError("told so") }
    }

    private struct Refusal: Error {}

    private func expectFailure(
        _ words: String, timeout: Int = 10, line: Int = #line, _ body: () throws -> Void
    ) throws {
        let folder = try GoldenFolder()
        withKnownIssue {
            expectOneOutcome(orders: 2, timeout: timeout, in: folder.path, line: line, body)
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains(words)
        }
    }

    @Test(.builds) func aRecordingIsFollowed() throws {
        let folder = try GoldenFolder()
        func check(like name: String? = nil) {
            let path = name.map { "\(folder.path)/\($0)" }
            expectOneOutcome(orders: 8, like: path, in: folder.path) { count(to: 2) }
        }
        withKnownIssue { check() }
        check(like: "aRecordingIsFollowed.outcome-1.rxtrace")
        check(like: "aRecordingIsFollowed.outcome-2.rxtrace")
        withKnownIssue {
            check(like: "none.rxtrace")
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("none.rxtrace")
        }
    }

    @Test(.virtualTime) func aMinutePassesAtOnce() async throws {
        let start = ContinuousClock.now
        try await Task.sleep(for: .seconds(60))
        let passed = ContinuousClock.now - start
        #expect(passed >= .seconds(60) && passed < .seconds(61))
    }

    @Test(.orders(8)) func aTestWithTheTraitIsExplored() async {
        let numbers = Mutex<Set<Int>>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 1...2 { group.addTask { _ = numbers.withLock { $0.insert(number) } } }
        }
        #expect(numbers.withLock { $0 } == [1, 2])
    }

    /// An update that another thread's falls into is lost.
    @discardableResult
    private func count(to number: Int) -> Int {
        let count = BehaviorRelay(value: 0)
        let group = DispatchGroup()
        for _ in 1...number {
            DispatchQueue.global().async(group: group) { count.accept(count.value + 1) }
        }
        group.wait()
        print(count.value)
        return count.value
    }
}

/// The same within XCTest.
final class AssertOneOutcomeTests: XCTestCase {
    func testWhatIsTheSameInAllOrdersPasses() throws {
        try XCTSkipUnless(isLinux, "orders are Linux's")
        XCTAssertOneOutcome(of: self, orders: 8) {
            let queue = DispatchQueue(label: "serial")
            for number in 1...2 { queue.async { print(number) } }
            queue.sync {}
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
