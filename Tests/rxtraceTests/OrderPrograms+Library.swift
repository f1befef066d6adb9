extension OrderPrograms {
    /// Programs in which one thread overtakes another within the library: behind a closure, a lock or a print, or between two of
    /// the library's own locks.
    static let library = [
        Program(
            name: "MergedBehindPrint",
            source: """
                import Foundation
                import RxSwift

                let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
                let done = DispatchSemaphore(value: 0)
                let subscription = Observable
                    .merge(a.do(onNext: { print("a\\($0)") }), b.do(onNext: { print("b\\($0)") }))
                    .subscribe(onNext: { print($0) })
                Thread.detachNewThread {
                    a.onNext(1)
                    done.signal()
                }
                b.onNext(2)
                done.wait()
                """,
            outputs: [
                "a1\n1\nb2\n2\n", "a1\nb2\n1\n2\n", "a1\nb2\n2\n1\n", "b2\na1\n1\n2\n", "b2\na1\n2\n1\n",
                "b2\n2\na1\n1\n",
            ]),
        Program(
            name: "FlatMappedByTwo",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let subscription = subject.flatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { print($0) })
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    subject.onNext(1)
                    done.signal()
                }
                subject.onNext(2)
                done.wait()
                """,
            outputs: [
                "1\n10\n2\n20\n", "1\n2\n10\n20\n", "1\n2\n20\n10\n", "2\n1\n10\n20\n", "2\n1\n20\n10\n",
                "2\n20\n1\n10\n",
            ]),
        Program(
            name: "MergedBehindLock",
            source: """
                import Foundation
                import RxSwift

                let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
                let lock = NSLock()
                var isLate = false
                let first = a.map { _ in lock.withLock { isLate } ? "late" : "early" }
                let subscription = Observable.merge(first, b.map { "\\($0)" }).subscribe(onNext: { print($0) })
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    a.onNext(1)
                    done.signal()
                }
                lock.withLock { isLate = true }
                b.onNext(2)
                done.wait()
                """, outputs: ["early\n2\n", "2\nearly\n", "late\n2\n", "2\nlate\n"]),
        Program(
            name: "SentByClosure",
            source: """
                import Foundation
                import RxSwift

                let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
                let queue = DispatchQueue(label: "queue")
                let subscription = Observable.merge(a.do(onNext: { _ in queue.async { b.onNext(2) } }), b)
                    .subscribe(onNext: { print($0) })
                a.onNext(1)
                queue.sync {}
                """, outputs: ["1\n2\n", "2\n1\n"]),
        Program(
            name: "LostBetweenTwo",
            source: """
                import Foundation
                import RxSwift

                let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
                let done = DispatchSemaphore(value: 0)
                let subscription = a.startWith(0)
                    .flatMapLatest { number in b.map { "\\(number): \\($0)" } }
                    .subscribe(onNext: { print($0) })
                Thread.detachNewThread {
                    a.onNext(1)
                    done.signal()
                }
                b.onNext(2)
                done.wait()
                """, outputs: ["0: 2\n", "1: 2\n", ""]),
        Program(
            name: "DisposedInTurn",
            source: """
                import Foundation
                import RxSwift

                let numbers = PublishSubject<Int>()
                let one = numbers.subscribe(onNext: { print("one", $0) })
                let two = numbers.subscribe(onNext: { print("two", $0) })
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    one.dispose()
                    [two].forEach { $0.dispose() }
                    done.signal()
                }
                numbers.onNext(1)
                done.wait()
                """, outputs: ["one 1\ntwo 1\n", "two 1\n", ""]),
        Program(
            name: "HandedAndDirect",
            source: """
                import Foundation
                import RxSwift

                let numbers = PublishSubject<Int>()
                let queue = DispatchQueue(label: "queue")
                let line = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "line")
                let subscription = Observable
                    .merge(numbers.observe(on: line).map { "handed \\($0)" }, numbers.map { "direct \\($0)" })
                    .subscribe(onNext: { print($0) })
                numbers.onNext(1)
                queue.sync {}
                """, outputs: ["handed 1\ndirect 1\n", "direct 1\nhanded 1\n"]),
    ]
}
