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
            name: "TriedLock",
            source: """
                import Foundation

                let lock = NSLock()
                let isOver = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    lock.lock()
                    lock.unlock()
                    isOver.signal()
                }
                let isFree = lock.try()
                if isFree { lock.unlock() }
                isOver.wait()
                print(isFree)
                """, outputs: ["false\n", "true\n"]),
        Program(
            name: "TimedLock",
            source: """
                import Foundation

                nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
                pthread_mutex_init(lock, nil)
                let isOver = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    pthread_mutex_lock(lock)
                    pthread_mutex_unlock(lock)
                    isOver.signal()
                }
                var past = timespec()
                let isFree = pthread_mutex_timedlock(lock, &past) == 0
                if isFree { pthread_mutex_unlock(lock) }
                isOver.wait()
                print(isFree)
                """, outputs: ["false\n", "true\n"]),
        Program(
            name: "TriedMutex",
            source: """
                import Foundation
                import Synchronization

                let count = Mutex(0)
                let isOver = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    count.withLock { $0 += 1 }
                    isOver.signal()
                }
                let seen = count.withLockIfAvailable { $0 }
                isOver.wait()
                print(seen ?? -1)
                """, outputs: ["-1\n", "0\n", "1\n"]),
        Program(
            name: "SignalledBetween",
            source: """
                import Foundation
                import RxRelay
                import RxSwift

                let relay = BehaviorRelay(value: 0)
                let isDone = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var isMarked = false
                Thread.detachNewThread {
                    relay.accept(1)
                    isDone.signal()
                    isMarked = true
                }
                let (seen, wasMarked) = (relay.value, isMarked)
                isDone.wait()
                print(seen, wasMarked)
                """, outputs: ["0 false\n", "0 true\n", "1 false\n", "1 true\n"]),
        Program(
            name: "TriedSemaphore",
            source: """
                import Foundation
                import RxRelay
                import RxSwift

                let relay = BehaviorRelay(value: 0)
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    relay.accept(1)
                    isDone.signal()
                }
                let seen = relay.value
                let isSignalled = isDone.wait(timeout: .now()) == .success
                if !isSignalled { isDone.wait() }
                print(seen, isSignalled)
                """, outputs: ["0 false\n", "0 true\n", "1 false\n", "1 true\n"]),
        Program(
            name: "ThreeUnderALock",
            source: """
                import Foundation

                let lock = NSLock()
                nonisolated(unsafe) var text = ""
                let isDone = DispatchSemaphore(value: 0)
                for letter in ["A", "B", "C"] {
                    Thread.detachNewThread {
                        lock.lock()
                        text += letter
                        lock.unlock()
                        isDone.signal()
                    }
                }
                for _ in 1...3 { isDone.wait() }
                print(text)
                """, outputs: ["ABC\n", "ACB\n", "BAC\n", "BCA\n", "CAB\n", "CBA\n"]),
        Program(
            name: "CountedApart",
            source: """
                import Foundation
                import Synchronization

                let number = Atomic(0)
                let group = DispatchGroup()
                for _ in 1...2 {
                    DispatchQueue.global().async(group: group) {
                        let before = number.load(ordering: .relaxed)
                        number.store(before + 1, ordering: .relaxed)
                    }
                }
                group.wait()
                print(number.load(ordering: .relaxed))
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "CountedInObject",
            source: """
                import Foundation
                import Synchronization

                final class Count: Sendable { let value = Atomic(0) }

                let count = Count()
                let isCounted = DispatchSemaphore(value: 0)
                let isRead = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    isCounted.wait()
                    count.value.store(1, ordering: .relaxed)
                    isRead.signal()
                }
                isCounted.signal()
                print(count.value.load(ordering: .relaxed))
                isRead.wait()
                """, outputs: ["0\n", "1\n"]),
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
        Program(
            name: "SignalledEarly",
            source: """
                import Foundation

                let condition = NSCondition()
                var isReady = false
                let thread = Thread {
                    condition.lock()
                    isReady = true
                    condition.unlock()
                    condition.signal()
                }
                thread.start()
                condition.lock()
                while !isReady { condition.wait() }
                condition.unlock()
                print("ready")
                """, outputs: ["ready\n"]),
        Program(
            name: "LostSignal",
            source: """
                import Foundation

                let condition = NSCondition()
                let thread = Thread {
                    condition.lock()
                    condition.signal()
                    condition.unlock()
                }
                condition.lock()
                thread.start()
                print("starts")
                condition.unlock()
                condition.lock()
                print(condition.wait(until: Date(timeIntervalSinceNow: 1)) ? "told" : "late")
                condition.unlock()
                """, outputs: ["starts\ntold\n", "starts\nlate\n"]),
    ]
}
