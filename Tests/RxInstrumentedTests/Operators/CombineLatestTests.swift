import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct CombineLatestTests {
    let scheduler = TestScheduler()

    private func sum(_ left: TestableObservable<Int>, _ right: TestableObservable<Int>) -> [Timed<Int>] {
        scheduler.run { Observable.combineLatest(left, right) { $0 + $1 } }
    }

    @Test func neverWithNeverSendsNothing() {
        let left = scheduler.hot(next(150, 1))
        let right = scheduler.hot(next(150, 2))
        #expect(sum(left, right).isEmpty)
        #expect(left.subscriptions == [Subscribed(200, 1000)])
        #expect(right.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyWithEmptyCompletesWithTheLater() {
        let left = scheduler.hot(completed(210, Int.self))
        let right = scheduler.hot(completed(220, Int.self))
        #expect(sum(left, right) == [completed(220)])
        #expect(left.subscriptions == [Subscribed(200, 210)])
        #expect(right.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anElementThatCanNeverBeCombinedCompletes() {
        let left = scheduler.hot(completed(210, Int.self))
        let right = scheduler.hot(next(215, 2), completed(220))
        #expect(sum(left, right) == [completed(215)])
        #expect(right.subscriptions == [Subscribed(200, 215)])
    }

    @Test func latestElementsAreCombined() {
        let left = scheduler.hot(next(210, 1), next(230, 2), completed(240), next(245, 3))
        let right = scheduler.hot(next(220, 10), next(250, 20), completed(260))
        #expect(sum(left, right) == [next(220, 11), next(230, 12), next(250, 22), completed(260)])
        #expect(left.subscriptions == [Subscribed(200, 240)])
        #expect(right.subscriptions == [Subscribed(200, 260)])
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
        let right = scheduler.hot(next(220, 10))
        let events = scheduler.run(disposed: 250) { Observable.combineLatest(left, right) { $0 + $1 } }
        #expect(events == [next(220, 11)])
        #expect(left.subscriptions == [Subscribed(200, 250)])
        #expect(right.subscriptions == [Subscribed(200, 250)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let left = scheduler.hot(next(210, 1), next(230, 2))
        let right = scheduler.hot(next(220, 10))
        let events = scheduler.run {
            Observable.combineLatest(left, right) { left, right -> Int in
                if left == 2 { throw TestError("two") }
                return left + right
            }
        }
        #expect(events == [next(220, 11), error(230, TestError("two"))])
        #expect(right.subscriptions == [Subscribed(200, 230)])
    }

    @Test func anObserverMaySendAgain() {
        let left = PublishSubject<Int>()
        let right = BehaviorSubject(value: 10)
        var sums: [Int] = []
        let subscription = Observable.combineLatest(left, right) { $0 + $1 }.subscribe(onNext: { sum in
            sums.append(sum)
            if sum == 11 { left.onNext(2) }
        })
        left.onNext(1)
        #expect(sums == [11, 12])
        subscription.dispose()
        #expect(!left.hasObservers)
        #expect(!right.hasObservers)
    }

    @Test func everyNumberOfSourcesCombinesInOrder() {
        let sources = (1...8).map { Observable.just("\($0)") }
        let (a, b, c, d) = (sources[0], sources[1], sources[2], sources[3])
        let (e, f, g, h) = (sources[4], sources[5], sources[6], sources[7])
        var results: [String] = []
        func take(_ observable: Observable<String>) {
            _ = observable.subscribe(onNext: { results.append($0) }, onCompleted: { results.append("end") })
        }
        take(.combineLatest(a, b) { $0 + $1 })
        take(.combineLatest(a, b, c) { $0 + $1 + $2 })
        take(.combineLatest(a, b, c, d) { $0 + $1 + $2 + $3 })
        take(.combineLatest(a, b, c, d, e) { [$0, $1, $2, $3, $4].joined() })
        take(.combineLatest(a, b, c, d, e, f) { [$0, $1, $2, $3, $4, $5].joined() })
        take(.combineLatest(a, b, c, d, e, f, g) { [$0, $1, $2, $3, $4, $5, $6].joined() })
        take(.combineLatest(a, b, c, d, e, f, g, h) { [$0, $1, $2, $3, $4, $5, $6, $7].joined() })
        take(Observable.combineLatest(a, b).map { "(\($0.0)\($0.1))" })
        take(Observable.combineLatest(a, b, c).map { "(\($0.0)\($0.1)\($0.2))" })
        take(Observable.combineLatest(a, b, c, d).map { "(\($0.3))" })
        take(Observable.combineLatest(a, b, c, d, e).map { "(\($0.4))" })
        take(Observable.combineLatest(a, b, c, d, e, f).map { "(\($0.5))" })
        take(Observable.combineLatest(a, b, c, d, e, f, g).map { "(\($0.6))" })
        take(Observable.combineLatest(a, b, c, d, e, f, g, h).map { "(\($0.7))" })
        let expected = [
            "12", "123", "1234", "12345", "123456", "1234567", "12345678", "(12)", "(123)", "(4)", "(5)", "(6)", "(7)",
            "(8)",
        ]
        #expect(results == expected.flatMap { [$0, "end"] })
    }

    @Test func completionWaitsForTheLastOfEight() {
        let subjects = (0..<8).map { BehaviorSubject(value: $0) }
        var events: [String] = []
        let subscription = Observable.combineLatest(
            subjects[0], subjects[1], subjects[2], subjects[3], subjects[4], subjects[5], subjects[6], subjects[7]
        ) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }
        .subscribe { events.append("\($0)") }
        for subject in subjects.dropLast() { subject.onCompleted() }
        #expect(events == ["next(28)"])
        subjects[7].onCompleted()
        #expect(events == ["next(28)", "completed"])
        subscription.dispose()
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let left = PublishSubject<Int>()
            let right = PublishSubject<Int>()
            _ = Observable.combineLatest(left, right) { $0 + $1 }.subscribe(onNext: { _ in })
            left.onNext(1)
            right.onNext(2)
            left.onCompleted()
            right.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create PublishSubject
                    create CombineLatest2
                    subscribe CombineLatest2
                      subscribe CombineLatest2
                        schedule CurrentThreadScheduler
                          run CombineLatest2
                            run CombineLatestSink2_
                              subscribe PublishSubject
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on CombineLatestObserver next(1)
                    on PublishSubject next(2)
                      on CombineLatestObserver next(2)
                        handler resultSelector
                        forwardOn CombineLatestSink2_ next(3)
                          on AnonymousObserver next(3)
                            onCore AnonymousObserver next(3)
                              handler onNext
                    on PublishSubject completed
                      on CombineLatestObserver completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                    on PublishSubject completed
                      on CombineLatestObserver completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                        forwardOn CombineLatestSink2_ completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose CombineLatestSink2_
                          dispose SinkDisposer
                            dispose CombineLatestSink2_
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose SingleAssignmentDisposable
                              dispose SingleAssignmentDisposable
                    """))
    }
}
