/// What ends behind the handing on of work: others see the end of some objects, and of most of the library's nothing.
extension OrderPrograms {
    static let ends = [
        Program(
            name: "FreedWithClosure",
            source: """
                import Foundation

                final class Screen: Sendable {}

                func makeKeeper() -> () -> Screen {
                    let screen = Screen()
                    return { screen }
                }
                func show(_ done: DispatchSemaphore) {
                    let keeper = makeKeeper()
                    weak var screen = keeper()
                    DispatchQueue.global().async { [weak screen] in
                        print(screen == nil ? "gone" : "there")
                        done.signal()
                    }
                    _ = keeper
                }
                let done = DispatchSemaphore(value: 0)
                show(done)
                done.wait()
                """, outputs: ["gone\n", "there\n"]),
        Program(
            name: "FreedWithSource",
            source: """
                import Foundation
                import RxSwift

                final class Screen: Sendable {}

                func show(_ done: DispatchSemaphore) {
                    let source = Observable.of(Screen(), Screen())
                    weak var screen: Screen?
                    _ = source.subscribe(onNext: { screen = $0 })
                    DispatchQueue.global().async { [weak screen] in
                        print(screen == nil ? "gone" : "there")
                        done.signal()
                    }
                    _ = source
                }
                let done = DispatchSemaphore(value: 0)
                show(done)
                done.wait()
                """, outputs: ["gone\n", "there\n"]),
        Program(
            name: "BagBehind",
            source: """
                import Foundation
                import RxSwift

                func show(_ numbers: PublishSubject<Int>, _ done: DispatchSemaphore) {
                    let bag = DisposeBag()
                    numbers.subscribe(onNext: { print($0) }).disposed(by: bag)
                    DispatchQueue.global().async {
                        numbers.onNext(1)
                        done.signal()
                    }
                    _ = bag
                }
                let numbers = PublishSubject<Int>()
                let done = DispatchSemaphore(value: 0)
                show(numbers, done)
                done.wait()
                """, outputs: ["", "1\n"]),
        Program(
            name: "ObservedAnywhere",
            source: """
                import Foundation
                import RxSwift

                let done = DispatchSemaphore(value: 0)
                let subscription = Observable.of(1, 2, 3)
                    .observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
                    .subscribe(onNext: { print($0) }, onCompleted: { done.signal() })
                done.wait()
                subscription.dispose()
                """, outputs: ["1\n2\n3\n"]),
        Program(
            name: "MergedPairs",
            source: """
                import Foundation
                import RxSwift

                let (a, b) = (PublishSubject<String>(), PublishSubject<String>())
                let subscription = Observable.merge(a, b).subscribe(onNext: { print($0, terminator: " ") })
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    a.onNext("a1")
                    a.onNext("a2")
                }
                DispatchQueue.global().async(group: group) {
                    b.onNext("b1")
                    b.onNext("b2")
                }
                group.wait()
                subscription.dispose()
                """,
            outputs: [
                "a1 a2 b1 b2 ", "a1 b1 a2 b2 ", "a1 b1 b2 a2 ", "b1 a1 a2 b2 ", "b1 a1 b2 a2 ", "b1 b2 a1 a2 ",
            ]),
    ]
}
