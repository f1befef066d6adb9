import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SingleAsyncTests {
    let scheduler = TestScheduler()

    @Test func theOnlyElementIsPassedOn() {
        let source = scheduler.hot(next(150, 1), next(210, 2), completed(300))
        let events = scheduler.run { source.single() }
        #expect(events == [next(210, 2), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func noElementFails() {
        let source = scheduler.hot(next(150, 1), completed(300))
        let events = scheduler.run { source.single() }
        #expect(events == [error(300, RxError.noElements)])
    }

    @Test func anotherElementFails() {
        let source = scheduler.hot(next(210, 2), next(220, 3), completed(300))
        let events = scheduler.run { source.single() }
        #expect(events == [next(210, 2), error(220, RxError.moreThanOneElement)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorIsPassedOn() {
        let source = scheduler.hot(error(210, TestError(), Int.self))
        let events = scheduler.run { source.single() }
        #expect(events == [error(210, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(scheduler.run { source.single() }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func otherElementsAreNotCounted() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(300))
        let events = scheduler.run { source.single { $0 == 2 } }
        #expect(events == [next(220, 2), completed(300)])
    }

    @Test func anotherMatchFails() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(300))
        let events = scheduler.run { source.single { $0 > 1 } }
        #expect(events == [next(220, 2), error(230, RxError.moreThanOneElement)])
        #expect(source.subscriptions == [Subscribed(200, 230)])
    }

    @Test func noMatchFails() {
        let source = scheduler.hot(next(210, 1), completed(300))
        let events = scheduler.run { source.single { $0 > 1 } }
        #expect(events == [error(300, RxError.noElements)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(300))
        let events = scheduler.run { source.single { _ in throw TestError() } }
        #expect(events == [error(210, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.single().subscribe(onNext: { _ in }, onError: { _ in })
            subject.onNext(1)
            subject.onNext(2)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create SingleAsync
                    subscribe SingleAsync
                      subscribe SingleAsync
                        schedule CurrentThreadScheduler
                          run SingleAsync
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on SingleAsyncSink next(1)
                        forwardOn SingleAsyncSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    on PublishSubject next(2)
                      on SingleAsyncSink next(2)
                        forwardOn SingleAsyncSink error(Sequence contains more than one element.)
                          on AnonymousObserver error(Sequence contains more than one element.)
                            onCore AnonymousObserver error(Sequence contains more than one element.)
                              handler onError
                        dispose SingleAsyncSink
                          dispose SinkDisposer
                            dispose SingleAsyncSink
                              dispose SinkDisposer
                            dispose SubscriptionDisposable
                    """))
    }

    @Test func chainWithAPredicate() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.single { $0 > 1 }.subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onNext(2)
            subject.onCompleted()
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create SingleAsync
                    subscribe SingleAsync
                      subscribe SingleAsync
                        schedule CurrentThreadScheduler
                          run SingleAsync
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on SingleAsyncSink next(1)
                        handler predicate
                    on PublishSubject next(2)
                      on SingleAsyncSink next(2)
                        handler predicate
                        forwardOn SingleAsyncSink next(2)
                          on AnonymousObserver next(2)
                            onCore AnonymousObserver next(2)
                              handler onNext
                    on PublishSubject completed
                      on SingleAsyncSink completed
                        forwardOn SingleAsyncSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose SingleAsyncSink
                          dispose SinkDisposer
                            dispose SingleAsyncSink
                              dispose SinkDisposer
                            dispose SubscriptionDisposable
                    """))
    }
}
