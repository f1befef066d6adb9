import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct TakeTimeTests {
    let scheduler = TestScheduler()

    @Test func completesWhenTheTimeIsOver() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(300))
        let events = scheduler.run { source.take(for: .seconds(25), scheduler: scheduler) }
        #expect(events == [next(210, 1), next(220, 2), completed(225)])
        #expect(source.subscriptions == [Subscribed(200, 225)])
    }

    @Test func neverCompletesWhenTheTimeIsOver() {
        let source = scheduler.hot(next(150, 1))
        let events = scheduler.run { source.take(for: .seconds(50), scheduler: scheduler) }
        #expect(events == [completed(250)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func aSequenceThatEndsBeforeCancelsTheTimer() {
        let source = scheduler.hot(next(210, 1), completed(220))
        let events = scheduler.run(disposed: 230) { source.take(for: .seconds(500), scheduler: scheduler) }
        #expect(events == [next(210, 1), completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
        #expect(scheduler.clock == 230)
    }

    @Test func disposeCancelsTheTimer() {
        let source = scheduler.hot(next(210, 1))
        let events = scheduler.run(disposed: 230) { source.take(for: .seconds(500), scheduler: scheduler) }
        #expect(events == [next(210, 1)])
        #expect(source.subscriptions == [Subscribed(200, 230)])
        #expect(scheduler.clock == 230)
    }

    @Test func anErrorIsPassedOn() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let events = scheduler.run { source.take(for: .seconds(50), scheduler: scheduler) }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theChain() {
        let recorded = chain {
            let scheduler = HistoricalScheduler()
            let subject = PublishSubject<Int>()
            _ = subject.take(for: .seconds(5), scheduler: scheduler).subscribe(onNext: { _ in })
            subject.onNext(1)
            scheduler.start()
            subject.onNext(2)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create TakeTime
                    subscribe TakeTime
                      subscribe TakeTime
                        schedule CurrentThreadScheduler
                          run TakeTime
                            run TakeTimeSink
                              schedule HistoricalScheduler
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on TakeTimeSink next(1)
                        forwardOn TakeTimeSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    invoke
                      forwardOn TakeTimeSink completed
                        on AnonymousObserver completed
                          onCore AnonymousObserver completed
                      dispose TakeTimeSink
                        dispose SinkDisposer
                          dispose TakeTimeSink
                            dispose SinkDisposer
                          dispose BinaryDisposable
                            dispose CompositeDisposable
                              dispose VirtualSchedulerItem
                                dispose SingleAssignmentDisposable
                            dispose SubscriptionDisposable
                    on PublishSubject next(2)
                    """))
    }
}
