import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct IgnoreElementsTests {
    let scheduler = TestScheduler()

    @Test func onlyTheCompletionIsPassedOn() {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(300))
        let events = scheduler.run { source.ignoreElements() }
        #expect(events.map(\.description) == ["completed@300"])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func anErrorIsPassedOn() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let events = scheduler.run { source.ignoreElements() }
        #expect(events.map(\.description) == ["error(TestError(test))@220"])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsTheSubscription() {
        let source = scheduler.hot(next(210, 1))
        let events = scheduler.run(disposed: 250) { source.ignoreElements() }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable.just(1).ignoreElements().subscribe(onCompleted: {})
        }
        #expect(
            recorded
                == rows(
                    """
                    create Just
                    create FlatMap
                    subscribe FlatMap
                      subscribe FlatMap
                        schedule CurrentThreadScheduler
                          run FlatMap
                            run FlatMapSink
                              subscribe Just
                                on FlatMapSink next(1)
                                  create EmptyProducer
                                  subscribe EmptyProducer
                                    on MergeSinkIter completed
                                      dispose SingleAssignmentDisposable
                                on FlatMapSink completed
                                  forwardOn FlatMapSink completed
                                    on AnonymousObserver completed
                                      onCore AnonymousObserver completed
                                        handler onCompleted
                                  dispose FlatMapSink
                                    dispose SinkDisposer
                          dispose FlatMapSink
                            dispose SinkDisposer
                          dispose CompositeDisposable
                            dispose SingleAssignmentDisposable
                    """))
    }
}
