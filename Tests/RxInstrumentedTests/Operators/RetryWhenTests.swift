import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct RetryWhenTests {
    let scheduler = TestScheduler()

    @Test func withoutAnErrorNothingChanges() {
        let source = scheduler.hot(next(210, 1), completed(300))
        let events = scheduler.run { source.retry(when: { (errors: Observable<any Error>) in errors }) }
        #expect(events == [next(210, 1), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func anElementOfTheTriggerStartsTheNextAttempt() {
        let source = scheduler.cold(next(10, 1), error(20, TestError()))
        let trigger = scheduler.hot(next(215, 0), next(250, 0), next(300, 0), completed(400))
        let events = scheduler.run { source.retry(when: { (_: Observable<any Error>) in trigger }) }
        #expect(events == [next(210, 1), next(260, 1), next(310, 1), completed(400)])
        #expect(source.subscriptions == [Subscribed(200, 220), Subscribed(250, 270), Subscribed(300, 320)])
        #expect(trigger.subscriptions == [Subscribed(200, 400)])
    }

    @Test func theErrorsAreHandedToTheClosure() {
        let source = scheduler.cold(next(10, 1), error(20, TestError("again")))
        var seen: [String] = []
        let events = scheduler.run {
            source.retry(when: { (errors: Observable<TestError>) in
                errors.map { error -> Int in
                    seen.append("\(error.name)@\(self.scheduler.clock)")
                    if seen.count == 3 { throw TestError("enough") }
                    return 0
                }
            })
        }
        #expect(events == [next(210, 1), next(230, 1), next(250, 1), error(260, TestError("enough"))])
        #expect(seen == ["again@220", "again@240", "again@260"])
        #expect(source.subscriptions == [Subscribed(200, 220), Subscribed(220, 240), Subscribed(240, 260)])
    }

    @Test func errorsOfAnotherTypeArePassedOn() {
        struct Other: Error {}
        let source = scheduler.cold(next(10, 1), error(20, TestError()))
        let events = scheduler.run { source.retry(when: { (errors: Observable<Other>) in errors }) }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theTriggersCompletionCompletes() {
        let source = scheduler.cold(next(10, 1), error(20, TestError()))
        let trigger = scheduler.hot(completed(300, Int.self))
        let events = scheduler.run { source.retry(when: { (_: Observable<any Error>) in trigger }) }
        #expect(events == [next(210, 1), completed(300)])
        #expect(trigger.subscriptions == [Subscribed(200, 300)])
    }

    @Test func disposeEndsTheTriggerToo() {
        let source = scheduler.cold(next(10, 1), error(20, TestError()))
        let trigger = scheduler.hot(next(900, 1))
        let events = scheduler.run(disposed: 250) { source.retry(when: { (_: Observable<any Error>) in trigger }) }
        #expect(events == [next(210, 1)])
        #expect(trigger.subscriptions == [Subscribed(200, 250)])
    }

    @Test func theStackDoesNotGrow() {
        var attempts = 0
        var isCompleted = false
        onSmallStack {
            let source = Observable<Int>.create { observer in
                attempts += 1
                if attempts < 20_000 { observer.onError(TestError()) } else { observer.onCompleted() }
                return Disposables.create()
            }
            _ = source.retry(when: { (errors: Observable<any Error>) in errors }).subscribe(
                onCompleted: { isCompleted = true })
        }
        #expect(attempts == 20_000)
        #expect(isCompleted)
    }

    @Test func chainOfOneRetry() {
        let source = PublishSubject<Int>()
        let trigger = PublishSubject<Int>()
        let made = chain {
            let subscription = source.retry(when: { (_: Observable<any Error>) in trigger }).subscribe(onNext: { _ in })
            source.onNext(1)
            subscription.dispose()
        }
        #expect(
            made
                == rows(
                    """
                    create RetryWhenSequence
                    subscribe RetryWhenSequence
                      subscribe RetryWhenSequence
                        schedule CurrentThreadScheduler
                          run RetryWhenSequence
                            create PublishSubject
                            create PublishSubject
                            handler notificationHandler
                            run RetryWhenSequenceSink
                              subscribe PublishSubject
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on RetryWhenSequenceSinkIter next(1)
                        forwardOn RetryWhenSequenceSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose RetryWhenSequenceSink
                          dispose SinkDisposer
                          dispose SerialDisposable
                            dispose SingleAssignmentDisposable
                              dispose RetryWhenSequenceSinkIter
                                dispose SingleAssignmentDisposable
                                  dispose SubscriptionDisposable
                                dispose SingleAssignmentDisposable
                          dispose AsyncLock
                        dispose BinaryDisposable
                          dispose SerialDisposable
                          dispose SubscriptionDisposable
                    """))
    }

    @Test func chainOfAnErrorAndItsTrigger() {
        let trigger = PublishSubject<Int>()
        var attempts = 0
        let source = Observable<Int>.deferred {
            attempts += 1
            return attempts == 1 ? .error(TestError()) : .never()
        }
        var subscription: (any Disposable)?
        subscription = source.retry(when: { (_: Observable<any Error>) in trigger }).subscribe(onNext: { _ in })
        let made = chain { trigger.onNext(1) }
        #expect(
            made
                == rows(
                    """
                    on PublishSubject next(1)
                      on PublishSubject next(1)
                        on RetryTriggerSink next(1)
                          dispose SingleAssignmentDisposable
                            dispose RetryWhenSequenceSinkIter
                              dispose SingleAssignmentDisposable
                              dispose SingleAssignmentDisposable
                                dispose SubscriptionDisposable
                          subscribe Deferred
                            schedule CurrentThreadScheduler
                              run Deferred
                                run DeferredSink
                                  handler observableFactory
                                    create NeverProducer
                                  subscribe NeverProducer
                    """))
        subscription?.dispose()
    }
}
