import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct MaterializeTests {
    let scheduler = TestScheduler()

    private func events(_ source: TestableObservable<Int>) -> [String] {
        scheduler.run { source.materialize() }.map(\.description)
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(events(source).isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptySendsTheCompletion() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(events(source) == ["next(completed)@300", "completed@300"])
    }

    @Test func eventsBecomeElements() {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(300))
        #expect(events(source) == ["next(next(1))@210", "next(next(2))@220", "next(completed)@300", "completed@300"])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func anErrorBecomesAnElementAndCompletes() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        #expect(events(source) == ["next(next(1))@210", "next(error(TestError(test)))@220", "completed@220"])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable.just(1).materialize().subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create Just
                    create Materialize
                    subscribe Materialize
                      subscribe Materialize
                        schedule CurrentThreadScheduler
                          run Materialize
                            subscribe Just
                              on MaterializeSink next(1)
                                forwardOn MaterializeSink next(next(1))
                                  on AnonymousObserver next(next(1))
                                    onCore AnonymousObserver next(next(1))
                                      handler onNext
                              on MaterializeSink completed
                                forwardOn MaterializeSink next(completed)
                                  on AnonymousObserver next(completed)
                                    onCore AnonymousObserver next(completed)
                                      handler onNext
                                forwardOn MaterializeSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose MaterializeSink
                                  dispose SinkDisposer
                          dispose MaterializeSink
                            dispose SinkDisposer
                    """))
    }
}
