import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SkipTimeTests {
    let scheduler = TestScheduler()

    @Test func elementsAreDroppedUntilTheTimeIsOver() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(300))
        let events = scheduler.run { source.skip(.seconds(15), scheduler: scheduler) }
        #expect(events == [next(220, 2), next(230, 3), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func theCompletionIsNotSkipped() {
        let source = scheduler.hot(next(210, 1), completed(220))
        let events = scheduler.run(disposed: 230) { source.skip(.seconds(500), scheduler: scheduler) }
        #expect(events == [completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
        #expect(scheduler.clock == 230)
    }

    @Test func anErrorIsNotSkipped() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let events = scheduler.run { source.skip(.seconds(50), scheduler: scheduler) }
        #expect(events == [error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeCancelsTheTimer() {
        let source = scheduler.hot(next(210, 1))
        let events = scheduler.run(disposed: 230) { source.skip(.seconds(500), scheduler: scheduler) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 230)])
        #expect(scheduler.clock == 230)
    }

    @Test func theChain() {
        let recorded = chain {
            let scheduler = HistoricalScheduler()
            let subject = PublishSubject<Int>()
            _ = subject.skip(.seconds(5), scheduler: scheduler).subscribe(onNext: { _ in })
            subject.onNext(1)
            scheduler.start()
            subject.onNext(2)
            subject.onCompleted()
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create SkipTime
                    subscribe SkipTime
                      subscribe SkipTime
                        schedule CurrentThreadScheduler
                          run SkipTime
                            run SkipTimeSink
                              schedule HistoricalScheduler
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on SkipTimeSink next(1)
                    invoke
                    on PublishSubject next(2)
                      on SkipTimeSink next(2)
                        forwardOn SkipTimeSink next(2)
                          on AnonymousObserver next(2)
                            onCore AnonymousObserver next(2)
                              handler onNext
                    on PublishSubject completed
                      on SkipTimeSink completed
                        forwardOn SkipTimeSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose SkipTimeSink
                          dispose SinkDisposer
                            dispose SkipTimeSink
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose CompositeDisposable
                                dispose VirtualSchedulerItem
                                  dispose SingleAssignmentDisposable
                              dispose SubscriptionDisposable
                    """))
    }
}
