/// Small programs with what can come of them, worked out by hand.
enum OrderPrograms {
    struct Program: Sendable {
        var name: String
        var source: String
        /// What is printed in each of the outcomes that end well.
        var outputs: Set<String>
        /// How often a deadlock ends it otherwise: the lines that tell who waits, without numbers of threads.
        var deadlocks: Set<String> = []
        /// What is printed in each of those in which a thread crashes.
        var traps: Set<String> = []
        /// Whether there are more orders than are run: of a thread that spins they have no end.
        var hasMany = false

        var outcomeCount: Int { outputs.count + deadlocks.count + traps.count }
    }

    static let all =
        first + queues + tasks + locks + timers + reactive + reports + behind + ends + descriptors
        + cancelling + shared + few + seen + operations + several + swapped + library + races + crashes

    static let lostUpdate = Program(
        name: "LostUpdate",
        source: """
            import Foundation
            import RxRelay
            import RxSwift

            let count = BehaviorRelay(value: 0)
            let group = DispatchGroup()
            for _ in 1...2 {
                DispatchQueue.global().async(group: group) { count.accept(count.value + 1) }
            }
            group.wait()
            print(count.value)
            """, outputs: ["1\n", "2\n"])

    static let twoLocks = Program(
        name: "TwoLocks",
        source: """
            import Foundation

            let (one, two) = (NSLock(), NSLock())
            let other = Thread {
                two.lock()
                one.lock()
                one.unlock()
                two.unlock()
            }
            other.start()
            one.lock()
            two.lock()
            print("main")
            two.unlock()
            one.unlock()
            """, outputs: ["main\n"],
        deadlocks: [
            "main waits for a lock at TwoLocks.swift:12, which thread took at TwoLocks.swift:5; "
                + "thread waits for a lock at TwoLocks.swift:6, which main took at TwoLocks.swift:11"
        ])

    /// The same by closures, and with a lock of each kind.
    static let twoClosures = Program(
        name: "TwoClosures",
        source: """
            import Foundation

            let (one, two) = (NSLock(), NSRecursiveLock())
            let other = Thread {
                two.withLock { one.withLock {} }
            }
            other.start()
            one.withLock {
                two.withLock { print("main") }
            }
            """, outputs: ["main\n"],
        deadlocks: [
            "main waits for a lock at TwoClosures.swift:9, which thread took at TwoClosures.swift:5; "
                + "thread waits for a lock at TwoClosures.swift:5, which main took at TwoClosures.swift:8"
        ])

    /// Two answers that come in any order.
    static let answers = """
        import Foundation
        import RxSwift

        let query = PublishSubject<String>()
        let group = DispatchGroup()
        let subscription = query.flatMap { text in
            Observable<String>.create { observer in
                DispatchQueue.global().async(group: group) {
                    observer.onNext(text)
                }
                return Disposables.create()
            }
        }.subscribe(onNext: { print($0) })
        query.onNext("a")
        query.onNext("b")
        group.wait()
        """

    private static let first = [
        lostUpdate, twoLocks, twoClosures,
        Program(
            name: "Tasks",
            source: """
                actor Box {
                    var values: [Int] = []
                    func add(_ value: Int) { values.append(value) }
                }

                @main struct Tasks {
                    static func main() async {
                        let box = Box()
                        await withTaskGroup(of: Void.self) { group in
                            for value in 1...2 { group.addTask { await box.add(value) } }
                        }
                        print(await box.values)
                    }
                }
                """, outputs: ["[1, 2]\n", "[2, 1]\n"]),
        Program(
            name: "Mutexes",
            source: """
                import Foundation
                import Synchronization

                let values = Mutex<[Int]>([])
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    values.withLock { $0.append(1) }
                    done.signal()
                }
                values.withLock { $0.append(2) }
                done.wait()
                print(values.withLock { $0 })
                """, outputs: ["[1, 2]\n", "[2, 1]\n"]),
        Program(
            name: "SerialQueue",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "serial")
                for value in 1...2 { queue.async { print(value) } }
                queue.sync { print("all") }
                """, outputs: ["1\n2\nall\n"]),
        Program(
            name: "LostByMutex",
            source: """
                import Foundation
                import Synchronization

                let number = Mutex(0)
                let group = DispatchGroup()
                for _ in 1...2 {
                    DispatchQueue.global().async(group: group) {
                        let seen = number.withLock { $0 }
                        number.withLock { $0 = seen + 1 }
                    }
                }
                group.wait()
                print(number.withLock { $0 })
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "Flag",
            source: """
                import Foundation
                import Synchronization

                let isSet = Atomic(false)
                let thread = Thread { isSet.store(true, ordering: .releasing) }
                thread.start()
                print(isSet.load(ordering: .acquiring), isSet.load(ordering: .acquiring))
                """, outputs: ["false false\n", "false true\n", "true true\n"]),
        Program(
            name: "TimersOfOneTime",
            source: """
                import Foundation

                let group = DispatchGroup()
                for name in ["a", "b"] {
                    group.enter()
                    DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
                        print(name)
                        group.leave()
                    }
                }
                group.wait()
                """, outputs: ["a\nb\n", "b\na\n"]),
        Program(
            name: "MergedData",
            source: """
                import Foundation

                let source = DispatchSource.makeUserDataAddSource(queue: .global())
                source.setEventHandler { print(source.data) }
                source.resume()
                source.add(data: 1)
                source.add(data: 2)
                Thread.sleep(forTimeInterval: 1)
                """, outputs: ["1\n2\n", "3\n"]),
        Program(
            name: "NeverResumed",
            source: """
                print("begins")
                await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
                print("ends")
                """, outputs: [],
            deadlocks: ["the main task waits for a continuation or a task that nobody resumes"]),
        Program(
            name: "LongTimer",
            source: """
                import Foundation

                DispatchQueue.global().asyncAfter(deadline: .now() + 5000) {
                    print("late")
                    exit(0)
                }
                dispatchMain()
                """, outputs: ["late\n"]),
        Program(
            name: "CancelledItem",
            source: """
                import Foundation

                let item = DispatchWorkItem { print("ran") }
                DispatchQueue.global().async(execute: item)
                item.cancel()
                item.wait()
                """, outputs: ["", "ran\n"]),
        Program(
            name: "SeenAtOnce",
            source: """
                import Foundation
                import Synchronization

                let number = Mutex(1)
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) { number.withLock { $0 *= 2 } }
                let seen = number.withLock { $0 }
                group.wait()
                print(seen)
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "Condition",
            source: """
                import Foundation

                let condition = NSCondition()
                nonisolated(unsafe) var isReady = false
                Thread.detachNewThread { condition.withLock { isReady = true; condition.broadcast() } }
                condition.lock()
                while !isReady { condition.wait() }
                condition.unlock()
                print("ready")
                """, outputs: ["ready\n"]),
        Program(
            name: "Timers",
            source: """
                import Foundation
                import RxSwift

                let words = PublishSubject<String>()
                let start = Date()
                _ = words.debounce(.seconds(30), scheduler: MainScheduler.instance).subscribe(onNext: {
                    print($0, Int(Date().timeIntervalSince(start)))
                })
                words.onNext("a")
                DispatchQueue.main.asyncAfter(deadline: .now() + 20) { words.onNext("b") }
                _ = Timer.scheduledTimer(withTimeInterval: 100, repeats: false) { _ in exit(0) }
                RunLoop.main.run()
                """, outputs: ["b 50\n"]),
    ]
}
