import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct WithLatestFromTests {
    let scheduler = TestScheduler()

    private func sum(_ first: TestableObservable<Int>, _ second: TestableObservable<Int>) -> [Timed<Int>] {
        scheduler.run { first.withLatestFrom(second) { $0 + $1 } }
    }

    @Test func neverSendsNothing() {
        let first = scheduler.hot(next(150, 1))
        let second = scheduler.hot(next(210, 2))
        #expect(sum(first, second).isEmpty)
        #expect(first.subscriptions == [Subscribed(200, 1000)])
        #expect(second.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletes() {
        let first = scheduler.hot(completed(250, Int.self))
        let second = scheduler.hot(next(210, 2))
        #expect(sum(first, second) == [completed(250)])
        #expect(second.subscriptions == [Subscribed(200, 250)])
    }

    @Test func elementsAreCombinedWithTheLatest() {
        let first = scheduler.hot(next(205, 1), next(220, 2), next(240, 3), completed(260))
        let second = scheduler.hot(next(210, 10), next(230, 20), next(235, 30), completed(238))
        #expect(sum(first, second) == [next(220, 12), next(240, 33), completed(260)])
        #expect(first.subscriptions == [Subscribed(200, 260)])
        #expect(second.subscriptions == [Subscribed(200, 238)])
    }

    @Test func withoutASelectorTheLatestIsSent() {
        let first = scheduler.hot(next(220, "a"), next(240, "b"), completed(260))
        let second = scheduler.hot(next(210, 10), next(230, 20))
        let events = scheduler.run { first.withLatestFrom(second) }
        #expect(events == [next(220, 10), next(240, 20), completed(260)])
    }

    @Test func anErrorOfEitherEndsTheSequence() {
        let failing = scheduler.hot(next(210, 1), error(230, TestError()))
        let other = scheduler.hot(next(205, 10), next(220, 20))
        #expect(sum(failing, other) == [next(210, 11), error(230, TestError())])
        #expect(other.subscriptions == [Subscribed(200, 230)])
    }

    @Test func anErrorOfTheSecondEndsTheSequence() {
        let other = scheduler.hot(next(220, 20), next(240, 30))
        let failing = scheduler.hot(next(210, 1), error(230, TestError()))
        #expect(sum(other, failing) == [next(220, 21), error(230, TestError())])
        #expect(other.subscriptions == [Subscribed(200, 230)])
    }

    @Test func disposeEndsBothSubscriptions() {
        let first = scheduler.hot(next(220, 1), next(260, 2))
        let second = scheduler.hot(next(210, 10))
        let events = scheduler.run(disposed: 250) { first.withLatestFrom(second) { $0 + $1 } }
        #expect(events == [next(220, 11)])
        #expect(first.subscriptions == [Subscribed(200, 250)])
        #expect(second.subscriptions == [Subscribed(200, 250)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let first = scheduler.hot(next(220, 1), next(260, 2))
        let second = scheduler.hot(next(210, 10))
        let events = scheduler.run { first.withLatestFrom(second) { _, _ -> Int in throw TestError("both") } }
        #expect(events == [error(220, TestError("both"))])
        #expect(second.subscriptions == [Subscribed(200, 220)])
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let first = PublishSubject<Int>()
            let second = BehaviorSubject(value: 5)
            let subscription = first.withLatestFrom(second) { $0 + $1 }.subscribe(onNext: { _ in })
            first.onNext(1)
            second.onCompleted()
            subscription.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create BehaviorSubject
                    create WithLatestFrom
                    subscribe WithLatestFrom
                      subscribe WithLatestFrom
                        schedule CurrentThreadScheduler
                          run WithLatestFrom
                            run WithLatestFromSink
                              subscribe BehaviorSubject
                                on WithLatestFromSecond next(5)
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on WithLatestFromSink next(1)
                        handler resultSelector
                        forwardOn WithLatestFromSink next(6)
                          on AnonymousObserver next(6)
                            onCore AnonymousObserver next(6)
                              handler onNext
                    on BehaviorSubject completed
                      on WithLatestFromSecond completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose WithLatestFromSink
                          dispose SinkDisposer
                        dispose BinaryDisposable
                          dispose SubscriptionDisposable
                          dispose SingleAssignmentDisposable
                    """))
    }
}
