import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct CompactMapTests {
    let scheduler = TestScheduler()

    @Test func nilsAreDropped() {
        let source = scheduler.hot(next(210, "1"), next(220, "two"), next(230, "3"), completed(300))
        let events = scheduler.run { source.compactMap { Int($0) } }
        #expect(events == [next(210, 1), next(230, 3), completed(300)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3))
        let events = scheduler.run {
            source.compactMap { element -> Int? in
                if element == 2 { throw TestError() }
                return element
            }
        }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable.of(1, 2).compactMap { $0 > 1 ? $0 * 10 : nil }.subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create ObservableSequence
                    create CompactMap
                    subscribe CompactMap
                      subscribe CompactMap
                        schedule CurrentThreadScheduler
                          run CompactMap
                            subscribe ObservableSequence
                              run ObservableSequence
                                run ObservableSequenceSink
                                  schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn ObservableSequenceSink next(1)
                              on CompactMapSink next(1)
                                handler transform
                            schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn ObservableSequenceSink next(2)
                              on CompactMapSink next(2)
                                handler transform
                                forwardOn CompactMapSink next(20)
                                  on AnonymousObserver next(20)
                                    onCore AnonymousObserver next(20)
                                      handler onNext
                            schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn ObservableSequenceSink completed
                              on CompactMapSink completed
                                forwardOn CompactMapSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose CompactMapSink
                                  dispose SinkDisposer
                                    dispose CompactMapSink
                                      dispose SinkDisposer
                                    dispose SinkDisposer
                                      dispose ObservableSequenceSink
                                        dispose SinkDisposer
                                      dispose AnonymousDisposable
                                        dispose RecursiveImmediateScheduler
                                          dispose CompositeDisposable
                            dispose ObservableSequenceSink
                              dispose SinkDisposer
                    """))
    }
}
