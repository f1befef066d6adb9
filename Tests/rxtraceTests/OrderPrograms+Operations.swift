/// What others see of an operation while it runs, ends and is cancelled.
extension OrderPrograms {
    static let operations = [
        Program(
            name: "CancelAll",
            source: """
                import Foundation

                let line = OperationQueue()
                line.maxConcurrentOperationCount = 1
                for name in ["one", "two"] { line.addOperation { print(name) } }
                line.cancelAllOperations()
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["", "one\n", "one\ntwo\n", "two\n"]),
        Program(
            name: "CancelAllAtOnce",
            source: """
                import Foundation

                let line = OperationQueue()
                for name in ["one", "two"] { line.addOperation { print(name) } }
                line.cancelAllOperations()
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["", "one\n", "one\ntwo\n", "two\n", "two\none\n"]),
        Program(
            name: "CancelledInTurn",
            source: """
                import Foundation

                let line = OperationQueue(), group = DispatchGroup()
                line.isSuspended = true
                let operations = (0..<2).map { _ in BlockOperation {} }
                line.addOperations(operations, waitUntilFinished: false)
                DispatchQueue.global().async(group: group) { line.cancelAllOperations() }
                let isFirst = operations[0].isCancelled, isSecond = operations[1].isCancelled
                print(isFirst, isSecond)
                group.wait()
                """, outputs: ["false false\n", "false true\n", "true false\n", "true true\n"]),
        Program(
            name: "CancelledDependent",
            source: """
                import Foundation

                let line = OperationQueue()
                let (a, b) = (BlockOperation { print("a") }, BlockOperation { print("b") })
                b.addDependency(a)
                line.addOperations([a, b], waitUntilFinished: false)
                b.cancel()
                print(b.isFinished)
                line.waitUntilAllOperationsAreFinished()
                """,
            outputs: [
                "a\nb\nfalse\n", "a\nb\ntrue\n", "a\nfalse\n", "a\nfalse\nb\n", "a\ntrue\n", "false\na\n", "true\na\n",
            ]),
        Program(
            name: "CancelledFirst",
            source: """
                import Foundation

                let line = OperationQueue()
                let (a, b) = (BlockOperation { print("a") }, BlockOperation { print("b") })
                b.addDependency(a)
                line.addOperations([a, b], waitUntilFinished: false)
                a.cancel()
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["a\nb\n", "b\n"]),
        Program(
            name: "CompletionBlock",
            source: """
                import Foundation

                let line = OperationQueue(), done = DispatchSemaphore(value: 0)
                let operation = BlockOperation { print("run") }
                operation.completionBlock = {
                    print("done")
                    done.signal()
                }
                line.addOperation(operation)
                operation.waitUntilFinished()
                print("waited")
                done.wait()
                """, outputs: ["run\ndone\nwaited\n", "run\nwaited\ndone\n"]),
        Program(
            name: "CompletionThenCount",
            source: """
                import Foundation

                let line = OperationQueue(), done = DispatchSemaphore(value: 0)
                let one = BlockOperation {}
                one.completionBlock = {
                    print(one.isFinished, line.operationCount)
                    done.signal()
                }
                line.addOperation(one)
                done.wait()
                """, outputs: ["true 0\n", "true 1\n"]),
        Program(
            name: "Executing",
            source: """
                import Foundation

                let line = OperationQueue()
                let operation = BlockOperation {}
                line.addOperation(operation)
                print(operation.isExecuting, operation.isFinished)
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["false false\n", "false true\n", "true false\n", "true true\n"]),
        Program(
            name: "IsExecuting",
            source: """
                import Foundation

                let line = OperationQueue()
                let operation = BlockOperation { print("a") }
                line.addOperation(operation)
                print(operation.isExecuting)
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["a\nfalse\n", "a\ntrue\n", "false\na\n", "true\na\n"]),
        Program(
            name: "IsFinished",
            source: """
                import Foundation

                let line = OperationQueue()
                let operation = BlockOperation { print("a") }
                line.addOperation(operation)
                print(operation.isFinished)
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["a\nfalse\n", "a\ntrue\n", "false\na\n"]),
        Program(
            name: "WaitThenCount",
            source: """
                import Foundation

                let line = OperationQueue()
                let one = BlockOperation {}
                line.addOperation(one)
                one.waitUntilFinished()
                print(line.operationCount)
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["0\n", "1\n"]),
        Program(
            name: "OperationsLeft",
            source: """
                import Foundation

                let line = OperationQueue()
                line.maxConcurrentOperationCount = 1
                for name in ["a", "b"] { line.addOperation { print(name) } }
                print(line.operations.count)
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["2\na\nb\n", "a\n1\nb\n", "a\n2\nb\n", "a\nb\n0\n", "a\nb\n1\n", "a\nb\n2\n"]),
    ]
}
