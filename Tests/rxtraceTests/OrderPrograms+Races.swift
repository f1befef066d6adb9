extension OrderPrograms {
    /// Programs whose threads read and write plain memory, with nothing between that decides which does so first.
    static let races = [
        Program(
            name: "AddedPlainly",
            source: """
                import Foundation

                nonisolated(unsafe) var count = 0
                let group = DispatchGroup()
                for _ in 1...2 {
                    DispatchQueue.global().async(group: group) { count += 1 }
                }
                group.wait()
                print(count)
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "AddedByThree",
            source: """
                import Foundation

                nonisolated(unsafe) var count = 0
                let done = DispatchSemaphore(value: 0)
                for _ in 1...2 {
                    Thread.detachNewThread {
                        count += 1
                        done.signal()
                    }
                }
                count += 1
                done.wait()
                done.wait()
                print(count)
                """, outputs: ["1\n", "2\n", "3\n"]),
        Program(
            name: "FlagAndValue",
            source: """
                import Foundation

                nonisolated(unsafe) var (value, isReady) = (0, false)
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    value = 1
                    isReady = true
                    done.signal()
                }
                print(isReady, value)
                done.wait()
                """, outputs: ["false 0\n", "false 1\n", "true 1\n"]),
        Program(
            name: "StoredThenRead",
            source: """
                import Foundation

                nonisolated(unsafe) var (x, y, ofX, ofY) = (0, 0, 0, 0)
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    x = 1
                    ofY = y
                    done.signal()
                }
                y = 1
                ofX = x
                done.wait()
                print(ofX, ofY)
                """, outputs: ["0 1\n", "1 0\n", "1 1\n"]),
        Program(
            name: "LockedByOne",
            source: """
                import Foundation

                nonisolated(unsafe) var sum = 0
                let lock = NSLock()
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    lock.withLock {
                        sum += 1
                        sum += 1
                    }
                    done.signal()
                }
                print(sum)
                done.wait()
                """, outputs: ["0\n", "1\n", "2\n"]),
        Program(
            name: "AddedInObject",
            source: """
                import Foundation

                final class Counter: @unchecked Sendable {
                    private(set) var count = 0
                    func add() { count += 1 }
                }

                func run() {
                    let counter = Counter()
                    let done = DispatchSemaphore(value: 0)
                    Thread.detachNewThread {
                        counter.add()
                        done.signal()
                    }
                    counter.add()
                    done.wait()
                    print(counter.count)
                }
                run()
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "CountedInHandlers",
            source: """
                import Foundation
                import RxSwift

                nonisolated(unsafe) var count = 0
                let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
                let (p, q) = (a.subscribe(onNext: { _ in count += 1 }), b.subscribe(onNext: { _ in count += 1 }))
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    a.onNext(1)
                    done.signal()
                }
                b.onNext(2)
                done.wait()
                print(count)
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "DoneOnce",
            source: """
                nonisolated(unsafe) var isDone = false
                func doOnce() {
                    guard !isDone else { return }
                    isDone = true
                    print("done")
                }
                let (one, two) = (Task.detached { doOnce() }, Task.detached { doOnce() })
                await one.value
                await two.value
                """, outputs: ["done\n", "done\ndone\n"]),
        Program(
            name: "MergedCounter",
            source: """
                import Foundation
                import RxSwift

                nonisolated(unsafe) var count = 0
                let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
                let subscription = Observable.merge(a, b).subscribe(onNext: { _ in count += 1 })
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    a.onNext(1)
                    done.signal()
                }
                b.onNext(2)
                done.wait()
                print(count)
                """, outputs: ["2\n"]),
    ]
}
