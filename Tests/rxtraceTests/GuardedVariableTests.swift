import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// Programs that read and write plain variables in turn, as something decides: no read or write of them is taken to race with another.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct GuardedVariableTests {
    struct Guarded: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var source: String

        init(_ how: String, _ source: String) {
            testDescription = how
            self.source = source
        }
    }

    private static let all: [Guarded] = [
        Guarded(
            "by a serial queue",
            """
            import Dispatch
            nonisolated(unsafe) var count = 0
            let queue = DispatchQueue(label: "q")
            let group = DispatchGroup()
            for _ in 1...2 { DispatchQueue.global().async(group: group) { queue.sync { count += 1 } } }
            group.wait()
            print(count)
            """),
        Guarded(
            "by a lock",
            """
            import Foundation
            final class Box: @unchecked Sendable { let lock = NSLock(); var names: [String: Int] = [:]
              func add(_ n: String) { lock.withLock { names[n, default: 0] += 1 } } }
            let box = Box()
            let group = DispatchGroup()
            for n in ["a", "b"] { DispatchQueue.global().async(group: group) { box.add(n) } }
            group.wait()
            print(box.names.count)
            """),
        Guarded(
            "by a condition",
            """
            import Foundation
            nonisolated(unsafe) var count = 0
            let condition = NSCondition()
            nonisolated(unsafe) var ready = false
            Thread.detachNewThread { condition.lock(); count += 1; ready = true; condition.signal(); condition.unlock() }
            condition.lock()
            while !ready { condition.wait() }
            count += 1
            condition.unlock()
            print(count)
            """),
        Guarded(
            "by an atomic flag",
            """
            import Dispatch
            import Synchronization
            nonisolated(unsafe) var value = 0
            let ready = Atomic(false)
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async { value = 7; ready.store(true, ordering: .releasing); done.signal() }
            if ready.load(ordering: .acquiring) { print(value) } else { print("not yet") }
            done.wait()
            """),
        Guarded(
            "by a Mutex",
            """
            import Dispatch
            import Synchronization
            let count = Mutex(0)
            let group = DispatchGroup()
            for _ in 1...2 { DispatchQueue.global().async(group: group) { count.withLock { $0 += 1 } } }
            group.wait()
            print(count.withLock { $0 })
            """),
        Guarded(
            "by an actor",
            """
            actor Bank { var n = 0
              func add() { n += 1 } }
            let bank = Bank()
            async let a: Void = bank.add()
            async let b: Void = bank.add()
            _ = await (a, b)
            print(await bank.n)
            """),
        Guarded(
            "by a stream",
            """
            nonisolated(unsafe) var count = 0
            let (stream, input) = AsyncStream<Void>.makeStream()
            Task.detached { count += 1; input.yield(); input.finish() }
            for await _ in stream { count += 1 }
            print(count)
            """),
        Guarded(
            "by a continuation",
            """
            import Dispatch
            nonisolated(unsafe) var value = 0
            await withCheckedContinuation { c in
                DispatchQueue.global().async { value = 1; c.resume() }
            }
            value += 1
            print(value)
            """),
        Guarded(
            "by an item of work",
            """
            import Dispatch
            nonisolated(unsafe) var value = 0
            let item = DispatchWorkItem { value += 1 }
            DispatchQueue.global().async(execute: item)
            item.wait()
            value += 1
            print(value)
            """),
        Guarded(
            "by a group",
            """
            import Dispatch
            nonisolated(unsafe) var count = 0
            let group = DispatchGroup()
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async(group: group) { count += 1 }
            group.notify(queue: .global()) { count += 1; done.signal() }
            done.wait()
            print(count)
            """),
        Guarded(
            "by operations",
            """
            import Foundation
            nonisolated(unsafe) var count = 0
            let queue = OperationQueue()
            let first = BlockOperation { count += 1 }
            let second = BlockOperation { count += 1 }
            second.addDependency(first)
            queue.addOperations([second, first], waitUntilFinished: true)
            print(count)
            """),
        Guarded(
            "by a queue",
            """
            import Dispatch
            nonisolated(unsafe) var count = 0
            let queue = DispatchQueue(label: "q")
            let done = DispatchSemaphore(value: 0)
            for _ in 1...2 { DispatchQueue.global().async { queue.async { count += 1; done.signal() } } }
            done.wait(); done.wait()
            print(count)
            """),
        Guarded(
            "by observe(on:)",
            """
            import Foundation
            import RxSwift
            nonisolated(unsafe) var values: [Int] = []
            let done = DispatchSemaphore(value: 0)
            let pool = ConcurrentDispatchQueueScheduler(qos: .default)
            _ = Observable.of(1, 2).observe(on: pool).subscribe(onNext: { values.append($0) }, onCompleted: { done.signal() })
            done.wait()
            print(values)
            """),
        Guarded(
            "by the main queue",
            """
            import Foundation
            nonisolated(unsafe) var count = 0
            DispatchQueue.global().async { count += 1; DispatchQueue.main.async { count += 1; print(count); exit(0) } }
            RunLoop.main.run()
            """),
        Guarded(
            "by concurrentPerform",
            """
            import Dispatch
            let cells = UnsafeMutablePointer<Int>.allocate(capacity: 2)
            cells.initialize(repeating: 0, count: 2)
            nonisolated(unsafe) let c = cells
            DispatchQueue.concurrentPerform(iterations: 2) { c[$0] = $0 + 1 }
            print(c[0] + c[1])
            """),
        Guarded(
            "by a task group",
            """
            nonisolated(unsafe) var sum = 0
            await withTaskGroup(of: Int.self) { group in
                for n in 1...2 { group.addTask { n } }
                for await n in group { sum += n }
            }
            print(sum)
            """),
    ]

    @Test(
        .builds,
        arguments: TestLength.some(all, 4))
    func noReadOrWriteIsTakenToRace(guarded: Guarded) throws {
        let folder = try ProgramFolder(["Guarded.swift": guarded.source])
        let found = try ExploredOrders(of: folder, ["Guarded.swift"])
        #expect(found.complete)
        #expect(found.outcomes.allSatisfy { !$0.order.contains(":") })
    }
}
