import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct MergeLimitedTests {
    let scheduler = TestScheduler()

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, Observable.just(1)))
        #expect(scheduler.run { source.merge(maxConcurrent: 2) }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletes() {
        let source = scheduler.hot(completed(300, Observable<Int>.self))
        #expect(scheduler.run { source.merge(maxConcurrent: 2) } == [completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func noMoreThanAllowedAreActive() {
        let inner = (0..<4).map { scheduler.cold(next(10, $0), completed(50)) }
        let source = scheduler.hot(
            next(210, inner[0]), next(220, inner[1]), next(230, inner[2]), next(240, inner[3]), completed(250))
        let events = scheduler.run { source.merge(maxConcurrent: 2) }
        #expect(events == [next(220, 0), next(230, 1), next(270, 2), next(280, 3), completed(320)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(
            inner.map(\.subscriptions) == [
                [Subscribed(210, 260)], [Subscribed(220, 270)], [Subscribed(260, 310)], [Subscribed(270, 320)],
            ])
    }

    @Test func concatTakesOneAfterTheOther() {
        let inner = (0..<3).map { scheduler.cold(next(10, $0), completed(20)) }
        let source = scheduler.hot(next(210, inner[0]), next(215, inner[1]), next(300, inner[2]), completed(310))
        let events = scheduler.run { source.concat() }
        #expect(events == [next(220, 0), next(240, 1), next(310, 2), completed(320)])
        #expect(
            inner.map(\.subscriptions) == [[Subscribed(210, 230)], [Subscribed(230, 250)], [Subscribed(300, 320)]])
    }

    @Test func errorsEndEverything() {
        let failing = scheduler.cold(next(10, 1), error(20, TestError("inner")))
        let waiting = scheduler.cold(next(10, 2))
        let source = scheduler.hot(next(210, failing), next(215, waiting))
        let events = scheduler.run { source.concat() }
        #expect(events == [next(220, 1), error(230, TestError("inner"))])
        #expect(source.subscriptions == [Subscribed(200, 230)])
        #expect(waiting.subscriptions.isEmpty)
    }

    @Test func anErrorOfTheSourceIsPassedOn() {
        let first = scheduler.cold(next(10, 1), next(100, 2))
        let source = scheduler.hot(next(210, first), error(230, TestError()))
        #expect(scheduler.run { source.concat() } == [next(220, 1), error(230, TestError())])
        #expect(first.subscriptions == [Subscribed(210, 230)])
    }

    @Test func disposeEndsAllSubscriptions() {
        let first = scheduler.cold(next(10, 1))
        let waiting = scheduler.cold(next(10, 2))
        let source = scheduler.hot(next(210, first), next(220, waiting))
        #expect(scheduler.run(disposed: 250) { source.merge(maxConcurrent: 1) } == [next(220, 1)])
        #expect(first.subscriptions == [Subscribed(210, 250)])
        #expect(waiting.subscriptions.isEmpty)
    }

    @Test func manyWait() {
        var seen: [Int] = []
        let gate = PublishSubject<Int>()
        let source = PublishSubject<Observable<Int>>()
        let subscription = source.concat().subscribe(onNext: { seen.append($0) })
        source.onNext(gate)
        for number in 0..<200 { source.onNext(.just(number)) }
        #expect(seen.isEmpty)
        gate.onCompleted()
        #expect(seen == Array(0..<200))
        source.onNext(.just(-1))
        #expect(seen.last == -1)
        subscription.dispose()
    }

    @Test func chainOfAWaitingOne() {
        let first = PublishSubject<Int>()
        let made = chain {
            let source = PublishSubject<Observable<Int>>()
            _ = source.concat().subscribe(onNext: { _ in })
            source.onNext(first)
            source.onNext(.just(1))
            source.onCompleted()
            first.onCompleted()
        }
        #expect(
            made
                == rows(
                    """
                    create PublishSubject
                    create MergeLimited
                    subscribe MergeLimited
                      subscribe MergeLimited
                        schedule CurrentThreadScheduler
                          run MergeLimited
                            run MergeLimitedBasicSink
                              subscribe PublishSubject
                    on PublishSubject next(PublishSubject<Int>)
                      on MergeLimitedBasicSink next(PublishSubject<Int>)
                        subscribe PublishSubject
                    create Just
                    on PublishSubject next(Just<Int>)
                      on MergeLimitedBasicSink next(Just<Int>)
                    on PublishSubject completed
                      on MergeLimitedBasicSink completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                    on PublishSubject completed
                      on MergeLimitedSinkIter completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                        schedule CurrentThreadScheduler
                          subscribe Just
                            on MergeLimitedSinkIter next(1)
                              forwardOn MergeLimitedBasicSink next(1)
                                on AnonymousObserver next(1)
                                  onCore AnonymousObserver next(1)
                                    handler onNext
                            on MergeLimitedSinkIter completed
                              dispose SingleAssignmentDisposable
                              forwardOn MergeLimitedBasicSink completed
                                on AnonymousObserver completed
                                  onCore AnonymousObserver completed
                              dispose MergeLimitedBasicSink
                                dispose SinkDisposer
                                  dispose MergeLimitedBasicSink
                                    dispose SinkDisposer
                                  dispose CompositeDisposable
                                    dispose SingleAssignmentDisposable
                        dispose SingleAssignmentDisposable
                    """))
    }
}

/// When the next source is subscribed to.
@Suite(.everyRecorderState) struct MergeLimitedTurnTests {
    @Test func insideTheTrampolineWhatEndedASourceRunsToItsEndFirst() {
        var log: [String] = []
        let inner = { (number: Int) in
            Observable<Int>.create { observer in
                log.append("inner \(number)")
                observer.onCompleted()
                return Disposables.create()
            }
        }
        _ = CurrentThreadScheduler.instance.schedule(()) {
            let first = PublishSubject<Int>()
            _ = Observable.of(first.asObservable(), inner(1), inner(2)).merge(maxConcurrent: 1).subscribe()
            return CurrentThreadScheduler.instance.schedule(()) {
                // After the three sources have come.
                CurrentThreadScheduler.instance.schedule(()) {
                    CurrentThreadScheduler.instance.schedule(()) {
                        CurrentThreadScheduler.instance.schedule(()) {
                            first.onCompleted()
                            log.append("after first completed")
                            return Disposables.create()
                        }
                    }
                }
            }
        }
        #expect(log == ["after first completed", "inner 1", "inner 2"])
    }

    @Test func outsideTheTrampolineTheNextSourceIsSubscribedToAtOnce() {
        var log: [String] = []
        let first = PublishSubject<Int>()
        let sources = PublishSubject<Observable<Int>>()
        let subscription = sources.merge(maxConcurrent: 1).subscribe(onNext: { log.append("\($0)") })
        sources.onNext(first)
        sources.onNext(.just(1))
        sources.onNext(.just(2))
        first.onCompleted()
        log.append("after first completed")
        subscription.dispose()
        #expect(log == ["1", "2", "after first completed"])
    }

    @Test func aSourceThatWaitsInTheTrampolineIsNotSubscribedToOnceDisposed() {
        var isSubscribed = false
        _ = CurrentThreadScheduler.instance.schedule(()) {
            let first = PublishSubject<Int>()
            let sources = PublishSubject<Observable<Int>>()
            let subscription = sources.merge(maxConcurrent: 1).subscribe()
            sources.onNext(first)
            sources.onNext(
                .deferred {
                    isSubscribed = true
                    return .empty()
                })
            first.onCompleted()
            subscription.dispose()
            return Disposables.create()
        }
        #expect(!isSubscribed)
    }
}
