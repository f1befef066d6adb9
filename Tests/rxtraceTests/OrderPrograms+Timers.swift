/// Programs of timers: what is due at one time comes in any order, and all else in one.
extension OrderPrograms {
    static let timers = [
        Program(
            name: "SleepingThreads",
            source: """
                import Foundation

                let group = DispatchGroup()
                for seconds in [2, 1] {
                    DispatchQueue.global().async(group: group) {
                        Thread.sleep(forTimeInterval: Double(seconds))
                        print(seconds)
                    }
                }
                group.wait()
                """, outputs: ["1\n2\n"]),
        Program(
            name: "Interval",
            source: """
                import Foundation
                import RxSwift

                let isDone = DispatchSemaphore(value: 0)
                _ = Observable<Int>.interval(.seconds(10), scheduler: SerialDispatchQueueScheduler(qos: .default))
                    .take(3)
                    .subscribe(onNext: { print($0) }, onCompleted: { isDone.signal() })
                isDone.wait()
                """, outputs: ["0\n1\n2\n"]),
        Program(
            name: "Timeout",
            source: """
                import Foundation
                import RxSwift

                let answers = PublishSubject<Int>()
                let isDone = DispatchSemaphore(value: 0)
                _ = answers.take(1).timeout(.seconds(5), scheduler: SerialDispatchQueueScheduler(qos: .default)).subscribe(
                    onNext: { print($0) }, onError: { _ in print("late") }, onDisposed: { isDone.signal() })
                DispatchQueue.global().asyncAfter(deadline: .now() + 5) { answers.onNext(1) }
                isDone.wait()
                """, outputs: ["1\n", "late\n"], hasMany: true),
        // The hour does not pass: the end hands out the later of both.
        Program(
            name: "DebouncedByTwo",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let done = DispatchSemaphore(value: 0)
                let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "debounce")
                _ = subject.debounce(.seconds(3600), scheduler: scheduler)
                    .subscribe(onNext: { print($0) }, onCompleted: { print("done") })
                Thread.detachNewThread {
                    subject.onNext(1)
                    done.signal()
                }
                Thread.detachNewThread {
                    subject.onNext(2)
                    done.signal()
                }
                done.wait()
                done.wait()
                subject.onCompleted()
                """, outputs: ["1\ndone\n", "2\ndone\n"]),
    ]
}
