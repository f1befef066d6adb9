/// Who looks whether he is cancelled, and who cancels him.
extension OrderPrograms {
    static let cancelling = [
        Program(
            name: "CancelledItem",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "downloads")
                var item: DispatchWorkItem!
                item = DispatchWorkItem {
                    let isCancelled = item.isCancelled
                    print(isCancelled, item.isCancelled)
                }
                queue.async(execute: item)
                item.cancel()
                queue.sync {}
                """, outputs: ["", "true true\n", "false true\n", "false false\n"]),
        Program(
            name: "CancelledMeanwhile",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "downloads")
                let item = DispatchWorkItem { print("saved") }
                queue.async(execute: item)
                item.cancel()
                print("cancelled")
                queue.sync {}
                """, outputs: ["cancelled\n", "saved\ncancelled\n", "cancelled\nsaved\n"]),
        Program(
            name: "CancelledSource",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "numbers")
                let source = DispatchSource.makeUserDataAddSource(queue: queue)
                source.setEventHandler {
                    let isCancelled = source.isCancelled
                    print(isCancelled, source.isCancelled)
                }
                source.activate()
                source.add(data: 1)
                source.cancel()
                queue.sync {}
                """, outputs: ["", "true true\n", "false true\n", "false false\n"]),
        Program(
            name: "CancelledTask",
            source: """
                import Foundation

                let isDone = DispatchSemaphore(value: 0)
                let task = Task.detached {
                    let isCancelled = Task.isCancelled
                    print(isCancelled, Task.isCancelled)
                    isDone.signal()
                }
                task.cancel()
                isDone.wait()
                """, outputs: ["true true\n", "false true\n", "false false\n"]),
        Program(
            name: "CancelledThread",
            source: """
                import Foundation

                let isDone = DispatchSemaphore(value: 0)
                let thread = Thread {
                    let isCancelled = Thread.current.isCancelled
                    print(isCancelled, Thread.current.isCancelled)
                    isDone.signal()
                }
                thread.start()
                thread.cancel()
                isDone.wait()
                """, outputs: ["true true\n", "false true\n", "false false\n"]),
        Program(
            name: "CancelledByGroup",
            source: """
                struct Failure: Error {}

                try? await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        let isCancelled = Task.isCancelled
                        print(isCancelled, Task.isCancelled)
                    }
                    group.addTask { throw Failure() }
                    for try await _ in group {}
                }
                """, outputs: ["true true\n", "false true\n", "false false\n"]),
        Program(
            name: "CancelledByLet",
            source: """
                func look() async {
                    let isCancelled = Task.isCancelled
                    print(isCancelled, Task.isCancelled)
                }

                func leave() async {
                    async let answer: Void = look()
                }

                await leave()
                """, outputs: ["true true\n", "false true\n", "false false\n"]),
        Program(
            name: "HandledCancel",
            source: """
                let task = Task.detached {
                    await withTaskCancellationHandler {
                        print("begun")
                    } onCancel: {
                        print("cancelled")
                    }
                    print("ended")
                }
                task.cancel()
                await task.value
                """, outputs: ["begun\nended\n", "begun\ncancelled\nended\n", "cancelled\nbegun\nended\n"]),
    ]
}
