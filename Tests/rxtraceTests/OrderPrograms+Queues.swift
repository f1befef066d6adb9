/// Races of queues, groups and operations.
extension OrderPrograms {
    static let queues = [
        Program(
            name: "Barrier",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "numbers", attributes: .concurrent)
                queue.async { print(1) }
                queue.async(flags: .barrier) { print("barrier") }
                queue.async { print(2) }
                queue.sync(flags: .barrier) {}
                """, outputs: ["1\nbarrier\n2\n"]),
        Program(
            name: "ConcurrentQueue",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "numbers", attributes: .concurrent)
                for value in 1...2 { queue.async { print(value) } }
                queue.sync(flags: .barrier) {}
                """, outputs: ["1\n2\n", "2\n1\n"]),
        Program(
            name: "GroupNotify",
            source: """
                import Foundation

                let group = DispatchGroup()
                let isDone = DispatchSemaphore(value: 0)
                for _ in 1...2 { DispatchQueue.global().async(group: group) {} }
                group.notify(queue: .global()) {
                    print("done")
                    isDone.signal()
                }
                isDone.wait()
                """, outputs: ["done\n"]),
        Program(
            name: "TwoQueues",
            source: """
                import Foundation

                let (one, two) = (DispatchQueue(label: "one"), DispatchQueue(label: "two"))
                let group = DispatchGroup()
                one.async(group: group) {
                    two.sync {}
                    print("one")
                }
                two.async(group: group) {
                    one.sync {}
                    print("two")
                }
                group.wait()
                """, outputs: ["one\ntwo\n"],
            deadlocks: [
                "main waits for a group or an item that does not end at TwoQueues.swift:13; "
                    + "thread waits for queue \"two\" at TwoQueues.swift:6, which thread runs; "
                    + "thread waits for queue \"one\" at TwoQueues.swift:10, which thread runs"
            ]),
        Program(
            name: "Perform",
            source: """
                import Foundation

                DispatchQueue.concurrentPerform(iterations: 2) { print($0) }
                """, outputs: ["0\n1\n", "1\n0\n"]),
        Program(
            name: "Operations",
            source: """
                import Foundation

                let queue = OperationQueue()
                for name in ["a", "b"] { queue.addOperation { print(name) } }
                queue.waitUntilAllOperationsAreFinished()
                """, outputs: ["a\nb\n", "b\na\n"]),
        Program(
            name: "OperationDependency",
            source: """
                import Foundation

                let queue = OperationQueue()
                let (a, b) = (BlockOperation { print("a") }, BlockOperation { print("b") })
                b.addDependency(a)
                queue.addOperations([b, a], waitUntilFinished: true)
                """, outputs: ["a\nb\n"]),
        Program(
            name: "OneOperationAtATime",
            source: """
                import Foundation

                let queue = OperationQueue()
                queue.maxConcurrentOperationCount = 1
                for name in ["a", "b"] { queue.addOperation { print(name) } }
                queue.waitUntilAllOperationsAreFinished()
                """, outputs: ["a\nb\n"]),
        Program(
            name: "PerformedItem",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "mail", attributes: .concurrent)
                let item = DispatchWorkItem { print("item") }
                let group = DispatchGroup()
                queue.async(group: group) { item.perform(); print("one") }
                queue.async(group: group) { print("two") }
                group.wait()
                """, outputs: ["item\none\ntwo\n", "item\ntwo\none\n", "two\nitem\none\n"]),
    ]
}
