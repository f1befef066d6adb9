import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DebounceTests {
    let scheduler = TestScheduler()

    private func debounce(_ source: TestableObservable<Int>, disposed: Int = 1000) -> [Timed<Int>] {
        scheduler.run(disposed: disposed) { source.debounce(.seconds(20), scheduler: self.scheduler) }
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(debounce(source).isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletesAtOnce() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(debounce(source) == [completed(300)])
    }

    @Test func elementsThatAreFollowedTooSoonAreDropped() {
        let source = scheduler.hot(next(210, 1), next(225, 2), next(235, 3), next(300, 4), completed(400))
        #expect(debounce(source) == [next(255, 3), next(320, 4), completed(400)])
        #expect(source.subscriptions == [Subscribed(200, 400)])
    }

    @Test func completionSendsTheOneThatWaits() {
        let source = scheduler.hot(next(210, 1), completed(215))
        #expect(debounce(source) == [next(215, 1), completed(215)])
        #expect(source.subscriptions == [Subscribed(200, 215)])
    }

    @Test func anErrorDropsTheOneThatWaits() {
        let source = scheduler.hot(next(210, 1), error(215, TestError()))
        #expect(debounce(source) == [error(215, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 215)])
    }

    @Test func disposingDropsTheOneThatWaits() {
        let source = scheduler.hot(next(210, 1))
        #expect(debounce(source, disposed: 220).isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anElementSentWhileOneIsDeliveredWaitsInTurn() {
        let source = PublishSubject<Int>()
        var seen: [Timed<Int>] = []
        _ = source.debounce(.seconds(20), scheduler: scheduler).subscribe(onNext: { [scheduler] element in
            seen.append(next(scheduler.clock, element))
            if element == 1 { source.onNext(2) }
        })
        source.onNext(1)
        scheduler.start()
        #expect(seen == [next(20, 1), next(40, 2)])
    }

    @Test func chainOfADebounce() {
        let scheduler = scheduler
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = source.debounce(.seconds(5), scheduler: scheduler).subscribe(onNext: { _ in })
            source.onNext(1)
            source.onNext(2)
            scheduler.start()
            source.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create Debounce
                    subscribe Debounce
                      subscribe Debounce
                        schedule CurrentThreadScheduler
                          run Debounce
                            run DebounceSink
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on DebounceSink next(1)
                        schedule TestScheduler
                    on PublishSubject next(2)
                      on DebounceSink next(2)
                        dispose SingleAssignmentDisposable
                          dispose CompositeDisposable
                            dispose VirtualSchedulerItem
                              dispose SingleAssignmentDisposable
                        schedule TestScheduler
                    invoke
                      forwardOn DebounceSink next(2)
                        on AnonymousObserver next(2)
                          onCore AnonymousObserver next(2)
                            handler onNext
                    on PublishSubject completed
                      on DebounceSink completed
                        forwardOn DebounceSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose DebounceSink
                          dispose SinkDisposer
                            dispose DebounceSink
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
