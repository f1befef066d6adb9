/// One call that does several things which others see.
extension OrderPrograms {
    static let several = [
        Program(
            name: "CompositeDisposed",
            source: """
                import Foundation
                import RxSwift

                let (a, b) = (BooleanDisposable(), BooleanDisposable()), group = DispatchGroup()
                let both = CompositeDisposable(a, b)
                DispatchQueue.global().async(group: group) { both.dispose() }
                let isFirst = a.isDisposed, isSecond = b.isDisposed
                print(isFirst, isSecond)
                group.wait()
                """, outputs: ["false false\n", "false true\n", "true false\n", "true true\n"]),
        Program(
            name: "PairDisposed",
            source: """
                import Foundation
                import RxSwift

                let (a, b) = (BooleanDisposable(), BooleanDisposable()), group = DispatchGroup()
                let both = Disposables.create(a, b)
                DispatchQueue.global().async(group: group) { both.dispose() }
                let isSecond = b.isDisposed, isFirst = a.isDisposed
                print(isFirst, isSecond)
                group.wait()
                """, outputs: ["false false\n", "true false\n", "true true\n"]),
        Program(
            name: "TwoInComposite",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>(), both = CompositeDisposable(), group = DispatchGroup()
                for name in ["a", "b"] { _ = both.insert(subject.subscribe(onNext: { print(name, $0) })) }
                DispatchQueue.global().async(group: group) { both.dispose() }
                subject.onNext(1)
                group.wait()
                """, outputs: ["", "a 1\nb 1\n", "b 1\n"]),
        Program(
            name: "MergeDisposed",
            source: """
                import Foundation
                import RxSwift

                let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>()), group = DispatchGroup()
                let both = Observable.merge(one, two).subscribe()
                DispatchQueue.global().async(group: group) { both.dispose() }
                print(one.hasObservers, two.hasObservers)
                group.wait()
                """, outputs: ["false false\n", "false true\n", "true false\n", "true true\n"]),
        Program(
            name: "Unsuspended",
            source: """
                import Foundation

                let line = OperationQueue()
                line.isSuspended = true
                for name in ["a", "b"] { line.addOperation { print(name) } }
                line.isSuspended = false
                print("on")
                line.waitUntilAllOperationsAreFinished()
                """, outputs: ["a\nb\non\n", "a\non\nb\n", "b\na\non\n", "b\non\na\n", "on\na\nb\n", "on\nb\na\n"]),
        Program(
            name: "MoreAtOnce",
            source: """
                import Foundation

                let line = OperationQueue()
                line.maxConcurrentOperationCount = 1
                for name in ["a", "b"] { line.addOperation { print(name) } }
                line.maxConcurrentOperationCount = 2
                print("two")
                line.waitUntilAllOperationsAreFinished()
                """,
            outputs: ["a\nb\ntwo\n", "a\ntwo\nb\n", "b\na\ntwo\n", "b\ntwo\na\n", "two\na\nb\n", "two\nb\na\n"]),
        Program(
            name: "AddedTogether",
            source: """
                import Foundation

                let line = OperationQueue()
                line.addOperations([BlockOperation { print("a") }, BlockOperation { print("b") }], waitUntilFinished: false)
                print("added")
                line.waitUntilAllOperationsAreFinished()
                """,
            outputs: [
                "a\nadded\nb\n", "a\nb\nadded\n", "added\na\nb\n", "added\nb\na\n", "b\na\nadded\n", "b\nadded\na\n",
            ]),
        Program(
            name: "AddedCount",
            source: """
                import Foundation

                let line = OperationQueue(), group = DispatchGroup()
                line.isSuspended = true
                DispatchQueue.global().async(group: group) {
                    line.addOperations([BlockOperation {}, BlockOperation {}], waitUntilFinished: false)
                }
                print(line.operationCount)
                group.wait()
                """, outputs: ["0\n", "2\n"]),
        Program(
            name: "AddedAndWaited",
            source: """
                import Foundation

                let line = OperationQueue()
                line.addOperations([BlockOperation { print("a") }, BlockOperation { print("b") }], waitUntilFinished: true)
                print("end")
                """, outputs: ["a\nb\nend\n", "b\na\nend\n"]),
        Program(
            name: "Notifies",
            source: """
                import Foundation

                let group = DispatchGroup(), done = DispatchGroup()
                group.enter()
                for name in ["a", "b"] {
                    done.enter()
                    group.notify(queue: .global()) {
                        print(name)
                        done.leave()
                    }
                }
                group.leave()
                print("left")
                done.wait()
                """,
            outputs: ["a\nb\nleft\n", "a\nleft\nb\n", "b\na\nleft\n", "b\nleft\na\n", "left\na\nb\n", "left\nb\na\n"]),
        Program(
            name: "LeaveWakes",
            source: """
                import Foundation

                let group = DispatchGroup(), done = DispatchGroup()
                group.enter()
                done.enter()
                group.notify(queue: .global()) {
                    print("notified")
                    done.leave()
                }
                DispatchQueue.global().async(group: done) {
                    group.wait()
                    print("waited")
                }
                group.leave()
                print("left")
                done.wait()
                """,
            outputs: [
                "left\nnotified\nwaited\n", "left\nwaited\nnotified\n", "notified\nleft\nwaited\n",
                "notified\nwaited\nleft\n", "waited\nleft\nnotified\n", "waited\nnotified\nleft\n",
            ]),
        Program(
            name: "ResumedQueue",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "both", attributes: .concurrent), group = DispatchGroup()
                queue.suspend()
                for name in ["a", "b"] { queue.async(group: group) { print(name) } }
                queue.resume()
                print("on")
                group.wait()
                """, outputs: ["a\nb\non\n", "a\non\nb\n", "b\na\non\n", "b\non\na\n", "on\na\nb\n", "on\nb\na\n"]),
        Program(
            name: "Handlers",
            source: """
                import Foundation

                let isDone = DispatchSemaphore(value: 0)
                let task = Task.detached {
                    await withTaskCancellationHandler {
                        await withTaskCancellationHandler {
                            print("run", Task.isCancelled)
                        } onCancel: { print("inner") }
                    } onCancel: { print("outer") }
                    isDone.signal()
                }
                task.cancel()
                isDone.wait()
                """,
            outputs: [
                "inner\nouter\nrun false\n", "inner\nouter\nrun true\n", "inner\nrun false\nouter\n",
                "inner\nrun true\nouter\n", "outer\ninner\nrun true\n", "run false\n", "run false\ninner\nouter\n",
                "run true\ninner\nouter\n",
            ]),
        Program(
            name: "StreamEnds",
            source: """
                let (numbers, input) = AsyncStream.makeStream(of: Int.self)
                input.onTermination = { _ in print("terminated") }
                let task = Task.detached { input.finish() }
                for await _ in numbers {}
                print("end")
                await task.value
                """, outputs: ["end\nterminated\n", "terminated\nend\n"]),
        Program(
            name: "TwoConsumers",
            source: """
                let (numbers, input) = AsyncStream.makeStream(of: Int.self)
                let tasks = ["a", "b"].map { name in
                    Task.detached {
                        for await number in numbers { print(name, number) }
                        print(name)
                    }
                }
                input.yield(1)
                input.finish()
                for task in tasks { await task.value }
                """,
            outputs: ["a\nb 1\nb\n", "a 1\na\nb\n", "a 1\nb\na\n", "b\na 1\na\n", "b 1\na\nb\n", "b 1\nb\na\n"]),
        Program(
            name: "TwoObservers",
            source: """
                import Foundation

                let name = Notification.Name("news"), center = NotificationCenter.default, group = DispatchGroup()
                let tokens = (1...2).map { _ in center.addObserver(forName: name, object: nil, queue: nil) { _ in print("got") } }
                DispatchQueue.global().async(group: group) { center.post(name: name, object: nil) }
                for token in tokens { center.removeObserver(token) }
                print("removed")
                group.wait()
                """,
            outputs: [
                "got\ngot\nremoved\n", "got\nremoved\n", "got\nremoved\ngot\n", "removed\n", "removed\ngot\n",
                "removed\ngot\ngot\n",
            ]),
    ]
}
