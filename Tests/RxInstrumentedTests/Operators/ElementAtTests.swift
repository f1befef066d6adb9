import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ElementAtTests {
    let scheduler = TestScheduler()

    @Test(arguments: [0, 1, 2]) func theElementIsPassedOn(index: Int) {
        let source = scheduler.hot(next(150, -1), next(210, 0), next(220, 1), next(230, 2), completed(300))
        let events = scheduler.run { source.element(at: index) }
        let time = 210 + 10 * index
        #expect(events == [next(time, index), completed(time)])
        #expect(source.subscriptions == [Subscribed(200, time)])
    }

    @Test func aSequenceTooShortFails() {
        let source = scheduler.hot(next(210, 0), completed(300))
        let events = scheduler.run { source.element(at: 1) }
        #expect(events == [error(300, RxError.argumentOutOfRange)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func anErrorBeforeIsPassedOn() {
        let source = scheduler.hot(next(210, 0), error(220, TestError()), next(230, 1))
        let events = scheduler.run { source.element(at: 1) }
        #expect(events == [error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        let events = scheduler.run { source.element(at: 0) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func disposeEndsTheSubscription() {
        let source = scheduler.hot(next(210, 0), next(300, 1))
        let events = scheduler.run(disposed: 250) { source.element(at: 1) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.element(at: 1).subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onNext(2)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create ElementAt
                    subscribe ElementAt
                      subscribe ElementAt
                        schedule CurrentThreadScheduler
                          run ElementAt
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on ElementAtSink next(1)
                    on PublishSubject next(2)
                      on ElementAtSink next(2)
                        forwardOn ElementAtSink next(2)
                          on AnonymousObserver next(2)
                            onCore AnonymousObserver next(2)
                              handler onNext
                        forwardOn ElementAtSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose ElementAtSink
                          dispose SinkDisposer
                            dispose ElementAtSink
                              dispose SinkDisposer
                            dispose SubscriptionDisposable
                    """))
    }
}
