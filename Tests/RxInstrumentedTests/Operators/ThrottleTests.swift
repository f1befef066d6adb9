import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ThrottleTests {
    let scheduler = TestScheduler()

    private func throttle(
        _ source: TestableObservable<Int>, latest: Bool = true, disposed: Int = 1000
    ) -> [Timed<Int>] {
        scheduler.run(disposed: disposed) {
            source.throttle(.seconds(50), latest: latest, scheduler: self.scheduler)
        }
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(throttle(source).isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletesAtOnce() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(throttle(source) == [completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func theFirstAndTheLatestOfEachSpanArePassedOn() {
        let source = scheduler.hot(
            next(210, 1), next(220, 2), next(240, 3), next(280, 4), next(400, 5), completed(500))
        #expect(throttle(source) == [next(210, 1), next(260, 3), next(310, 4), next(400, 5), completed(500)])
        #expect(source.subscriptions == [Subscribed(200, 500)])
    }

    @Test func withoutTheLatestOnlyTheFirstOfEachSpanIsPassedOn() {
        let source = scheduler.hot(
            next(210, 1), next(220, 2), next(240, 3), next(280, 4), next(400, 5), completed(410))
        #expect(throttle(source, latest: false) == [next(210, 1), next(280, 4), next(400, 5), completed(410)])
    }

    @Test func anElementAtTheVeryEndOfTheSpanIsPassedOn() {
        let source = scheduler.hot(next(210, 1), next(260, 2), completed(300))
        #expect(throttle(source, latest: false) == [next(210, 1), next(260, 2), completed(300)])
    }

    @Test func completionWaitsForTheLatest() {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(230))
        #expect(throttle(source) == [next(210, 1), next(260, 2), completed(260)])
        #expect(source.subscriptions == [Subscribed(200, 230)])
    }

    @Test func anErrorDropsTheLatest() {
        let source = scheduler.hot(next(210, 1), next(220, 2), error(230, TestError()))
        #expect(throttle(source) == [next(210, 1), error(230, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 230)])
    }

    @Test func disposingDropsTheLatest() {
        let source = scheduler.hot(next(210, 1), next(220, 2))
        #expect(throttle(source, disposed: 240) == [next(210, 1)])
        #expect(source.subscriptions == [Subscribed(200, 240)])
    }

    @Test func anElementSentWhileOneIsDeliveredIsDeliveredInsideIt() {
        // The rest begins after the delivery, as it is not over when the second element comes.
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        _ = source.throttle(.seconds(50), scheduler: scheduler).subscribe(onNext: { element in
            seen.append(element)
            if element == 1 { source.onNext(2) }
        })
        source.onNext(1)
        source.onNext(3)
        #expect(seen == [1, 2])
        scheduler.start()
        #expect(seen == [1, 2, 3])
    }

    @Test func chainOfAThrottle() {
        let scheduler = scheduler
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = source.throttle(.seconds(5), scheduler: scheduler).subscribe(onNext: { _ in })
            source.onNext(1)
            source.onNext(2)
            source.onCompleted()
            scheduler.start()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create Throttle
                    subscribe Throttle
                      subscribe Throttle
                        schedule CurrentThreadScheduler
                          run Throttle
                            run ThrottleSink
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on ThrottleSink next(1)
                        forwardOn ThrottleSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    on PublishSubject next(2)
                      on ThrottleSink next(2)
                        schedule TestScheduler
                    on PublishSubject completed
                      on ThrottleSink completed
                    invoke
                      forwardOn ThrottleSink next(2)
                        on AnonymousObserver next(2)
                          onCore AnonymousObserver next(2)
                            handler onNext
                      forwardOn ThrottleSink completed
                        on AnonymousObserver completed
                          onCore AnonymousObserver completed
                      dispose ThrottleSink
                        dispose SinkDisposer
                          dispose ThrottleSink
                            dispose SinkDisposer
                          dispose BinaryDisposable
                            dispose SubscriptionDisposable
                            dispose SerialDisposable
                              dispose SingleAssignmentDisposable
                                dispose CompositeDisposable
                                  dispose VirtualSchedulerItem
                                    dispose SingleAssignmentDisposable
                    """))
    }
}
