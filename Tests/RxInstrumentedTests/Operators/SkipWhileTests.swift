import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SkipWhileTests {
    let scheduler = TestScheduler()

    @Test func elementsAreDroppedWhileThePredicateIsTrue() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 1), completed(300))
        var calls = 0
        let events = scheduler.run {
            source.skip(while: { element in
                calls += 1
                return element < 2
            })
        }
        #expect(events == [next(220, 2), next(230, 1), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
        #expect(calls == 2)
    }

    @Test func theEndIsNotSkipped() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let events = scheduler.run { source.skip(while: { _ in true }) }
        #expect(events == [error(220, TestError())])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3))
        let events = scheduler.run {
            source.skip(while: { element in
                if element == 2 { throw TestError() }
                return true
            })
        }
        #expect(events == [error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.skip(while: { $0 < 2 }).subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onNext(2)
            subject.onNext(1)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create SkipWhile
                    subscribe SkipWhile
                      subscribe SkipWhile
                        schedule CurrentThreadScheduler
                          run SkipWhile
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on SkipWhileSink next(1)
                        handler predicate
                    on PublishSubject next(2)
                      on SkipWhileSink next(2)
                        handler predicate
                        forwardOn SkipWhileSink next(2)
                          on AnonymousObserver next(2)
                            onCore AnonymousObserver next(2)
                              handler onNext
                    on PublishSubject next(1)
                      on SkipWhileSink next(1)
                        forwardOn SkipWhileSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    """))
    }
}
