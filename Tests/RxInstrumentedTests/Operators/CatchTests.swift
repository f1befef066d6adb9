import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct CatchTests {
    let scheduler = TestScheduler()

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(scheduler.run { source.catch { _ in .just(2) } }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func withoutAnErrorNothingChanges() {
        let source = scheduler.hot(next(210, 1), completed(300))
        let events = scheduler.run { source.catch { _ in .just(2) } }
        #expect(events == [next(210, 1), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func anErrorIsFollowedByWhatTheHandlerGives() {
        let second = scheduler.cold(next(10, 2), completed(50))
        var caught: [TestError] = []
        let source = scheduler.hot(next(210, 1), error(220, TestError("first")), next(230, 3))
        let events = scheduler.run {
            source.catch { error in
                if let error = error as? TestError { caught.append(error) }
                return second.asObservable()
            }
        }
        #expect(events == [next(210, 1), next(230, 2), completed(270)])
        #expect(caught == [TestError("first")])
        #expect(source.subscriptions == [Subscribed(200, 220)])
        #expect(second.subscriptions == [Subscribed(220, 270)])
    }

    @Test func theSecondErrorIsPassedOn() {
        let second = scheduler.cold(next(10, 2), error(50, TestError("second")))
        let source = scheduler.hot(error(220, TestError("first"), Int.self))
        let events = scheduler.run { source.catch { _ in second.asObservable() } }
        #expect(events == [next(230, 2), error(270, TestError("second"))])
        #expect(second.subscriptions == [Subscribed(220, 270)])
    }

    @Test func anErrorTheHandlerThrowsIsPassedOn() {
        let source = scheduler.hot(next(210, 1), error(220, TestError("first")))
        let events = scheduler.run { source.catch { _ in throw TestError("handler") } }
        #expect(events == [next(210, 1), error(220, TestError("handler"))])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsWhateverRuns() {
        let second = scheduler.cold(next(10, 2), next(100, 3))
        let source = scheduler.hot(error(220, TestError(), Int.self))
        let events = scheduler.run(disposed: 250) { source.catch { _ in second.asObservable() } }
        #expect(events == [next(230, 2)])
        #expect(second.subscriptions == [Subscribed(220, 250)])
    }

    @Test func catchAndReturnSendsOneElement() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        #expect(scheduler.run { source.catchAndReturn(7) } == [next(210, 1), next(220, 7), completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func chainOfAnErrorThatComesAtOnce() {
        let made = chain {
            _ = Observable<Int>.error(TestError()).catch { _ in .just(1) }.subscribe(onNext: { _ in })
        }
        #expect(
            made
                == rows(
                    """
                    create ErrorProducer
                    create Catch
                    subscribe Catch
                      subscribe Catch
                        schedule CurrentThreadScheduler
                          run Catch
                            run CatchSink
                              subscribe ErrorProducer
                                on CatchSink error(TestError(test))
                                  handler handler
                                    create Just
                                  subscribe Just
                                    on CatchSinkProxy next(1)
                                      forwardOn CatchSink next(1)
                                        on AnonymousObserver next(1)
                                          onCore AnonymousObserver next(1)
                                            handler onNext
                                    on CatchSinkProxy completed
                                      forwardOn CatchSink completed
                                        on AnonymousObserver completed
                                          onCore AnonymousObserver completed
                                      dispose CatchSink
                                        dispose SinkDisposer
                                  dispose SingleAssignmentDisposable
                          dispose CatchSink
                            dispose SinkDisposer
                          dispose SerialDisposable
                    """))
    }

    @Test func chainOfALateError() {
        let source = PublishSubject<Int>()
        let made = chain {
            let subscription = source.catchAndReturn(7).subscribe(onNext: { _ in })
            source.onError(TestError())
            subscription.dispose()
        }
        #expect(
            made
                == rows(
                    """
                    create Catch
                    subscribe Catch
                      subscribe Catch
                        schedule CurrentThreadScheduler
                          run Catch
                            run CatchSink
                              subscribe PublishSubject
                    on PublishSubject error(TestError(test))
                      on CatchSink error(TestError(test))
                        create Just
                        subscribe Just
                          on CatchSinkProxy next(7)
                            forwardOn CatchSink next(7)
                              on AnonymousObserver next(7)
                                onCore AnonymousObserver next(7)
                                  handler onNext
                          on CatchSinkProxy completed
                            forwardOn CatchSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose CatchSink
                              dispose SinkDisposer
                                dispose CatchSink
                                  dispose SinkDisposer
                                dispose SerialDisposable
                                  dispose SingleAssignmentDisposable
                                    dispose SubscriptionDisposable
                    dispose BinaryDisposable
                      dispose SinkDisposer
                    """))
    }
}
