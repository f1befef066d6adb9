import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct TimeoutTests {
    let scheduler = TestScheduler()

    @Test func elementsInTimeArePassedOn() {
        let source = scheduler.hot(next(210, 1), next(250, 2), next(290, 3), completed(330))
        let events = scheduler.run { source.timeout(.seconds(50), scheduler: self.scheduler) }
        #expect(events == [next(210, 1), next(250, 2), next(290, 3), completed(330)])
        #expect(source.subscriptions == [Subscribed(200, 330)])
    }

    @Test func anErrorInTimeIsPassedOn() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let events = scheduler.run { source.timeout(.seconds(50), scheduler: self.scheduler) }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theFirstElementIsAwaitedAsLong() {
        let source = scheduler.hot(next(150, 1), next(260, 2))
        let events = scheduler.run { source.timeout(.seconds(50), scheduler: self.scheduler) }
        #expect(events == [error(250, RxError.timeout)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func aGapFails() {
        let source = scheduler.hot(next(210, 1), next(300, 2))
        let events = scheduler.run { source.timeout(.seconds(50), scheduler: self.scheduler) }
        #expect(events == [next(210, 1), error(260, RxError.timeout)])
        #expect(source.subscriptions == [Subscribed(200, 260)])
    }

    @Test func theOtherTakesOver() {
        let source = scheduler.hot(next(210, 1), next(300, 2))
        let other = scheduler.cold(next(10, 7), next(20, 8), completed(100))
        let events = scheduler.run {
            source.timeout(.seconds(50), other: other, scheduler: self.scheduler)
        }
        #expect(events == [next(210, 1), next(270, 7), next(280, 8), completed(360)])
        #expect(source.subscriptions == [Subscribed(200, 260)])
        #expect(other.subscriptions == [Subscribed(260, 360)])
    }

    @Test func disposingEndsTheOther() {
        let source = scheduler.hot(next(150, 1))
        let other = scheduler.cold(next(10, 7), next(90, 8))
        let events = scheduler.run(disposed: 300) {
            source.timeout(.seconds(50), other: other, scheduler: self.scheduler)
        }
        #expect(events == [next(260, 7)])
        #expect(other.subscriptions == [Subscribed(250, 300)])
    }

    @Test func disposedInTimeItSubscribesToNothing() {
        let source = scheduler.hot(next(150, 1))
        let other = scheduler.cold(next(10, 7))
        let events = scheduler.run(disposed: 240) {
            source.timeout(.seconds(50), other: other, scheduler: self.scheduler)
        }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 240)])
        #expect(other.subscriptions.isEmpty)
    }

    @Test func chainOfATimeout() {
        let scheduler = scheduler
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = source.timeout(.seconds(5), scheduler: scheduler).subscribe(onNext: { _ in }, onError: { _ in })
            source.onNext(1)
            scheduler.start()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create ErrorProducer
                    create Timeout
                    subscribe Timeout
                      subscribe Timeout
                        schedule CurrentThreadScheduler
                          run Timeout
                            run TimeoutSink
                              schedule TestScheduler
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on TimeoutSink next(1)
                        forwardOn TimeoutSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                        dispose SingleAssignmentDisposable
                          dispose CompositeDisposable
                            dispose VirtualSchedulerItem
                              dispose SingleAssignmentDisposable
                        schedule TestScheduler
                    invoke
                      subscribe ErrorProducer
                        on SinkForward error(Sequence timeout.)
                          on AnonymousObserver error(Sequence timeout.)
                            onCore AnonymousObserver error(Sequence timeout.)
                              handler onError
                          dispose SinkDisposer
                            dispose TimeoutSink
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose SerialDisposable
                                dispose SingleAssignmentDisposable
                                  dispose SubscriptionDisposable
                              dispose SerialDisposable
                                dispose SingleAssignmentDisposable
                                  dispose CompositeDisposable
                                    dispose VirtualSchedulerItem
                                      dispose SingleAssignmentDisposable
                    """))
    }
}
