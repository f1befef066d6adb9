import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DelaySubscriptionTests {
    let scheduler = TestScheduler()

    @Test func subscribesLater() {
        let source = scheduler.hot(next(210, 1), next(240, 2), completed(260))
        let events = scheduler.run { source.delaySubscription(.seconds(30), scheduler: self.scheduler) }
        #expect(events == [next(240, 2), completed(260)])
        #expect(source.subscriptions == [Subscribed(230, 260)])
    }

    @Test func errorIsPassedOn() {
        let source = scheduler.hot(next(240, 2), error(260, TestError()))
        let events = scheduler.run { source.delaySubscription(.seconds(30), scheduler: self.scheduler) }
        #expect(events == [next(240, 2), error(260, TestError())])
        #expect(source.subscriptions == [Subscribed(230, 260)])
    }

    @Test func disposedBeforeItSubscribes() {
        let source = scheduler.hot(next(240, 2))
        let events = scheduler.run(disposed: 220) { source.delaySubscription(.seconds(30), scheduler: self.scheduler) }
        #expect(events.isEmpty)
        #expect(source.subscriptions.isEmpty)
    }

    @Test func disposedAfterIt() {
        let source = scheduler.hot(next(240, 2), next(260, 3))
        let events = scheduler.run(disposed: 250) { source.delaySubscription(.seconds(30), scheduler: self.scheduler) }
        #expect(events == [next(240, 2)])
        #expect(source.subscriptions == [Subscribed(230, 250)])
    }

    @Test func chainOfADelayedSubscription() {
        let scheduler = scheduler
        let calls = chain {
            let source = PublishSubject<Int>()
            let subscription = source.delaySubscription(.seconds(5), scheduler: scheduler).subscribe(onNext: { _ in })
            scheduler.start()
            source.onNext(1)
            subscription.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create DelaySubscription
                    subscribe DelaySubscription
                      subscribe DelaySubscription
                        schedule CurrentThreadScheduler
                          run DelaySubscription
                            schedule TestScheduler
                    invoke
                      subscribe PublishSubject
                    on PublishSubject next(1)
                      on DelaySubscriptionSink next(1)
                        forwardOn DelaySubscriptionSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose DelaySubscriptionSink
                          dispose SinkDisposer
                        dispose CompositeDisposable
                          dispose VirtualSchedulerItem
                            dispose SingleAssignmentDisposable
                              dispose SubscriptionDisposable
                    """))
    }
}
