/// What a thread does behind the handing on of work: whether others see it is found out in the runs (docs/orders.md).
extension OrderPrograms {
    static let behind = [
        Program(
            name: "ReadClosure",
            source: """
                import Dispatch

                final class Box: @unchecked Sendable {
                    var first: () -> Int
                    var second: () -> Int
                    init(_ number: Int) {
                        first = { number }
                        second = { number + 1 }
                    }
                }

                func run(_ box: Box) {
                    let done = DispatchSemaphore(value: 0)
                    DispatchQueue.global().async {
                        box.second = box.first
                        done.signal()
                    }
                    let answer = box.second
                    done.wait()
                    print(answer())
                }
                run(Box(1))
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "HandedObject",
            source: """
                import Dispatch

                final class Box: @unchecked Sendable { var value = 0 }

                func run() {
                    let done = DispatchSemaphore(value: 0)
                    DispatchQueue.global().async {
                        print("first")
                        done.signal()
                    }
                    let box = Box()
                    DispatchQueue.global().async {
                        print(box.value)
                        done.signal()
                    }
                    box.value = 1
                    done.wait()
                    done.wait()
                }
                run()
                """, outputs: ["first\n0\n", "first\n1\n", "0\nfirst\n", "1\nfirst\n"]),
        Program(
            name: "FreedBehind",
            source: """
                import Foundation

                final class Screen: Sendable {}

                func show(_ done: DispatchSemaphore) {
                    let screen = Screen()
                    DispatchQueue.global().async { [weak screen] in
                        print(screen == nil ? "gone" : "there")
                        done.signal()
                    }
                    _ = screen
                }
                let done = DispatchSemaphore(value: 0)
                show(done)
                done.wait()
                """, outputs: ["gone\n", "there\n"]),
        Program(
            name: "FoundationBehind",
            source: """
                import Foundation

                func fill() {
                    let list = NSMutableArray()
                    let done = DispatchSemaphore(value: 0)
                    DispatchQueue.global().async {
                        list.add("queue")
                        done.signal()
                    }
                    list.add("main")
                    done.wait()
                    print(list.componentsJoined(by: " "))
                }
                fill()
                """, outputs: ["main queue\n", "queue main\n"]),
        Program(
            name: "SharedStack",
            source: """
                import Foundation

                func change() -> Int {
                    var value = 1
                    let done = DispatchSemaphore(value: 0)
                    withUnsafeMutablePointer(to: &value) { pointer in
                        let address = UInt(bitPattern: pointer)
                        DispatchQueue.global().async {
                            UnsafeMutablePointer<Int>(bitPattern: address)!.pointee += 1
                            done.signal()
                        }
                        pointer.pointee *= 2
                        done.wait()
                    }
                    return value
                }
                print(change())
                """, outputs: ["2\n", "3\n", "4\n"]),
        Program(
            name: "VariableBehind",
            source: """
                import Foundation

                let done = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var value = 1
                DispatchQueue.global().async {
                    value = 2
                    done.signal()
                }
                let seen = value
                done.wait()
                print(seen)
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "ChangedBehind",
            source: """
                import Foundation

                let done = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var values: [Int] = []
                DispatchQueue.global().async {
                    values.append(1)
                    done.signal()
                }
                let count = values.count
                done.wait()
                print(count)
                """, outputs: ["0\n", "1\n"]),
        Program(
            name: "EnteredBehind",
            source: """
                import Foundation
                func run() {
                    let group = DispatchGroup()
                    let done = DispatchSemaphore(value: 0)
                    group.enter()
                    group.notify(queue: .global()) {
                        print("notified")
                        done.signal()
                    }
                    DispatchQueue.global().async {
                        print("work")
                        group.leave()
                    }
                    group.enter()
                    print("entered")
                    group.leave()
                    done.wait()
                }
                run()
                """, outputs: ["work\nentered\nnotified\n", "entered\nwork\nnotified\n", "work\nnotified\nentered\n"]),
        Program(
            name: "YieldedBehind",
            source: """
                import Foundation
                func run() async {
                    let (stream, continuation) = AsyncStream<String>.makeStream()
                    let done = DispatchSemaphore(value: 0)
                    DispatchQueue.global().async {
                        continuation.yield("queue")
                        done.signal()
                    }
                    continuation.yield("main")
                    var all: [String] = []
                    for await one in stream {
                        all.append(one)
                        if all.count == 2 { break }
                    }
                    print(all.joined(separator: " "))
                }
                await run()
                """, outputs: ["main queue\n", "queue main\n"]),
        Program(
            name: "PerformedBoth",
            source: """
                import Foundation
                func sum() -> [Int] {
                    var all: [Int] = []
                    let lock = NSLock()
                    DispatchQueue.concurrentPerform(iterations: 2) { number in
                        lock.lock()
                        all.append(number)
                        lock.unlock()
                    }
                    return all
                }
                print(sum())
                """, outputs: ["[0, 1]\n", "[1, 0]\n"]),
        Program(
            name: "HandedInTurn",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "queue")
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    queue.async { print("thread") }
                    done.signal()
                }
                queue.async { print("main") }
                done.wait()
                queue.sync {}
                """, outputs: ["main\nthread\n", "thread\nmain\n"]),
        Program(
            name: "MergedByThreads",
            source: """
                import Foundation
                import RxSwift

                let (a, b) = (PublishSubject<String>(), PublishSubject<String>())
                _ = Observable.merge(a, b).subscribe(onNext: { print($0, terminator: " ") })
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    a.onNext("a")
                    a.onNext("b")
                    a.onNext("c")
                    done.signal()
                }
                Thread.detachNewThread {
                    b.onNext("1")
                    b.onNext("2")
                    done.signal()
                }
                done.wait()
                done.wait()
                """,
            outputs: [
                "a b c 1 2 ", "a b 1 c 2 ", "a b 1 2 c ", "a 1 b c 2 ", "a 1 b 2 c ", "a 1 2 b c ", "1 a b c 2 ",
                "1 a b 2 c ", "1 a 2 b c ", "1 2 a b c ",
            ]),
    ]
}
