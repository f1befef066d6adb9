import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct IfEmptyTests {
    let scheduler = TestScheduler()

    @Test func emptySendsTheDefault() {
        let source = scheduler.hot(next(150, 1), completed(300))
        let events = scheduler.run { source.ifEmpty(default: 7) }
        #expect(events == [next(300, 7), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func elementsArePassedOnWithoutTheDefault() {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(300))
        let events = scheduler.run { source.ifEmpty(default: 7) }
        #expect(events == [next(210, 1), next(220, 2), completed(300)])
    }

    @Test func anErrorIsPassedOnWithoutTheDefault() {
        let source = scheduler.hot(error(210, TestError(), Int.self))
        let events = scheduler.run { source.ifEmpty(default: 7) }
        #expect(events == [error(210, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        let events = scheduler.run { source.ifEmpty(default: 7) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable<Int>.empty().ifEmpty(default: 7).subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create EmptyProducer
                    create DefaultIfEmpty
                    subscribe DefaultIfEmpty
                      subscribe DefaultIfEmpty
                        schedule CurrentThreadScheduler
                          run DefaultIfEmpty
                            subscribe EmptyProducer
                              on DefaultIfEmptySink completed
                                forwardOn DefaultIfEmptySink next(7)
                                  on AnonymousObserver next(7)
                                    onCore AnonymousObserver next(7)
                                      handler onNext
                                forwardOn DefaultIfEmptySink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose DefaultIfEmptySink
                                  dispose SinkDisposer
                          dispose DefaultIfEmptySink
                            dispose SinkDisposer
                    """))
    }
}
