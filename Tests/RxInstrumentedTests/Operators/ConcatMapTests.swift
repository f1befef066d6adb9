import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ConcatMapTests {
    let scheduler = TestScheduler()

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(scheduler.run { source.concatMap { Observable.just($0) } }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletes() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(scheduler.run { source.concatMap { Observable.just($0) } } == [completed(300)])
    }

    @Test func innerObservablesFollowEachOther() {
        let inner = (0..<2).map { scheduler.cold(next(10, $0), completed(50)) }
        var selected: [Int] = []
        let source = scheduler.hot(next(210, 0), next(220, 1), completed(230))
        let events = scheduler.run {
            source.concatMap { element -> TestableObservable<Int> in
                selected.append(self.scheduler.clock)
                return inner[element]
            }
        }
        #expect(events == [next(220, 0), next(270, 1), completed(310)])
        #expect(selected == [210, 220])
        #expect(source.subscriptions == [Subscribed(200, 230)])
        #expect(inner.map(\.subscriptions) == [[Subscribed(210, 260)], [Subscribed(260, 310)]])
    }

    @Test func errorsEndTheSequence() {
        let inner = scheduler.cold(next(10, 1), error(20, TestError("inner")))
        let source = scheduler.hot(next(210, 0), next(215, 1))
        let events = scheduler.run { source.concatMap { _ in inner } }
        #expect(events == [next(220, 1), error(230, TestError("inner"))])
        #expect(source.subscriptions == [Subscribed(200, 230)])
        #expect(inner.subscriptions == [Subscribed(210, 230)])
    }

    @Test(arguments: [0, 1])
    func aThrownErrorEndsTheSequenceEvenWhileOthersWait(thrower: Int) {
        let inner = scheduler.cold(next(100, 1))
        let source = scheduler.hot(next(210, 0), next(220, 1))
        let events = scheduler.run {
            source.concatMap { element -> TestableObservable<Int> in
                if element == thrower { throw TestError("selector") }
                return inner
            }
        }
        #expect(events == [error(210 + thrower * 10, TestError("selector"))])
        #expect(inner.subscriptions == (thrower == 0 ? [] : [Subscribed(210, 220)]))
    }

    @Test func disposeEndsAllSubscriptions() {
        let inner = scheduler.cold(next(10, 1))
        let source = scheduler.hot(next(210, 0), next(220, 1))
        #expect(scheduler.run(disposed: 250) { source.concatMap { _ in inner } } == [next(220, 1)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(inner.subscriptions == [Subscribed(210, 250)])
    }

    @Test func chainOfTwo() {
        let inner = PublishSubject<Int>()
        let made = chain {
            let source = PublishSubject<Int>()
            _ = source.concatMap { $0 == 1 ? inner : Observable.just(3) }.subscribe(onNext: { _ in })
            source.onNext(1)
            source.onNext(2)
            inner.onCompleted()
        }
        #expect(
            made
                == rows(
                    """
                    create PublishSubject
                    create ConcatMap
                    subscribe ConcatMap
                      subscribe ConcatMap
                        schedule CurrentThreadScheduler
                          run ConcatMap
                            run ConcatMapSink
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on ConcatMapSink next(1)
                        handler selector
                        subscribe PublishSubject
                    on PublishSubject next(2)
                      on ConcatMapSink next(2)
                        handler selector
                          create Just
                    on PublishSubject completed
                      on MergeLimitedSinkIter completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                        schedule CurrentThreadScheduler
                          subscribe Just
                            on MergeLimitedSinkIter next(3)
                              forwardOn ConcatMapSink next(3)
                                on AnonymousObserver next(3)
                                  onCore AnonymousObserver next(3)
                                    handler onNext
                            on MergeLimitedSinkIter completed
                              dispose SingleAssignmentDisposable
                    """))
    }
}
