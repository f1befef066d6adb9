/// Races of subjects, relays, operators and schedulers.
extension OrderPrograms {
    static let reactive = [
        Program(
            name: "SubscribedLate",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    subject.onNext(1)
                    ended.signal()
                }
                _ = subject.subscribe(onNext: { print($0) })
                ended.wait()
                """, outputs: ["", "1\n"]),
        Program(
            name: "BehaviorSeen",
            source: """
                import Foundation
                import RxSwift

                let subject = BehaviorSubject(value: 0)
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    subject.onNext(1)
                    ended.signal()
                }
                _ = subject.subscribe(onNext: { print($0) })
                ended.wait()
                """, outputs: ["0\n1\n", "1\n"]),
        Program(
            name: "Replayed",
            source: """
                import Foundation
                import RxSwift

                let subject = ReplaySubject<Int>.create(bufferSize: 1)
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    for number in 1...2 { subject.onNext(number) }
                    ended.signal()
                }
                _ = subject.subscribe(onNext: { print($0) })
                ended.wait()
                """, outputs: ["1\n2\n", "2\n"]),
        Program(
            name: "DisposedElsewhere",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let subscription = subject.subscribe(onNext: { print($0) })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    subscription.dispose()
                    ended.signal()
                }
                subject.onNext(1)
                ended.wait()
                """, outputs: ["", "1\n"]),
        Program(
            name: "ObserveOn",
            source: """
                import Foundation
                import RxSwift

                let isDone = DispatchSemaphore(value: 0)
                _ = Observable.of(1, 2)
                    .observe(on: SerialDispatchQueueScheduler(qos: .default))
                    .subscribe(onNext: { print($0) }, onCompleted: { isDone.signal() })
                isDone.wait()
                """, outputs: ["1\n2\n"]),
        Program(
            name: "ObserveOnDisposed",
            source: """
                import Foundation
                import RxSwift

                let queue = DispatchQueue(label: "numbers")
                let subscription = Observable.of(1, 2)
                    .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "inner"))
                    .subscribe(onNext: { print($0) })
                subscription.dispose()
                Thread.sleep(forTimeInterval: 1)
                """, outputs: ["", "1\n", "1\n2\n"]),
        Program(
            name: "Merged",
            source: """
                import Foundation
                import RxSwift

                let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
                _ = Observable.merge(one, two).subscribe(onNext: { print($0) })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    one.onNext(1)
                    ended.signal()
                }
                two.onNext(2)
                ended.wait()
                """, outputs: ["1\n2\n", "2\n1\n"]),
        Program(
            name: "CombinedLatest",
            source: """
                import Foundation
                import RxSwift

                let (one, two) = (BehaviorSubject(value: 0), BehaviorSubject(value: 0))
                _ = Observable.combineLatest(one, two) { ($0, $1) }.subscribe(onNext: { print($0) })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    one.onNext(1)
                    ended.signal()
                }
                two.onNext(2)
                ended.wait()
                """, outputs: ["(0, 0)\n(1, 0)\n(1, 2)\n", "(0, 0)\n(0, 2)\n(1, 2)\n"]),
        Program(
            name: "Zipped",
            source: """
                import Foundation
                import RxSwift

                let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
                _ = Observable.zip(one, two) { ($0, $1) }.subscribe(onNext: { print($0) })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    one.onNext(1)
                    ended.signal()
                }
                two.onNext(2)
                ended.wait()
                """, outputs: ["(1, 2)\n"]),
        Program(
            name: "WithLatest",
            source: """
                import Foundation
                import RxSwift

                let (one, two) = (PublishSubject<Int>(), BehaviorSubject(value: 0))
                _ = one.withLatestFrom(two) { ($0, $1) }.subscribe(onNext: { print($0) })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    one.onNext(1)
                    ended.signal()
                }
                two.onNext(2)
                ended.wait()
                """, outputs: ["(1, 0)\n", "(1, 2)\n"]),
        Program(
            name: "FirstOfTwo",
            source: """
                import Foundation
                import RxSwift

                let numbers = PublishSubject<Int>()
                _ = numbers.take(1).subscribe(onNext: { print($0) })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    numbers.onNext(1)
                    ended.signal()
                }
                numbers.onNext(2)
                ended.wait()
                """, outputs: ["1\n", "2\n"]),
        Program(
            name: "Overlapping",
            source: """
                import Foundation
                import RxSwift

                let numbers = PublishSubject<Int>()
                _ = numbers.subscribe(onNext: {
                    print($0, "begins")
                    print($0, "ends")
                })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    numbers.onNext(1)
                    ended.signal()
                }
                numbers.onNext(2)
                ended.wait()
                """,
            outputs: [
                "1 begins\n1 ends\n2 begins\n2 ends\n",
                "2 begins\n2 ends\n1 begins\n1 ends\n",
                "1 begins\n2 begins\n1 ends\n2 ends\n",
                "1 begins\n2 begins\n2 ends\n1 ends\n",
                "2 begins\n1 begins\n1 ends\n2 ends\n",
                "2 begins\n1 begins\n2 ends\n1 ends\n",
            ]),
        Program(
            name: "SharedRequest",
            source: """
                import Foundation
                import RxSwift

                let answer = Observable<Int>.create { _ in
                    print("request")
                    return Disposables.create()
                }.share()
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    answer.subscribe().dispose()
                    ended.signal()
                }
                let subscription = answer.subscribe()
                ended.wait()
                """, outputs: ["request\nrequest\n", "request\n"]),
        Program(
            name: "SharedByTwo",
            source: """
                import Foundation
                import RxSwift

                let answer = Observable<Int>.create { _ in
                    print("request")
                    return Disposables.create()
                }.share()
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    _ = answer.subscribe()
                    ended.signal()
                }
                _ = answer.subscribe()
                ended.wait()
                """, outputs: ["request\n"]),
        Program(
            name: "LatestAnswer",
            source: """
                import Foundation
                import RxSwift

                let query = PublishSubject<String>()
                let group = DispatchGroup()
                let subscription = query.flatMapLatest { text in
                    Observable<String>.create { observer in
                        DispatchQueue.global().async(group: group) { observer.onNext(text) }
                        return Disposables.create()
                    }
                }.subscribe(onNext: { print($0) })
                query.onNext("a")
                query.onNext("b")
                group.wait()
                """, outputs: ["b\n", "a\nb\n"]),
        Program(
            name: "OnMain",
            source: """
                import Foundation
                import RxSwift

                let numbers = PublishSubject<Int>()
                _ = numbers.observe(on: MainScheduler.instance).subscribe(onNext: { print($0) }, onCompleted: { exit(0) })
                Thread.detachNewThread {
                    for number in 1...2 { numbers.onNext(number) }
                    numbers.onCompleted()
                }
                dispatchMain()
                """, outputs: ["1\n2\n"]),
        Program(
            name: "BlockedByTwo",
            source: """
                import RxBlocking
                import RxSwift

                let background = ConcurrentDispatchQueueScheduler(qos: .default)
                let one = Observable.of(1, 2).subscribe(on: background)
                let two = Observable.just(3).subscribe(on: background)
                print(try Observable.concat(one, two).toBlocking().toArray())
                """, outputs: ["[1, 2, 3]\n"]),
    ]
}
