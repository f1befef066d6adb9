/// What nobody sees in most programs, and somebody does in these (docs/orders.md).
extension OrderPrograms {
    static let seen = [
        Program(
            name: "TaskVariable",
            source: """
                func change() async -> Int {
                    var value = 1
                    let task = withUnsafeMutablePointer(to: &value) { pointer in
                        let address = UInt(bitPattern: pointer)
                        let task = Task.detached { UnsafeMutablePointer<Int>(bitPattern: address)!.pointee += 1 }
                        pointer.pointee *= 2
                        return task
                    }
                    await task.value
                    return value
                }
                print(await change())
                """, outputs: ["2\n", "3\n", "4\n"]),
        Program(
            name: "LetVariable",
            source: """
                func add(_ address: UInt) async {
                    UnsafeMutablePointer<Int>(bitPattern: address)!.pointee += 1
                }

                func change() async -> Int {
                    var value = 1
                    let address = withUnsafeMutablePointer(to: &value) { UInt(bitPattern: $0) }
                    async let one: Void = add(address)
                    value *= 2
                    _ = await one
                    return value
                }
                print(await change())
                """, outputs: ["2\n", "3\n", "4\n"]),
        Program(
            name: "BarrierBehind",
            source: """
                import Dispatch

                let queue = DispatchQueue(label: "both", attributes: .concurrent)
                let ready = DispatchSemaphore(value: 0)
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    ready.signal()
                    queue.async {
                        print("work")
                        done.signal()
                    }
                }
                ready.wait()
                queue.async(flags: .barrier) {
                    print("barrier")
                    done.signal()
                }
                done.wait()
                done.wait()
                """, outputs: ["barrier\nwork\n", "work\nbarrier\n"]),
        Program(
            name: "SuspendedQueue",
            source: """
                import Dispatch

                let queue = DispatchQueue(label: "both", attributes: .concurrent)
                let ready = DispatchSemaphore(value: 0)
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    ready.signal()
                    queue.async { done.signal() }
                }
                ready.wait()
                queue.suspend()
                print(done.wait(timeout: .now() + 1) == .success ? "ran" : "held")
                queue.resume()
                """, outputs: ["held\n", "ran\n"]),
        Program(
            name: "GroupAnswers",
            source: """
                await withTaskGroup(of: Int.self) { group in
                    for number in 1...2 {
                        group.addTask {
                            print("ends", number)
                            return number
                        }
                    }
                    for await number in group { print("ended", number) }
                }
                """,
            outputs: [
                "ends 1\nended 1\nends 2\nended 2\n",
                "ends 1\nends 2\nended 1\nended 2\n",
                "ends 1\nends 2\nended 2\nended 1\n",
                "ends 2\nended 2\nends 1\nended 1\n",
                "ends 2\nends 1\nended 1\nended 2\n",
                "ends 2\nends 1\nended 2\nended 1\n",
            ]),
        Program(
            name: "GroupErrors",
            source: """
                struct Failed: Error { var number: Int }

                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 1...2 {
                            group.addTask {
                                print("ends", number)
                                throw Failed(number: number)
                            }
                        }
                        try await group.waitForAll()
                    }
                } catch { print(error) }
                """,
            outputs: [
                "ends 1\nends 2\nFailed(number: 1)\n",
                "ends 1\nends 2\nFailed(number: 2)\n",
                "ends 2\nends 1\nFailed(number: 1)\n",
                "ends 2\nends 1\nFailed(number: 2)\n",
            ]),
        // The task that waits for the group comes to its actor behind whoever was there before, not with the end of the last task.
        Program(
            name: "GroupOfActor",
            source: """
                import Synchronization

                actor Log {
                    func run() async {
                        await withTaskGroup(of: Void.self) { group in
                            group.addTask { isSet.store(true, ordering: .releasing) }
                        }
                        print("group")
                    }

                    func note() { print("noted") }
                }

                let isSet = Atomic(false)
                let log = Log()
                let other = Task.detached {
                    if isSet.load(ordering: .acquiring) { await log.note() }
                }
                await log.run()
                await other.value
                """, outputs: ["group\n", "group\nnoted\n", "noted\ngroup\n"]),
        Program(
            name: "AddedMeanwhile",
            source: """
                import Foundation

                let line = OperationQueue(), group = DispatchGroup()
                line.maxConcurrentOperationCount = 1
                line.addOperation { print("a") }
                DispatchQueue.global().async(group: group) {
                    line.addOperation { print("b") }
                }
                line.waitUntilAllOperationsAreFinished()
                print("waited")
                group.wait()
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["a\nb\nwaited\n", "a\nwaited\nb\n"]),
        Program(
            name: "UnlockedSignal",
            source: """
                import Foundation
                import Synchronization

                let door = NSCondition()
                let isOpen = Atomic(false)
                Thread.detachNewThread {
                    isOpen.store(true, ordering: .releasing)
                    door.signal()
                }
                door.lock()
                if !isOpen.load(ordering: .acquiring) { door.wait() }
                door.unlock()
                print("in")
                """, outputs: ["in\n"],
            deadlocks: ["main waits for a condition that nobody signals at UnlockedSignal.swift:11"]),
        Program(
            name: "NotingScheduler",
            source: """
                import Foundation
                import RxSwift

                final class Noting: ImmediateSchedulerType {
                    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
                        isScheduled = true
                        return action(state)
                    }
                }

                nonisolated(unsafe) var hasBegun = false
                nonisolated(unsafe) var isScheduled = false
                let end = ScheduledDisposable(scheduler: Noting(), disposable: Disposables.create())
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    print("begins")
                    hasBegun = true
                    end.dispose()
                    done.signal()
                }
                print(hasBegun, isScheduled)
                done.wait()
                """,
            outputs: [
                "begins\nfalse false\n", "begins\nfalse true\n", "begins\ntrue false\n", "begins\ntrue true\n",
                "false false\nbegins\n",
            ]),
    ]
}
