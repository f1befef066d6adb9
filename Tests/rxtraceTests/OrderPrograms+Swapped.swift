extension OrderPrograms {
    /// Programs whose steps are not swapped where neither writes what the other touches (OrderRun.swift): the first has more orders than
    /// are run if they are; of the others, an order is missed if what their steps touch is not seen.
    static let swapped = [
        Program(
            name: "HoppedApart",
            source: """
                import Dispatch
                import RxSwift

                let pool = ConcurrentDispatchQueueScheduler(qos: .default)
                let done = DispatchSemaphore(value: 0)
                _ = Observable.of(1, 2)
                    .flatMap { Observable.just($0).observe(on: pool) }
                    .subscribe(
                        onNext: { print($0) },
                        onCompleted: {
                            print("done")
                            done.signal()
                        })
                done.wait()
                """, outputs: ["1\n2\ndone\n", "2\n1\ndone\n"]),
        Program(
            name: "PutBoth",
            source: """
                import Foundation

                let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                DispatchQueue.global().async {
                    puts("one")
                    one.signal()
                }
                DispatchQueue.global().async {
                    puts("two")
                    two.signal()
                }
                one.wait()
                two.wait()
                """, outputs: ["one\ntwo\n", "two\none\n"]),
        Program(
            name: "KeptInList",
            source: """
                import Foundation

                let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                let list = NSMutableArray()
                DispatchQueue.global().async {
                    list.add("one")
                    one.signal()
                }
                DispatchQueue.global().async {
                    list.add("two")
                    two.signal()
                }
                one.wait()
                two.wait()
                print(list[0], list[1])
                """, outputs: ["one two\n", "two one\n"]),
        Program(
            name: "TakenTogether",
            source: """
                import Dispatch
                import RxSwift

                let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                var send: ((Int) -> Void)?
                _ = Observable<Int>.create { observer in
                    send = { observer.onNext($0) }
                    return Disposables.create()
                }
                .element(at: 1).subscribe(onNext: { print($0) })
                let sent = send!
                DispatchQueue.global().async {
                    sent(1)
                    one.signal()
                }
                DispatchQueue.global().async {
                    sent(2)
                    two.signal()
                }
                one.wait()
                two.wait()
                """, outputs: ["1\n", "2\n"]),
    ]
}
