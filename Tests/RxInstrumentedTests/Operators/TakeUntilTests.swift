import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct TakeUntilTests {
    let scheduler = TestScheduler()

    @Test func theOthersFirstElementCompletes() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(300))
        let other = scheduler.hot(next(150, 0), next(225, 1), next(240, 2))
        let events = scheduler.run { source.take(until: other) }
        #expect(events == [next(210, 1), next(220, 2), completed(225)])
        #expect(source.subscriptions == [Subscribed(200, 225)])
        #expect(other.subscriptions == [Subscribed(200, 225)])
    }

    @Test func theOthersErrorIsPassedOn() {
        let source = scheduler.hot(next(210, 1), next(230, 3))
        let other = scheduler.hot(error(225, TestError(), Int.self))
        let events = scheduler.run { source.take(until: other) }
        #expect(events == [next(210, 1), error(225, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 225)])
        #expect(other.subscriptions == [Subscribed(200, 225)])
    }

    @Test func theOthersCompletionEndsNothing() {
        let source = scheduler.hot(next(210, 1), next(230, 3), completed(300))
        let other = scheduler.hot(completed(220, Int.self))
        let events = scheduler.run { source.take(until: other) }
        #expect(events == [next(210, 1), next(230, 3), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
        #expect(other.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theEndOfTheSourceEndsTheOther() {
        let source = scheduler.hot(next(210, 1), completed(220))
        let other = scheduler.hot(next(230, 0))
        let events = scheduler.run { source.take(until: other) }
        #expect(events == [next(210, 1), completed(220)])
        #expect(other.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorOfTheSourceEndsTheOther() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let other = scheduler.hot(next(230, 0))
        let events = scheduler.run { source.take(until: other) }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(other.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsBothSubscriptions() {
        let source = scheduler.hot(next(210, 1), next(300, 2))
        let other = scheduler.hot(next(400, 0))
        let events = scheduler.run(disposed: 250) { source.take(until: other) }
        #expect(events == [next(210, 1)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(other.subscriptions == [Subscribed(200, 250)])
    }

    @Test func anOtherThatSendsAtOnceLetsNothingThrough() {
        var events: [String] = []
        _ = Observable.just(1).take(until: Observable.just(0)).subscribe { events.append($0.debugDescription) }
        #expect(events == ["completed"])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            let other = PublishSubject<Int>()
            _ = subject.take(until: other).subscribe(onNext: { _ in })
            subject.onNext(1)
            other.onNext(0)
            subject.onNext(2)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create PublishSubject
                    create TakeUntil
                    subscribe TakeUntil
                      subscribe TakeUntil
                        schedule CurrentThreadScheduler
                          run TakeUntil
                            run TakeUntilSink
                              subscribe PublishSubject
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on TakeUntilSink next(1)
                        forwardOn TakeUntilSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    on PublishSubject next(0)
                      on TakeUntilSinkOther next(0)
                        forwardOn TakeUntilSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose TakeUntilSink
                          dispose SinkDisposer
                            dispose TakeUntilSink
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose SubscriptionDisposable
                              dispose SingleAssignmentDisposable
                                dispose SubscriptionDisposable
                    on PublishSubject next(2)
                    """))
    }
}
