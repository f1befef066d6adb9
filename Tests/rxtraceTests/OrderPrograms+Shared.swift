extension OrderPrograms {
    /// What tasks and threads share within the system's libraries: streams, task groups, notification centers, caches, and the
    /// iterations of one call.
    static let shared = [
        Program(
            name: "StreamOfTheNewest",
            source: """
                let (numbers, input) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
                Task.detached {
                    for number in 1...2 { input.yield(number) }
                    input.finish()
                }
                for await number in numbers { print(number) }
                """, outputs: ["1\n2\n", "2\n"]),
        Program(
            name: "StreamOfTheOldest",
            source: """
                let (numbers, input) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(1))
                Task.detached {
                    for number in 1...2 { input.yield(number) }
                    input.finish()
                }
                for await number in numbers { print(number) }
                """, outputs: ["1\n2\n", "1\n"]),
        Program(
            name: "StreamOfTwo",
            source: """
                let (numbers, input) = AsyncStream.makeStream(of: Int.self)
                let one = Task.detached {
                    _ = input.yield(1)
                    _ = input.yield(2)
                }
                let other = Task.detached { _ = input.yield(10) }
                await one.value
                await other.value
                input.finish()
                for await number in numbers { print(number) }
                """, outputs: ["1\n2\n10\n", "1\n10\n2\n", "10\n1\n2\n"]),
        Program(
            name: "ThrowingStream",
            source: """
                let (numbers, input) = AsyncThrowingStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
                Task.detached {
                    for number in 1...2 { input.yield(number) }
                    input.finish(throwing: CancellationError())
                }
                do { for try await number in numbers { print(number) } } catch { print("failed") }
                """, outputs: ["1\n2\nfailed\n", "2\nfailed\n"]),
        Program(
            name: "GroupResults",
            source: """
                await withTaskGroup(of: String.self) { group in
                    for name in ["a", "b"] {
                        group.addTask {
                            print(name)
                            return name
                        }
                    }
                    for await name in group { print("got", name) }
                }
                """,
            outputs: [
                "a\ngot a\nb\ngot b\n", "a\nb\ngot a\ngot b\n", "a\nb\ngot b\ngot a\n",
                "b\ngot b\na\ngot a\n", "b\na\ngot b\ngot a\n", "b\na\ngot a\ngot b\n",
            ]),
        Program(
            name: "EqualSleeps",
            source: """
                let tasks = ["a", "b"].map { name in
                    Task.detached {
                        try? await Task.sleep(for: .milliseconds(10))
                        print(name)
                    }
                }
                for task in tasks { await task.value }
                """, outputs: ["a\nb\n", "b\na\n"]),
        Program(
            name: "OnTheMainActor",
            source: """
                for name in ["a", "b"] {
                    Task.detached { await MainActor.run { print(name) } }
                }
                try? await Task.sleep(for: .milliseconds(50))
                print("end")
                """, outputs: ["a\nb\nend\n", "b\na\nend\n"]),
        Program(
            name: "ActorBehindPrint",
            source: """
                actor Log {
                    var names: [String] = []
                    func append(_ name: String) { names.append(name) }
                }

                let log = Log()
                let tasks = ["a", "b"].map { name in
                    Task.detached {
                        print(name)
                        await log.append(name)
                    }
                }
                for task in tasks { await task.value }
                print(await log.names)
                """,
            outputs: Set(
                ["a\nb\n", "b\na\n"].flatMap { prints in
                    ["[\"a\", \"b\"]\n", "[\"b\", \"a\"]\n"].map { prints + $0 }
                })),
        Program(
            name: "FirstError",
            source: """
                struct Fault: Error { let name: String }

                do {
                    try await withThrowingDiscardingTaskGroup { group in
                        for name in ["a", "b"] {
                            group.addTask { throw Fault(name: name) }
                        }
                    }
                } catch { print((error as? Fault)?.name ?? "none") }
                """, outputs: ["a\n", "b\n"]),
        Program(
            name: "Iterations",
            source: """
                import Dispatch

                DispatchQueue.concurrentPerform(iterations: 3) { print($0) }
                """, outputs: ["0\n1\n2\n", "0\n2\n1\n", "1\n0\n2\n", "1\n2\n0\n", "2\n0\n1\n", "2\n1\n0\n"]),
        Program(
            name: "CountedIterations",
            source: """
                import Foundation
                import RxRelay

                let lock = NSLock()
                let count = BehaviorRelay(value: 0)
                DispatchQueue.concurrentPerform(iterations: 3) { _ in
                    lock.withLock { count.accept(count.value + 1) }
                }
                print(count.value)
                """, outputs: ["3\n"]),
        Program(
            name: "RemovedObserver",
            source: """
                import Foundation

                let name = Notification.Name("news")
                let center = NotificationCenter.default
                let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in print("got") }
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    center.post(name: name, object: nil)
                    center.post(name: name, object: nil)
                }
                center.removeObserver(token)
                group.wait()
                print("end")
                """, outputs: ["end\n", "got\nend\n", "got\ngot\nend\n"]),
        Program(
            name: "CachedTwice",
            source: """
                import Foundation

                let cache = NSCache<NSString, NSString>()
                let group = DispatchGroup()
                for _ in 1...2 {
                    DispatchQueue.global().async(group: group) {
                        guard cache.object(forKey: "key") == nil else { return }
                        cache.setObject("value", forKey: "key")
                        print("made")
                    }
                }
                group.wait()
                print("end")
                """, outputs: ["made\nend\n", "made\nmade\nend\n"]),
    ]
}
