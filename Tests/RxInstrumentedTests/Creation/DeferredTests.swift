import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DeferredTests {
    let scheduler = TestScheduler()

    @Test func theFactoryRunsAtEachSubscription() {
        let source = scheduler.cold(next(10, 1), completed(20))
        var runs: [Int] = []
        let made = Observable<Int>.deferred {
            runs.append(self.scheduler.clock)
            return source.asObservable()
        }
        #expect(runs.isEmpty)
        scheduler.at(300) { _ = made.subscribe(onNext: { _ in }) }
        #expect(scheduler.run { made } == [next(210, 1), completed(220)])
        #expect(runs == [200, 300])
        #expect(source.subscriptions == [Subscribed(200, 220), Subscribed(300, 320)])
    }

    @Test func errorIsPassedOn() {
        let source = scheduler.cold(next(10, 1), error(20, TestError()))
        #expect(scheduler.run { .deferred { source.asObservable() } } == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsTheSubscription() {
        let source = scheduler.cold(next(10, 1))
        #expect(scheduler.run(disposed: 250) { .deferred { source.asObservable() } } == [next(210, 1)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func aThrownErrorEndsTheSubscription() {
        #expect(scheduler.run { Observable<Int>.deferred { throw TestError() } } == [error(200, TestError())])
    }

    @Test func chainOfAThrowingFactory() {
        let made = chain {
            _ = Observable<Int>.deferred { throw TestError() }.subscribe(onError: { _ in })
        }
        #expect(
            made
                == rows(
                    """
                    create Deferred
                    subscribe Deferred
                      subscribe Deferred
                        schedule CurrentThreadScheduler
                          run Deferred
                            run DeferredSink
                              handler observableFactory
                              forwardOn DeferredSink error(TestError(test))
                                on AnonymousObserver error(TestError(test))
                                  onCore AnonymousObserver error(TestError(test))
                                    handler onError
                              dispose DeferredSink
                                dispose SinkDisposer
                          dispose DeferredSink
                            dispose SinkDisposer
                    """))
    }

    @Test func chainOfWhatItMakes() {
        let made = chain { _ = Observable<Int>.deferred { .just(1) }.subscribe(onNext: { _ in }) }
        #expect(
            made
                == rows(
                    """
                    create Deferred
                    subscribe Deferred
                      subscribe Deferred
                        schedule CurrentThreadScheduler
                          run Deferred
                            run DeferredSink
                              handler observableFactory
                                create Just
                              subscribe Just
                                on DeferredSink next(1)
                                  forwardOn DeferredSink next(1)
                                    on AnonymousObserver next(1)
                                      onCore AnonymousObserver next(1)
                                        handler onNext
                                on DeferredSink completed
                                  forwardOn DeferredSink completed
                                    on AnonymousObserver completed
                                      onCore AnonymousObserver completed
                                  dispose DeferredSink
                                    dispose SinkDisposer
                          dispose DeferredSink
                            dispose SinkDisposer
                    """))
    }
}
