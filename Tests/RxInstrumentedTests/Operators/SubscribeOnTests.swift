import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SubscribeOnTests {
    let scheduler = TestScheduler()

    @Test func subscribesAndDisposesOnTheScheduler() {
        let source = scheduler.hot(next(150, 1), next(210, 2))
        let events = scheduler.run { source.subscribe(on: self.scheduler) }
        #expect(events == [next(210, 2)])
        #expect(source.subscriptions == [Subscribed(201, 1001)])
    }

    @Test func eventsAreDeliveredWhereTheyAreSent() {
        let source = scheduler.hot(next(210, 2), next(220, 3), completed(300))
        let events = scheduler.run { source.subscribe(on: self.scheduler) }
        #expect(events == [next(210, 2), next(220, 3), completed(300)])
        #expect(source.subscriptions == [Subscribed(201, 301)])
    }

    @Test func errorIsPassedOn() {
        let source = scheduler.hot(next(210, 2), error(220, TestError()))
        let events = scheduler.run { source.subscribe(on: self.scheduler) }
        #expect(events == [next(210, 2), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(201, 221)])
    }

    @Test func disposedBeforeItSubscribes() {
        let source = PublishSubject<Int>()
        let subscription = source.subscribe(on: scheduler).subscribe(onNext: { _ in })
        subscription.dispose()
        scheduler.start()
        #expect(!source.hasObservers)
    }

    @available(*, deprecated)
    @Test func theOldNameDoesTheSame() {
        let source = scheduler.hot(next(210, 2), completed(300))
        let events = scheduler.run { source.subscribeOn(self.scheduler).observeOn(self.scheduler) }
        #expect(events == [next(211, 2), completed(301)])
        #expect(source.subscriptions == [Subscribed(201, 301)])
    }

    @Test func chainOfSubscribeOn() {
        let scheduler = scheduler
        let calls = chain {
            let source = PublishSubject<Int>()
            let subscription = source.subscribe(on: scheduler).subscribe(onNext: { _ in })
            scheduler.start()
            source.onNext(1)
            subscription.dispose()
            scheduler.start()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create SubscribeOn
                    subscribe SubscribeOn
                      subscribe SubscribeOn
                        schedule CurrentThreadScheduler
                          run SubscribeOn
                            run SubscribeOnSink
                              schedule TestScheduler
                    invoke
                      subscribe PublishSubject
                      dispose SingleAssignmentDisposable
                        dispose CompositeDisposable
                          dispose VirtualSchedulerItem
                            dispose SingleAssignmentDisposable
                    on PublishSubject next(1)
                      on SubscribeOnSink next(1)
                        forwardOn SubscribeOnSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose SubscribeOnSink
                          dispose SinkDisposer
                        dispose SerialDisposable
                          dispose ScheduledDisposable
                            schedule TestScheduler
                    invoke
                      dispose SubscriptionDisposable
                    """))
    }
}
