import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DematerializeTests {
    let scheduler = TestScheduler()

    @Test func elementsBecomeEvents() {
        let source = scheduler.hot(next(210, Event.next(1)), next(220, .next(2)), completed(300))
        let events = scheduler.run { source.dematerialize() }
        #expect(events == [next(210, 1), next(220, 2), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func anElementThatIsACompletionEndsTheSequence() {
        let source = scheduler.hot(next(210, Event.next(1)), next(220, .completed), next(230, .next(2)))
        let events = scheduler.run { source.dematerialize() }
        #expect(events == [next(210, 1), completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anElementThatIsAnErrorEndsTheSequence() {
        let source = scheduler.hot(next(210, Event<Int>.error(TestError())), next(230, .next(2)))
        let events = scheduler.run { source.dematerialize() }
        #expect(events == [error(210, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func anErrorOfTheSourceIsPassedOn() {
        let source = scheduler.hot(next(210, Event.next(1)), error(220, TestError()))
        let events = scheduler.run { source.dematerialize() }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsTheSubscription() {
        let source = scheduler.hot(next(210, Event.next(1)), next(300, .next(2)))
        let events = scheduler.run(disposed: 250) { source.dematerialize() }
        #expect(events == [next(210, 1)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable.of(Event.next(1), .completed).dematerialize().subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create ObservableSequence
                    create Dematerialize
                    subscribe Dematerialize
                      subscribe Dematerialize
                        schedule CurrentThreadScheduler
                          run Dematerialize
                            subscribe ObservableSequence
                              run ObservableSequence
                                run ObservableSequenceSink
                                  schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn ObservableSequenceSink next(next(1))
                              on DematerializeSink next(next(1))
                                forwardOn DematerializeSink next(1)
                                  on AnonymousObserver next(1)
                                    onCore AnonymousObserver next(1)
                                      handler onNext
                            schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn ObservableSequenceSink next(completed)
                              on DematerializeSink next(completed)
                                forwardOn DematerializeSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose DematerializeSink
                                  dispose SinkDisposer
                                    dispose DematerializeSink
                                      dispose SinkDisposer
                                    dispose SinkDisposer
                                      dispose ObservableSequenceSink
                                        dispose SinkDisposer
                                      dispose AnonymousDisposable
                                        dispose RecursiveImmediateScheduler
                                          dispose CompositeDisposable
                            schedule CurrentThreadScheduler
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                    """))
    }
}
