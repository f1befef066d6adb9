import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SkipUntilTests {
    let scheduler = TestScheduler()

    @Test func elementsAreDroppedUntilTheOtherSendsOne() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(300))
        let other = scheduler.hot(next(150, 0), next(215, 1), next(225, 2))
        let events = scheduler.run { source.skip(until: other) }
        #expect(events == [next(220, 2), next(230, 3), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
        #expect(other.subscriptions == [Subscribed(200, 215)])
    }

    @Test func anErrorOfTheOtherIsPassedOn() {
        let source = scheduler.hot(next(210, 1), next(230, 3))
        let other = scheduler.hot(error(225, TestError(), Int.self))
        let events = scheduler.run { source.skip(until: other) }
        #expect(events == [error(225, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 225)])
        #expect(other.subscriptions == [Subscribed(200, 225)])
    }

    @Test func anOtherThatCompletesLetsNothingThrough() {
        let source = scheduler.hot(next(210, 1), next(230, 3))
        let other = scheduler.hot(completed(220, Int.self))
        let events = scheduler.run { source.skip(until: other) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
        #expect(other.subscriptions == [Subscribed(200, 220)])
    }

    @Test func aCompletionBeforeTheOthersElementIsNotPassedOn() {
        let source = scheduler.hot(next(210, 1), completed(220))
        let other = scheduler.hot(next(230, 0))
        let events = scheduler.run { source.skip(until: other) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 220)])
        #expect(other.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorBeforeTheOthersElementIsPassedOn() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let other = scheduler.hot(next(230, 0))
        let events = scheduler.run { source.skip(until: other) }
        #expect(events == [error(220, TestError())])
        #expect(other.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsBothSubscriptions() {
        let source = scheduler.hot(next(210, 1), next(300, 2))
        let other = scheduler.hot(next(400, 0))
        let events = scheduler.run(disposed: 250) { source.skip(until: other) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(other.subscriptions == [Subscribed(200, 250)])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            let other = PublishSubject<Int>()
            _ = subject.skip(until: other).subscribe(onNext: { _ in })
            subject.onNext(1)
            other.onNext(0)
            subject.onNext(2)
            subject.onCompleted()
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create PublishSubject
                    create SkipUntil
                    subscribe SkipUntil
                      subscribe SkipUntil
                        schedule CurrentThreadScheduler
                          run SkipUntil
                            run SkipUntilSink
                              subscribe PublishSubject
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on SkipUntilSink next(1)
                    on PublishSubject next(0)
                      on SkipUntilSinkOther next(0)
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                    on PublishSubject next(2)
                      on SkipUntilSink next(2)
                        forwardOn SkipUntilSink next(2)
                          on AnonymousObserver next(2)
                            onCore AnonymousObserver next(2)
                              handler onNext
                    on PublishSubject completed
                      on SkipUntilSink completed
                        forwardOn SkipUntilSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose SkipUntilSink
                          dispose SinkDisposer
                            dispose SkipUntilSink
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose SubscriptionDisposable
                              dispose SingleAssignmentDisposable
                    """))
    }
}
