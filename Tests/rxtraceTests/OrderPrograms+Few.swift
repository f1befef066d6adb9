extension OrderPrograms {
    /// Programs that have few orders only because steps which nobody sees are no points (docs/orders.md): with one rule less, each has
    /// more than are run.
    static let few = [
        Program(
            name: "StoreAndLoad",
            source: """
                import Dispatch
                import Synchronization

                let left = Atomic(0), right = Atomic(0), seen = Mutex([-1, -1])
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    left.store(1, ordering: .sequentiallyConsistent)
                    let other = right.load(ordering: .sequentiallyConsistent)
                    seen.withLock { $0[0] = other }
                }
                DispatchQueue.global().async(group: group) {
                    right.store(1, ordering: .sequentiallyConsistent)
                    let other = left.load(ordering: .sequentiallyConsistent)
                    seen.withLock { $0[1] = other }
                }
                group.wait()
                print(seen.withLock { $0 })
                """, outputs: ["[0, 1]\n", "[1, 0]\n", "[1, 1]\n"]),
        Program(
            name: "FourAdds",
            source: """
                import Dispatch
                import Synchronization

                let total = Mutex(0)
                let done = DispatchSemaphore(value: 0)
                for number in 1...4 {
                    DispatchQueue.global().async {
                        total.withLock { $0 += number }
                        done.signal()
                    }
                }
                for _ in 1...4 { done.wait() }
                print(total.withLock { $0 })
                """, outputs: ["10\n"]),
        Program(
            name: "TwoActors",
            source: """
                actor Player {
                    var points = 0
                    func score() { points += 1 }
                    func play(_ other: Player) async {
                        await other.score()
                        points += 1
                    }
                }

                let (one, two) = (Player(), Player())
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await one.play(two) }
                    group.addTask { await two.play(one) }
                }
                print(await one.points, await two.points)
                """, outputs: ["2 2\n"]),
        Program(
            name: "Withdrawals",
            source: """
                actor Account {
                    var balance = 100
                    func withdraw(_ amount: Int) async {
                        guard balance >= amount else { return }
                        await Task.yield()
                        balance -= amount
                    }
                }

                let account = Account()
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await account.withdraw(60) }
                    group.addTask { await account.withdraw(70) }
                }
                print(await account.balance)
                """, outputs: ["40\n", "30\n", "-30\n"]),
        Program(
            name: "CapturedTasks",
            source: """
                import Synchronization

                func run() async {
                    let total = Mutex(0)
                    await withTaskGroup(of: Void.self) { group in
                        for number in 1...3 {
                            group.addTask { total.withLock { $0 += number } }
                        }
                    }
                    print(total.withLock { $0 })
                }
                await run()
                """, outputs: ["6\n"]),
        Program(
            name: "FourAnswers",
            source: """
                func run() async {
                    let sum = await withTaskGroup(of: Int.self) { group in
                        for number in 1...4 { group.addTask { number } }
                        return await group.reduce(0, +)
                    }
                    print(sum)
                }
                await run()
                """, outputs: ["10\n"]),
        Program(
            name: "PooledOnce",
            source: """
                import Dispatch
                import RxSwift

                let done = DispatchSemaphore(value: 0)
                let pool = ConcurrentDispatchQueueScheduler(qos: .default)
                let one = Observable.just(1).subscribe(on: pool)
                let two = Observable.just(2).observe(on: pool)
                _ = Observable.zip(one, two).subscribe(onNext: { print($0) }, onCompleted: { done.signal() })
                done.wait()
                """, outputs: ["(1, 2)\n"]),
        Program(
            name: "OneAtATime",
            source: """
                import Foundation
                let line = OperationQueue(), group = DispatchGroup()
                line.maxConcurrentOperationCount = 1
                DispatchQueue.global().async(group: group) {
                    line.addOperation { print("A1") }
                    line.addOperation { print("A2") }
                }
                DispatchQueue.global().async(group: group) {
                    line.addOperation { print("B") }
                }
                group.wait()
                line.waitUntilAllOperationsAreFinished()
                print("end")
                """, outputs: ["A1\nA2\nB\nend\n", "A1\nB\nA2\nend\n", "B\nA1\nA2\nend\n"]),
        Program(
            name: "WaitedByTwo",
            source: """
                import Foundation

                let line = OperationQueue(), group = DispatchGroup()
                let one = BlockOperation { print("one") }
                for name in ["a", "b"] {
                    DispatchQueue.global().async(group: group) {
                        one.waitUntilFinished()
                        print(name)
                    }
                }
                line.addOperation(one)
                group.wait()
                """, outputs: ["one\na\nb\n", "one\nb\na\n"]),
        Program(
            name: "ConcatPool",
            source: """
                import Dispatch
                import RxSwift

                let done = DispatchSemaphore(value: 0)
                let pool = ConcurrentDispatchQueueScheduler(qos: .default)
                _ = Observable.just(1).subscribe(on: pool)
                    .concat(Observable.just(2).subscribe(on: pool))
                    .subscribe(onNext: { print($0) }, onCompleted: { done.signal() })
                done.wait()
                """, outputs: ["1\n2\n"]),
    ]
}
