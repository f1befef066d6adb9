/// What users of RxSwift report of races, as programs: docs/orders.md says what each shows.
extension OrderPrograms {
    static let reports = [
        Program(
            name: "AfterDispose",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let subscription = subject.subscribe(onNext: { print($0) })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    subject.onNext(1)
                    ended.signal()
                }
                subscription.dispose()
                print("disposed")
                ended.wait()
                """, outputs: ["1\ndisposed\n", "disposed\n", "disposed\n1\n"]),
        Program(
            name: "BehindDispose",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let queue = SerialDispatchQueueScheduler(qos: .default)
                let subscription = subject.observe(on: queue).subscribe(onNext: { print($0) })
                subject.onNext(1)
                subscription.dispose()
                print("disposed")
                Thread.sleep(forTimeInterval: 1)
                """, outputs: ["1\ndisposed\n", "disposed\n", "disposed\n1\n"]),
        Program(
            name: "AskedBeforeDispose",
            source: """
                import Foundation
                import RxSwift

                let disposable = BooleanDisposable()
                let queue = DispatchQueue(label: "queue")
                queue.async { if !disposable.isDisposed { print("alive") } }
                disposable.dispose()
                print("disposed")
                queue.sync {}
                """, outputs: ["alive\ndisposed\n", "disposed\n", "disposed\nalive\n"]),
        Program(
            name: "AskedForObservers",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let subscription = subject.subscribe()
                let queue = DispatchQueue(label: "queue")
                queue.async { if subject.hasObservers { print("observed") } }
                subscription.dispose()
                print("disposed")
                queue.sync {}
                """, outputs: ["observed\ndisposed\n", "disposed\n", "disposed\nobserved\n"]),
        Program(
            name: "DeallocatedBehindDispose",
            source: """
                import Foundation
                import RxCocoa
                import RxSwift

                final class Screen: NSObject {}

                let queue = DispatchQueue(label: "queue")
                func open() -> any Disposable {
                    let screen = Screen()
                    queue.async { withExtendedLifetime(screen) {} }
                    return screen.rx.deallocated.subscribe(onNext: { print("gone") })
                }
                let subscription = open()
                print("open")
                subscription.dispose()
                print("disposed")
                queue.sync {}
                """,
            outputs: [
                "gone\nopen\ndisposed\n", "open\ngone\ndisposed\n", "open\ndisposed\n", "open\ndisposed\ngone\n",
            ]),
        Program(
            name: "OutOfOrder",
            source: """
                import Foundation
                import RxSwift

                let isDone = DispatchSemaphore(value: 0)
                let numbers = PublishSubject<Int>()
                var seen: [Int] = []
                _ = numbers
                    .observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
                    .subscribe(onNext: { number in
                        seen.append(number)
                        if number == 2 { isDone.signal() }
                    })
                numbers.onNext(1)
                numbers.onNext(2)
                isDone.wait()
                print(seen)
                """, outputs: ["[1, 2]\n"]),
        Program(
            name: "NewerFirst",
            source: """
                import RxRelay
                import RxSwift

                let relay = BehaviorRelay(value: 0)
                _ = relay.subscribe(onNext: { if $0 == 1 { relay.accept(2) } })
                _ = relay.subscribe(onNext: { print($0) })
                relay.accept(1)
                """, outputs: ["0\n2\n1\n"]),
        Program(
            name: "EndsOfMerged",
            source: """
                import Foundation
                import RxSwift

                let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
                _ = Observable.of(one, two).merge().subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    one.onNext(1)
                    one.onCompleted()
                    ended.signal()
                }
                two.onCompleted()
                ended.wait()
                """, outputs: ["1\ncompleted\n"]),
        Program(
            name: "EndsOfBothMerged",
            source: """
                import Foundation
                import RxSwift

                let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
                _ = Observable.of(one, two).merge().subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    one.onNext(1)
                    one.onCompleted()
                    ended.signal()
                }
                two.onNext(2)
                two.onCompleted()
                ended.wait()
                """, outputs: ["1\n2\ncompleted\n", "2\n1\ncompleted\n"]),
        Program(
            name: "DisposedInBag",
            source: """
                import Foundation
                import RxSwift

                let bag = DisposeBag()
                let subscription = Disposables.create { print("disposed") }
                subscription.disposed(by: bag)
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    subscription.dispose()
                    ended.signal()
                }
                subscription.dispose()
                ended.wait()
                """, outputs: ["disposed\n"]),
        Program(
            name: "EndedTwice",
            source: """
                import Foundation
                import RxSwift

                struct Failure: Error {}
                let subject = PublishSubject<Int>()
                _ = subject.subscribe(onError: { _ in print("failed") }, onCompleted: { print("completed") })
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    subject.onError(Failure())
                    ended.signal()
                }
                subject.onCompleted()
                ended.wait()
                """, outputs: ["completed\n", "failed\n"]),
    ]
}
