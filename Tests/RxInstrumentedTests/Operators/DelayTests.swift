import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DelayTests {
    let scheduler = TestScheduler()

    private func delay(_ source: TestableObservable<Int>, by dueTime: Int, disposed: Int = 1000) -> [Timed<Int>] {
        scheduler.run(disposed: disposed) { source.delay(.seconds(dueTime), scheduler: self.scheduler) }
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(delay(source, by: 10).isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func completionIsDelayed() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(delay(source, by: 10) == [completed(310)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func elementsKeepTheirDistances() {
        let source = scheduler.hot(next(250, 2), next(350, 3), next(450, 4), completed(550))
        #expect(delay(source, by: 100) == [next(350, 2), next(450, 3), next(550, 4), completed(650)])
        #expect(source.subscriptions == [Subscribed(200, 550)])
    }

    @Test func elementsThatComeCloseTogetherAreDelayedEach() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(260))
        #expect(delay(source, by: 50) == [next(260, 1), next(270, 2), next(280, 3), completed(310)])
    }

    @Test func elementsOfOneMomentComeAsSeparateSteps() {
        let source = scheduler.hot(next(210, 1), next(210, 2), completed(210))
        #expect(delay(source, by: 50) == [next(260, 1), next(261, 2), completed(262)])
    }

    @Test func anErrorIsPassedOnAtOnceAndDropsWhatWaits() {
        let source = scheduler.hot(next(250, 2), next(350, 3), next(380, 4), error(400, TestError()))
        #expect(delay(source, by: 100) == [next(350, 2), error(400, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 400)])
    }

    @Test func disposingDropsWhatWaits() {
        let source = scheduler.hot(next(250, 2), next(350, 3))
        #expect(delay(source, by: 100, disposed: 360) == [next(350, 2)])
        #expect(source.subscriptions == [Subscribed(200, 360)])
    }

    @Test func anErrorSentWhileAnElementIsDeliveredComesAfterIt() {
        let source = PublishSubject<Int>()
        var seen: [String] = []
        _ = source.delay(.seconds(10), scheduler: scheduler).subscribe { event in
            seen.append(event.debugDescription)
            if event.element == 1 {
                source.onError(TestError())
                seen.append("sent")
            }
        }
        source.onNext(1)
        source.onNext(2)
        scheduler.start()
        #expect(seen == ["next(1)", "sent", "error(TestError(test))"])
    }

    @Test func timesAreKeptInTheUnitOfTheDelay() {
        let scheduler = HistoricalScheduler()
        let start = scheduler.clock
        let source = PublishSubject<Int>()
        var seen: [Double] = []
        _ = source.delay(.milliseconds(1500), scheduler: scheduler)
            .subscribe(onNext: { _ in seen.append(scheduler.clock.timeIntervalSince(start)) })
        source.onNext(1)
        scheduler.advanceTo(start.addingTimeInterval(0.25))
        source.onNext(2)
        scheduler.start()
        #expect(seen == [1.5, 1.75])
    }

    @Test func chainOfADelay() {
        let scheduler = scheduler
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = source.delay(.seconds(5), scheduler: scheduler).subscribe(onNext: { _ in })
            source.onNext(1)
            source.onCompleted()
            scheduler.start()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create Delay
                    subscribe Delay
                      subscribe Delay
                        schedule CurrentThreadScheduler
                          run Delay
                            run DelaySink
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on DelaySink next(1)
                        schedule TestScheduler
                    on PublishSubject completed
                      on DelaySink completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                    invoke
                      dispose CompositeDisposable
                        dispose VirtualSchedulerItem
                          dispose SingleAssignmentDisposable
                      forwardOn DelaySink next(1)
                        on AnonymousObserver next(1)
                          onCore AnonymousObserver next(1)
                            handler onNext
                      schedule TestScheduler
                    invoke
                      dispose CompositeDisposable
                        dispose VirtualSchedulerItem
                          dispose SingleAssignmentDisposable
                      forwardOn DelaySink completed
                        on AnonymousObserver completed
                          onCore AnonymousObserver completed
                      dispose DelaySink
                        dispose SinkDisposer
                          dispose DelaySink
                            dispose SinkDisposer
                          dispose BinaryDisposable
                            dispose SingleAssignmentDisposable
                            dispose SerialDisposable
                              dispose AnonymousDisposable
                                dispose AnyRecursiveScheduler
                                  dispose CompositeDisposable
                    """))
    }
}
