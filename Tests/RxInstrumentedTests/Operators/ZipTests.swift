import Dispatch
import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ZipTests {
    let scheduler = TestScheduler()

    private func sum(_ left: TestableObservable<Int>, _ right: TestableObservable<Int>) -> [Timed<Int>] {
        scheduler.run { Observable.zip(left, right) { $0 + $1 } }
    }

    @Test func neverWithNeverSendsNothing() {
        let left = scheduler.hot(next(150, 1))
        let right = scheduler.hot(next(150, 2))
        #expect(sum(left, right).isEmpty)
        #expect(left.subscriptions == [Subscribed(200, 1000)])
        #expect(right.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyWithEmptyCompletesWithTheLater() {
        let left = scheduler.hot(completed(220, Int.self))
        let right = scheduler.hot(completed(210, Int.self))
        #expect(sum(left, right) == [completed(220)])
        #expect(left.subscriptions == [Subscribed(200, 220)])
        #expect(right.subscriptions == [Subscribed(200, 210)])
    }

    @Test func elementsMeetByPosition() {
        let left = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(260))
        let right = scheduler.hot(next(240, 10), next(250, 20), completed(270))
        #expect(sum(left, right) == [next(240, 11), next(250, 22), completed(270)])
        #expect(left.subscriptions == [Subscribed(200, 260)])
        #expect(right.subscriptions == [Subscribed(200, 270)])
    }

    @Test func completionWaitsForAllSources() {
        let left = scheduler.hot(completed(210, Int.self))
        let right = scheduler.hot(next(215, 2), completed(220))
        #expect(sum(left, right) == [completed(220)])
        #expect(right.subscriptions == [Subscribed(200, 220)])
    }

    @Test(arguments: [true, false]) func theFirstErrorEndsAll(isLeft: Bool) {
        let failing = scheduler.hot(next(210, 1), error(230, TestError()))
        let other = scheduler.hot(next(220, 10), next(240, 20))
        let events = isLeft ? sum(failing, other) : sum(other, failing)
        #expect(events == [next(220, 11), error(230, TestError())])
        #expect(failing.subscriptions == [Subscribed(200, 230)])
        #expect(other.subscriptions == [Subscribed(200, 230)])
    }

    @Test func disposeEndsAllSubscriptions() {
        let left = scheduler.hot(next(210, 1), next(260, 2))
        let right = scheduler.hot(next(220, 10), next(270, 20))
        let events = scheduler.run(disposed: 250) { Observable.zip(left, right) { $0 + $1 } }
        #expect(events == [next(220, 11)])
        #expect(left.subscriptions == [Subscribed(200, 250)])
        #expect(right.subscriptions == [Subscribed(200, 250)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let left = scheduler.hot(next(210, 1), next(230, 2))
        let right = scheduler.hot(next(220, 10), next(240, 20))
        let events = scheduler.run {
            Observable.zip(left, right) { left, right -> Int in
                if left == 2 { throw TestError("two") }
                return left + right
            }
        }
        #expect(events == [next(220, 11), error(240, TestError("two"))])
        #expect(left.subscriptions == [Subscribed(200, 240)])
    }

    @Test func manyElementsWaitInOrder() {
        let left = PublishSubject<Int>()
        let right = PublishSubject<Int>()
        var pairs: [[Int]] = []
        let subscription = Observable.zip(left, right) { [$0, $1] }.subscribe(onNext: { pairs.append($0) })
        // Far apart at first, so that those that wait are compacted; then close again, and apart the other way round.
        for number in 0..<500 { left.onNext(number) }
        for number in 0..<700 { right.onNext(number) }
        for number in 500..<700 { left.onNext(number) }
        #expect(pairs == (0..<700).map { [$0, $0] })
        subscription.dispose()
    }

    @Test func sourcesMaySendOnSeveralThreads() {
        let sources = [PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>()]
        var sums: [Int] = []
        let subscription = Observable.zip(sources[0], sources[1], sources[2]) { $0 + $1 + $2 }
            .subscribe(onNext: { sums.append($0) })
        DispatchQueue.concurrentPerform(iterations: 3) { index in
            for number in 0..<2000 { sources[index].onNext(number) }
        }
        #expect(sums == (0..<2000).map { 3 * $0 })
        subscription.dispose()
    }

    @Test func everyNumberOfSourcesCombinesInOrder() {
        let sources = (1...8).map { Observable.of("\($0)", "x") }
        let (a, b, c, d) = (sources[0], sources[1], sources[2], sources[3])
        let (e, f, g, h) = (sources[4], sources[5], sources[6], sources[7])
        var results: [String] = []
        func take(_ observable: Observable<String>) {
            _ = observable.subscribe(onNext: { results.append($0) }, onCompleted: { results.append("end") })
        }
        take(.zip(a, b) { $0 + $1 })
        take(.zip(a, b, c) { $0 + $1 + $2 })
        take(.zip(a, b, c, d) { $0 + $1 + $2 + $3 })
        take(.zip(a, b, c, d, e) { [$0, $1, $2, $3, $4].joined() })
        take(.zip(a, b, c, d, e, f) { [$0, $1, $2, $3, $4, $5].joined() })
        take(.zip(a, b, c, d, e, f, g) { [$0, $1, $2, $3, $4, $5, $6].joined() })
        take(.zip(a, b, c, d, e, f, g, h) { [$0, $1, $2, $3, $4, $5, $6, $7].joined() })
        take(Observable.zip(a, b).map { "\($0.0)\($0.1)" })
        take(Observable.zip(a, b, c).map { "\($0.2)" })
        take(Observable.zip(a, b, c, d).map { "\($0.3)" })
        take(Observable.zip(a, b, c, d, e).map { "\($0.4)" })
        take(Observable.zip(a, b, c, d, e, f).map { "\($0.5)" })
        take(Observable.zip(a, b, c, d, e, f, g).map { "\($0.6)" })
        take(Observable.zip(a, b, c, d, e, f, g, h).map { "\($0.7)" })
        let expected = [
            ["12", "xx"], ["123", "xxx"], ["1234", "xxxx"], ["12345", "xxxxx"], ["123456", "xxxxxx"],
            ["1234567", "xxxxxxx"], ["12345678", "xxxxxxxx"], ["12", "xx"], ["3", "x"], ["4", "x"], ["5", "x"],
            ["6", "x"], ["7", "x"], ["8", "x"],
        ]
        #expect(results == expected.flatMap { $0 + ["end"] })
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = Observable.zip(source, Observable.just(4)).subscribe(onNext: { _ in })
            source.onNext(1)
            source.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create Just
                    create Zip2
                    subscribe Zip2
                      subscribe Zip2
                        schedule CurrentThreadScheduler
                          run Zip2
                            run ZipSink2_
                              subscribe PublishSubject
                              subscribe Just
                                on ZipObserver next(4)
                                on ZipObserver completed
                                  dispose SingleAssignmentDisposable
                    on PublishSubject next(1)
                      on ZipObserver next(1)
                        forwardOn ZipSink2_ next((1, 4))
                          on AnonymousObserver next((1, 4))
                            onCore AnonymousObserver next((1, 4))
                              handler onNext
                    on PublishSubject completed
                      on ZipObserver completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                        forwardOn ZipSink2_ completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose ZipSink2_
                          dispose SinkDisposer
                            dispose ZipSink2_
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose SingleAssignmentDisposable
                              dispose SingleAssignmentDisposable
                    """))
    }
}
