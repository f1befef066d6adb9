import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct CatchSequenceTests {
    let scheduler = TestScheduler()

    @Test func theFirstThatCompletesEndsIt() {
        let sources = [
            scheduler.cold(next(10, 1), error(20, TestError("first"))),
            scheduler.cold(next(10, 2), completed(20)),
            scheduler.cold(next(10, 3)),
        ]
        let events = scheduler.run { Observable.catch(sequence: sources.map { $0.asObservable() }) }
        #expect(events == [next(210, 1), next(230, 2), completed(240)])
        #expect(sources.map(\.subscriptions) == [[Subscribed(200, 220)], [Subscribed(220, 240)], []])
    }

    @Test func theErrorOfTheLastIsPassedOn() {
        let sources = ["a", "b"].map { scheduler.cold(error(10, TestError($0), Int.self)) }
        let events = scheduler.run { Observable.catch(sequence: sources.map { $0.asObservable() }) }
        #expect(events == [error(220, TestError("b"))])
    }

    @Test func nothingCompletes() {
        #expect(scheduler.run { Observable<Int>.catch(sequence: []) } == [completed(200)])
    }

    @Test func disposeEndsTheCurrentOne() {
        let sources = [scheduler.cold(error(10, TestError(), Int.self)), scheduler.cold(next(10, 2))]
        let events = scheduler.run(disposed: 250) { Observable.catch(sequence: sources.map { $0.asObservable() }) }
        #expect(events == [next(220, 2)])
        #expect(sources[1].subscriptions == [Subscribed(210, 250)])
    }

    @Test func retryOfASequenceThatCompletes() {
        let source = scheduler.cold(next(10, 1), completed(20))
        #expect(scheduler.run { source.retry() } == [next(210, 1), completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func retryGoesOnUntilDisposed() {
        let source = scheduler.cold(next(10, 1), error(20, TestError()))
        let events = scheduler.run(disposed: 245) { source.retry() }
        #expect(events == [next(210, 1), next(230, 1)])
        #expect(source.subscriptions == [Subscribed(200, 220), Subscribed(220, 240), Subscribed(240, 245)])
    }

    @Test func retryNeverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(scheduler.run { source.retry() }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func retryCountsAllAttempts() {
        let source = scheduler.cold(next(10, 1), error(20, TestError()))
        let events = scheduler.run { source.retry(3) }
        #expect(events == [next(210, 1), next(230, 1), next(250, 1), error(260, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220), Subscribed(220, 240), Subscribed(240, 260)])
    }

    @Test func noAttemptAtAllCompletes() {
        let source = scheduler.cold(next(10, 1))
        #expect(scheduler.run { source.retry(0) } == [completed(200)])
        #expect(source.subscriptions.isEmpty)
    }

    @Test func nestedSequencesOfOneKindAreTakenApart() {
        let source = scheduler.cold(error(10, TestError(), Int.self))
        let last = scheduler.cold(next(10, 1), completed(20))
        let nested = Observable.catch(sequence: [source.asObservable(), source.asObservable()])
        let events = scheduler.run { Observable.catch(sequence: [nested, last.asObservable()]) }
        #expect(events == [next(230, 1), completed(240)])
        #expect(source.subscriptions == [Subscribed(200, 210), Subscribed(210, 220)])
    }

    @Test func theStackDoesNotGrow() {
        var attempts = 0
        var isCompleted = false
        onSmallStack {
            let source = Observable<Int>.create { observer in
                attempts += 1
                if attempts < 100_000 { observer.onError(TestError()) } else { observer.onCompleted() }
                return Disposables.create()
            }
            _ = source.retry().subscribe(onCompleted: { isCompleted = true })
        }
        #expect(attempts == 100_000)
        #expect(isCompleted)
    }

    @Test func chainOfTwoAttempts() {
        let made = chain {
            _ = Observable<Int>.error(TestError()).retry(2).subscribe(onError: { _ in })
        }
        #expect(
            made
                == rows(
                    """
                    create ErrorProducer
                    create CatchSequence
                    subscribe CatchSequence
                      subscribe CatchSequence
                        schedule CurrentThreadScheduler
                          run CatchSequence
                            run CatchSequenceSink
                              subscribe ErrorProducer
                                on CatchSequenceSink error(TestError(test))
                              dispose SingleAssignmentDisposable
                              subscribe ErrorProducer
                                on CatchSequenceSink error(TestError(test))
                              forwardOn CatchSequenceSink error(TestError(test))
                                on AnonymousObserver error(TestError(test))
                                  onCore AnonymousObserver error(TestError(test))
                                    handler onError
                              dispose CatchSequenceSink
                                dispose SinkDisposer
                                dispose SerialDisposable
                                  dispose SingleAssignmentDisposable
                                dispose AsyncLock
                          dispose CatchSequenceSink
                            dispose SinkDisposer
                            dispose SerialDisposable
                            dispose AsyncLock
                          dispose SerialDisposable
                    """))
    }
}
