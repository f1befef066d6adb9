/// Races of threads, locks and atomic values.
extension OrderPrograms {
    static let locks = [
        Program(
            name: "ThreadsWithLock",
            source: """
                import Foundation

                let lock = NSLock()
                nonisolated(unsafe) var values: [Int] = []
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    lock.withLock { values.append(1) }
                    ended.signal()
                }
                lock.withLock { values.append(2) }
                ended.wait()
                print(values)
                """, outputs: ["[1, 2]\n", "[2, 1]\n"]),
        Program(
            name: "Handshake",
            source: """
                import Foundation

                let (isAsked, isAnswered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                Thread.detachNewThread {
                    isAsked.wait()
                    print(1)
                    isAnswered.signal()
                }
                isAsked.signal()
                isAnswered.wait()
                print(2)
                """, outputs: ["1\n2\n"]),
        Program(
            name: "TwoMutexes",
            source: """
                import Foundation
                import Synchronization

                let one = Mutex(1)
                let two = Mutex(2)
                Thread.detachNewThread {
                    two.withLock { _ in one.withLock { _ in } }
                }
                one.withLock { _ in two.withLock { _ in print("main") } }
                """, outputs: ["main\n"],
            deadlocks: [
                "main waits for a lock or a task at TwoMutexes.swift:9, which thread has; "
                    + "thread waits for a lock or a task at TwoMutexes.swift:7, which main has"
            ]),
        Program(
            name: "LostSignal",
            source: """
                import Foundation

                let condition = NSCondition()
                Thread.detachNewThread { condition.withLock { condition.signal() } }
                condition.lock()
                condition.wait()
                condition.unlock()
                print("ready")
                """, outputs: ["ready\n"],
            deadlocks: [
                "main waits for a condition that nobody signals at LostSignal.swift:6"
            ]),
        Program(
            name: "MadeOnce",
            source: """
                import Foundation

                enum Once {
                    static let value: Int = {
                        print("made")
                        return 1
                    }()
                }

                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    _ = Once.value
                    ended.signal()
                }
                let value = Once.value
                ended.wait()
                print(value)
                """, outputs: ["made\n1\n"]),
        Program(
            name: "AddedAtomically",
            source: """
                import Foundation
                import Synchronization

                let number = Atomic(0)
                let group = DispatchGroup()
                for _ in 1...2 { DispatchQueue.global().async(group: group) { number.add(1, ordering: .relaxed) } }
                group.wait()
                print(number.load(ordering: .relaxed))
                """, outputs: ["2\n"]),
        Program(
            name: "SpinningThreads",
            source: """
                import Foundation
                import Synchronization

                let isAsked = Atomic(false)
                let isAnswered = Atomic(false)
                Thread.detachNewThread {
                    while !isAsked.load(ordering: .relaxed) { sched_yield() }
                    isAnswered.store(true, ordering: .relaxed)
                }
                isAsked.store(true, ordering: .relaxed)
                while !isAnswered.load(ordering: .relaxed) { sched_yield() }
                print("done")
                """, outputs: ["done\n"], hasMany: true),
    ]
}
