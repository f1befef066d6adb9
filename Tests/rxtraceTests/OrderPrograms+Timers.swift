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
                """, outputs: ["1\n", "late\n"]),
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
        // A timer that is due may be cancelled before its handler begins.
        Program(
            name: "CancelledWhenDue",
            source: """
                import Foundation

                let timer = DispatchSource.makeTimerSource(queue: .global())
                let group = DispatchGroup()
                group.enter()
                timer.schedule(deadline: .now() + 0.1)
                timer.setEventHandler { print("fires") }
                timer.setCancelHandler {
                    print("cancelled")
                    group.leave()
                }
                timer.resume()
                DispatchQueue.global().async(group: group) {
                    Thread.sleep(forTimeInterval: 0.1)
                    timer.cancel()
                    print("did")
                }
                group.wait()
                """,
            outputs: [
                "did\ncancelled\n",
                "cancelled\ndid\n",
                "fires\ncancelled\ndid\n",
                "fires\ndid\ncancelled\n",
                "did\nfires\ncancelled\n",
            ]),
        Program(
            name: "AskedWhenDue",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "count")
                let timer = DispatchSource.makeTimerSource(queue: queue)
                var count = 0
                timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
                timer.setEventHandler {
                    count += 1
                    if count == 2 { timer.cancel() }
                }
                timer.resume()
                for _ in 1...2 {
                    Thread.sleep(forTimeInterval: 0.2)
                    queue.sync { print(count) }
                }
                """, outputs: ["1\n2\n", "2\n2\n"]),
        Program(
            name: "GroupWithinTime",
            source: """
                import Foundation

                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    Thread.sleep(forTimeInterval: 0.1)
                    print("slept")
                }
                print(group.wait(timeout: .now() + 0.1) == .success)
                group.wait()
                """, outputs: ["slept\ntrue\n", "slept\nfalse\n", "false\nslept\n"]),
        Program(
            name: "SignalWithinTime",
            source: """
                import Foundation

                let semaphore = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: 0.1)
                    semaphore.signal()
                    print("signalled")
                }
                print(semaphore.wait(timeout: .now() + 0.1) == .success)
                Thread.sleep(forTimeInterval: 0.2)
                """,
            outputs: [
                "signalled\ntrue\n",
                "true\nsignalled\n",
                "signalled\nfalse\n",
                "false\nsignalled\n",
            ]),
        Program(
            name: "WokenTogether",
            source: """
                import Foundation

                let group = DispatchGroup()
                let lock = NSLock()
                var woken: [Int] = []
                for number in 1...3 {
                    DispatchQueue.global().async(group: group) {
                        Thread.sleep(forTimeInterval: 0.1)
                        lock.withLock { woken.append(number) }
                    }
                }
                group.wait()
                print(woken)
                """,
            outputs: [
                "[1, 2, 3]\n",
                "[1, 3, 2]\n",
                "[2, 1, 3]\n",
                "[2, 3, 1]\n",
                "[3, 1, 2]\n",
                "[3, 2, 1]\n",
            ]),
        Program(
            name: "DebouncedWhenDue",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let done = DispatchSemaphore(value: 0)
                _ = subject.debounce(.milliseconds(50), scheduler: SerialDispatchQueueScheduler(qos: .default))
                    .subscribe(onNext: { print($0) }, onCompleted: { done.signal() })
                DispatchQueue.global().async {
                    subject.onNext(1)
                    Thread.sleep(forTimeInterval: 0.05)
                    subject.onNext(2)
                    subject.onCompleted()
                }
                done.wait()
                """, outputs: ["1\n2\n", "2\n"]),
        Program(
            name: "BufferedByTwo",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let group = DispatchGroup()
                let scheduler = SerialDispatchQueueScheduler(qos: .default)
                _ = subject.buffer(timeSpan: .seconds(1), count: 2, scheduler: scheduler).subscribe(onNext: { print($0) })
                DispatchQueue.global().async(group: group) {
                    subject.onNext(1)
                    subject.onNext(2)
                }
                DispatchQueue.global().async(group: group) { subject.onNext(3) }
                group.wait()
                subject.onCompleted()
                """, outputs: ["[1, 2]\n[3]\n", "[1, 3]\n[2]\n", "[3, 1]\n[2]\n"]),
        // Two that are added before the handler begins are added once.
        Program(
            name: "MergedData",
            source: """
                import Foundation

                let source = DispatchSource.makeUserDataAddSource(queue: .global())
                let group = DispatchGroup()
                var sum = 0
                source.setEventHandler {
                    sum += Int(source.data)
                    print(sum)
                }
                source.resume()
                for number in 1...2 { DispatchQueue.global().async(group: group) { source.add(data: UInt(number)) } }
                group.wait()
                Thread.sleep(forTimeInterval: 0.1)
                """, outputs: ["1\n3\n", "2\n3\n", "3\n"], hasMany: true),
        Program(
            name: "TwoDueTimers",
            source: """
                import Foundation

                let queue = DispatchQueue(label: "timers", attributes: .concurrent)
                let (one, two) = (DispatchSource.makeTimerSource(queue: queue), DispatchSource.makeTimerSource(queue: queue))
                one.setEventHandler {
                    print("one")
                    two.cancel()
                }
                two.setEventHandler {
                    print("two")
                    one.cancel()
                }
                let time = DispatchTime.now() + 1
                for timer in [one, two] {
                    timer.schedule(deadline: time)
                    timer.activate()
                }
                Thread.sleep(forTimeInterval: 2)
                """, outputs: ["one\n", "two\n", "one\ntwo\n", "two\none\n"]),
        Program(
            name: "DueOnTwoQueues",
            source: """
                import Foundation

                let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
                timer.setEventHandler { print("due") }
                timer.schedule(deadline: .now() + 1)
                timer.activate()
                DispatchQueue(label: "other").asyncAfter(deadline: .now() + 1) {
                    print("cancels")
                    timer.cancel()
                    print("cancelled")
                }
                Thread.sleep(forTimeInterval: 2)
                """,
            outputs: [
                "cancels\ncancelled\n", "due\ncancels\ncancelled\n", "cancels\ndue\ncancelled\n",
                "cancels\ncancelled\ndue\n",
            ]),
    ]
}
