import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct TakeUntilPredicateTests {
    let scheduler = TestScheduler()

    private func source() -> TestableObservable<Int> {
        scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(300))
    }

    @Test func theElementThatEndsIsDropped() {
        let source = source()
        let events = scheduler.run { source.take(until: { $0 == 2 }) }
        #expect(events == [next(210, 1), completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theElementThatEndsIsIncludedIfAskedFor() {
        let source = source()
        let events = scheduler.run { source.take(until: { $0 == 2 }, behavior: .inclusive) }
        #expect(events == [next(210, 1), next(220, 2), completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func takesWhileThePredicateIsTrue() {
        let source = source()
        let events = scheduler.run { source.take(while: { $0 < 3 }) }
        #expect(events == [next(210, 1), next(220, 2), completed(230)])
        #expect(source.subscriptions == [Subscribed(200, 230)])
    }

    @Test func takesWhileThePredicateIsTrueAndOneMore() {
        let source = source()
        let events = scheduler.run { source.take(while: { $0 < 2 }, behavior: .inclusive) }
        #expect(events == [next(210, 1), next(220, 2), completed(220)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let source = source()
        let events = scheduler.run {
            source.take(until: { element in
                if element == 2 { throw TestError() }
                return false
            })
        }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorThrownByTheWhilePredicateEndsTheSequence() {
        let source = source()
        let events = scheduler.run { source.take(while: { _ in throw TestError() }) }
        #expect(events == [error(210, TestError())])
    }

    @Test func nothingIsTakenAfterAnEndWhileAnElementIsPassedOn() {
        let subject = PublishSubject<Int>()
        var events: [String] = []
        _ = subject.take(until: { $0 == 2 }).subscribe { event in
            events.append(event.debugDescription)
            if event.element == 1 {
                subject.onNext(2)
                subject.onNext(3)
            }
        }
        subject.onNext(1)
        #expect(events == ["next(1)", "completed"])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.take(until: { $0 == 2 }, behavior: .inclusive).subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onNext(2)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create TakeUntilPredicate
                    subscribe TakeUntilPredicate
                      subscribe TakeUntilPredicate
                        schedule CurrentThreadScheduler
                          run TakeUntilPredicate
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on TakeUntilPredicateSink next(1)
                        handler predicate
                        forwardOn TakeUntilPredicateSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    on PublishSubject next(2)
                      on TakeUntilPredicateSink next(2)
                        handler predicate
                        forwardOn TakeUntilPredicateSink next(2)
                          on AnonymousObserver next(2)
                            onCore AnonymousObserver next(2)
                              handler onNext
                        forwardOn TakeUntilPredicateSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose TakeUntilPredicateSink
                          dispose SinkDisposer
                            dispose TakeUntilPredicateSink
                              dispose SinkDisposer
                            dispose SubscriptionDisposable
                    """))
    }
}
