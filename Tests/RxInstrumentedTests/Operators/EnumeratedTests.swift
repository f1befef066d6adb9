import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct EnumeratedTests {
    @Test func elementsAreNumbered() {
        let scheduler = TestScheduler()
        let source = scheduler.hot(next(150, "z"), next(210, "a"), next(220, "b"), next(240, "c"), completed(300))
        let events = scheduler.run { source.enumerated().map { "\($0.index)\($0.element)" } }
        #expect(events == [next(210, "0a"), next(220, "1b"), next(240, "2c"), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func eachSubscriptionCountsFromZero() {
        let observable = Observable.of("a", "b").enumerated()
        var indices: [Int] = []
        _ = observable.subscribe(onNext: { indices.append($0.index) })
        _ = observable.subscribe(onNext: { indices.append($0.index) })
        #expect(indices == [0, 1, 0, 1])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable.just(1).enumerated().subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create Just
                    create Enumerated
                    subscribe Enumerated
                      subscribe Enumerated
                        schedule CurrentThreadScheduler
                          run Enumerated
                            subscribe Just
                              on EnumeratedSink next(1)
                                forwardOn EnumeratedSink next((index: 0, element: 1))
                                  on AnonymousObserver next((index: 0, element: 1))
                                    onCore AnonymousObserver next((index: 0, element: 1))
                                      handler onNext
                              on EnumeratedSink completed
                                forwardOn EnumeratedSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose EnumeratedSink
                                  dispose SinkDisposer
                          dispose EnumeratedSink
                            dispose SinkDisposer
                    """))
    }
}
