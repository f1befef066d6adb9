import RxInstrumented
import RxTraceKit
import Testing

/// The order in which an operator's inner subscriptions are disposed of is that in which they began, recorded or not,
/// whatever happens while one of them is being made.
@Suite(.everyRecorderState) struct InnerSubscriptionOrderTests {
    @Test(arguments: [false, true]) func oneThatBeginsWhileAnotherIsMadeComesAfterIt(isRecorded: Bool) {
        let order = order(isRecorded: isRecorded) { disposed in
            let source = PublishSubject<Int>()
            let subscription = source.flatMap { number in
                Observable<Int>.create { _ in
                    if number < 4 { source.onNext(number + 1) }
                    return Disposables.create { disposed.append(number) }
                }
            }.subscribe()
            source.onNext(1)
            source.onNext(10)
            subscription.dispose()
        }
        #expect(order == [1, 2, 3, 4, 10])
    }

    @Test(arguments: [false, true]) func oneThatEndsWhileAnotherIsMadeLeavesItsPlaceToTheNext(isRecorded: Bool) {
        let order = order(isRecorded: isRecorded) { disposed in
            let first = PublishSubject<Int>()
            let second = Observable<Int>.create { _ in
                first.onCompleted()
                return Disposables.create { disposed.append(2) }
            }
            let third = Observable<Int>.create { _ in Disposables.create { disposed.append(3) } }
            Observable.merge([first.asObservable(), second, third]).subscribe().dispose()
        }
        #expect(order == [3, 2])
    }

    @Test(arguments: [false, true]) func oneThatHasEndedIsDisposedOfAtOnce(isRecorded: Bool) {
        let order = order(isRecorded: isRecorded) { disposed in
            let source = PublishSubject<Int>()
            let subscription = source.flatMap { number in
                Observable<Int>.create { observer in
                    observer.onNext(number)
                    observer.onCompleted()
                    return Disposables.create { disposed.append(number) }
                }
            }.subscribe(onNext: { disposed.append($0 * 10) })
            source.onNext(1)
            source.onNext(2)
            subscription.dispose()
        }
        #expect(order == [10, 1, 20, 2])
    }

    @Test(arguments: [false, true]) func oneThatIsMadeWhileAllAreDisposedOfIsDisposedOfAfterwards(isRecorded: Bool) {
        let order = order(isRecorded: isRecorded) { disposed in
            let source = PublishSubject<Int>()
            let all = SerialDisposable()
            all.disposable = source.flatMap { number in
                Observable<Int>.create { _ in
                    if number == 2 {
                        all.dispose()
                        disposed.append(0)
                    }
                    return Disposables.create { disposed.append(number) }
                }
            }.subscribe()
            source.onNext(1)
            source.onNext(2)
        }
        #expect(order == [1, 0, 2])
    }

    @Test(.recordsItself, arguments: [false, true]) func oneThatIsSupersededWhileItIsMadeIsDisposedOfAfterwards(
        isRecorded: Bool
    ) {
        let order = order(isRecorded: isRecorded) { disposed in
            let source = PublishSubject<Int>()
            let subscription = source.flatMapLatest { number in
                Observable<Int>.create { _ in
                    if number == 1 {
                        source.onNext(2)
                        disposed.append(0)
                    }
                    return Disposables.create { disposed.append(number) }
                }
            }.subscribe()
            source.onNext(1)
            source.onNext(3)
            subscription.dispose()
        }
        #expect(order == [0, 1, 2, 3])
    }

    private final class Order {
        private(set) var numbers: [Int] = []
        func append(_ number: Int) { numbers.append(number) }
    }

    private func order(isRecorded: Bool, _ program: (Order) -> Void) -> [Int] {
        StateSwitch.hold()
        let order = Order()
        if isRecorded {
            _ = Trace.record("order") { program(order) }
        } else {
            program(order)
        }
        return order.numbers
    }
}
