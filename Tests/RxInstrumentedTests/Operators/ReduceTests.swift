import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ReduceTests {
    let scheduler = TestScheduler()

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        let events = scheduler.run { source.reduce(42) { $0 + $1 } }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptySendsTheSeed() {
        let source = scheduler.hot(next(150, 1), completed(300))
        let events = scheduler.run { source.reduce(42) { $0 + $1 } }
        #expect(events == [next(300, 42), completed(300)])
    }

    @Test func theAccumulatedValueIsSentAtTheCompletion() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), completed(300))
        let events = scheduler.run { source.reduce(10) { $0 + $1 } }
        #expect(events == [next(300, 16), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func theResultIsMapped() {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(300))
        let events = scheduler.run { source.reduce(0, accumulator: { $0 + $1 }, mapResult: { "sum \($0)" }) }
        #expect(events == [next(300, "sum 3"), completed(300)])
    }

    @Test func anErrorDropsWhatWasAccumulated() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()), completed(300))
        let events = scheduler.run { source.reduce(0) { $0 + $1 } }
        #expect(events == [error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsTheSubscription() {
        let source = scheduler.hot(next(210, 1), completed(300))
        let events = scheduler.run(disposed: 250) { source.reduce(0) { $0 + $1 } }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func anErrorOfTheAccumulatorEndsTheSequence() {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(300))
        let events = scheduler.run {
            source.reduce(0) { accumulated, element in
                if element == 2 { throw TestError() }
                return accumulated
            }
        }
        #expect(events == [error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorOfMapResultEndsTheSequence() {
        let source = scheduler.hot(next(210, 1), completed(300))
        let events = scheduler.run {
            source.reduce(0, accumulator: { $0 + $1 }, mapResult: { _ -> Int in throw TestError() })
        }
        #expect(events == [error(300, TestError())])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable.just(1)
                .reduce(1, accumulator: { $0 + $1 }, mapResult: { $0 * 2 })
                .subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create Just
                    create Reduce
                    subscribe Reduce
                      subscribe Reduce
                        schedule CurrentThreadScheduler
                          run Reduce
                            subscribe Just
                              on ReduceSink next(1)
                                handler accumulator
                              on ReduceSink completed
                                handler mapResult
                                forwardOn ReduceSink next(4)
                                  on AnonymousObserver next(4)
                                    onCore AnonymousObserver next(4)
                                      handler onNext
                                forwardOn ReduceSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose ReduceSink
                                  dispose SinkDisposer
                          dispose ReduceSink
                            dispose SinkDisposer
                    """))
    }

    @Test func onlyTheUsersClosuresAreHandlersInTheChain() {
        let recorded = chain {
            _ = Observable.just(1).reduce(1) { $0 + $1 }.subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create Just
                    create Reduce
                    subscribe Reduce
                      subscribe Reduce
                        schedule CurrentThreadScheduler
                          run Reduce
                            subscribe Just
                              on ReduceSink next(1)
                                handler accumulator
                              on ReduceSink completed
                                forwardOn ReduceSink next(2)
                                  on AnonymousObserver next(2)
                                    onCore AnonymousObserver next(2)
                                      handler onNext
                                forwardOn ReduceSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose ReduceSink
                                  dispose SinkDisposer
                          dispose ReduceSink
                            dispose SinkDisposer
                    """))
    }
}
