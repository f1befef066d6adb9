/// Races of tasks and actors.
extension OrderPrograms {
    static let tasks = [
        Program(
            name: "ActorReentrance",
            source: """
                actor Counter {
                    var value = 0

                    func add() async {
                        let seen = value
                        await Task.yield()
                        value = seen + 1
                    }
                }

                let counter = Counter()
                async let one: Void = counter.add()
                async let two: Void = counter.add()
                _ = await (one, two)
                print(await counter.value)
                """, outputs: ["1\n", "2\n"]),
        // The later of two that have both seen 100 sets the balance; one behind the other takes both amounts.
        Program(
            name: "ReentrantGroup",
            source: """
                actor Account {
                    var balance = 100

                    func withdraw(_ amount: Int) async {
                        let before = balance
                        await Task.yield()
                        balance = before - amount
                    }
                }

                let account = Account()
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await account.withdraw(30) }
                    group.addTask { await account.withdraw(50) }
                }
                print(await account.balance)
                """, outputs: ["20\n", "50\n", "70\n"]),
        // The main actor has both tasks before the first one yields, and takes them back in any order.
        Program(
            name: "YieldsOfMain",
            source: """
                @MainActor func work(_ name: String) async {
                    print(name, 1)
                    await Task.yield()
                    print(name, 2)
                }

                let one = Task { await work("a") }
                let two = Task { await work("b") }
                await one.value
                await two.value
                """, outputs: ["a 1\nb 1\na 2\nb 2\n", "a 1\nb 1\nb 2\na 2\n"]),
        Program(
            name: "GroupSum",
            source: """
                let sum = await withTaskGroup(of: Int.self) { group in
                    for number in 1...2 { group.addTask { number } }
                    return await group.reduce(0, +)
                }
                print(sum)
                """, outputs: ["3\n"]),
        Program(
            name: "CancelledTask",
            source: """
                let task = Task.detached { Task.isCancelled }
                task.cancel()
                print(await task.value)
                """, outputs: ["true\n", "false\n"]),
        Program(
            name: "MainActorTasks",
            source: """
                @main struct MainActorTasks {
                    @MainActor static func main() async {
                        let one = Task { print("a") }
                        let two = Task { print("b") }
                        await one.value
                        await two.value
                    }
                }
                """, outputs: ["a\nb\n"]),
        Program(
            name: "Stream",
            source: """
                import Foundation

                let (numbers, continuation) = AsyncStream<Int>.makeStream()
                Thread.detachNewThread {
                    for number in 1...2 { continuation.yield(number) }
                    continuation.finish()
                }
                for await number in numbers { print(number) }
                """, outputs: ["1\n2\n"]),
        Program(
            name: "ResumedByQueue",
            source: """
                import Foundation

                let number = await withCheckedContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: 1) }
                }
                print(number)
                """, outputs: ["1\n"]),
        Program(
            name: "SleepingTasks",
            source: """
                await withTaskGroup(of: Void.self) { group in
                    for seconds in [2, 1] {
                        group.addTask {
                            try? await Task.sleep(for: .seconds(seconds))
                            print(seconds)
                        }
                    }
                }
                """, outputs: ["1\n2\n"]),
        Program(
            name: "StreamOfTwo",
            source: """
                let (stream, continuation) = AsyncStream<Int>.makeStream()
                let one = Task.detached { _ = continuation.yield(1) }
                let two = Task.detached { _ = continuation.yield(2) }
                let end = Task.detached {
                    await one.value
                    await two.value
                    continuation.finish()
                }
                var all: [Int] = []
                for await number in stream { all.append(number) }
                print(all)
                """, outputs: ["[1, 2]\n", "[2, 1]\n"]),
        Program(
            name: "CancelledAtYield",
            source: """
                let task = Task.detached { () -> Int in
                    if Task.isCancelled { return 1 }
                    await Task.yield()
                    return Task.isCancelled ? 2 : 3
                }
                let other = Task.detached { task.cancel() }
                let number = await task.value
                await other.value
                print(number)
                """, outputs: ["1\n", "2\n", "3\n"]),
        // What has ended before it is waited for has still done all that it did.
        Program(
            name: "LockedByTasks",
            source: """
                import Foundation

                let lock = NSLock()
                nonisolated(unsafe) var all = ""
                func add(_ word: String) { lock.withLock { all += word } }
                let one = Task.detached {
                    add("a")
                    await Task.yield()
                    add("b")
                }
                let two = Task.detached { add("c") }
                await one.value
                await two.value
                print(all)
                """, outputs: ["abc\n", "acb\n", "cab\n"]),
    ]
}
