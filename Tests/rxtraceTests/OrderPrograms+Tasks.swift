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
    ]
}
