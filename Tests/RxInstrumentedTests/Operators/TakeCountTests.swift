import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct TakeCountTests {
    let scheduler = TestScheduler()

    @Test func completesWithTheLastElementTaken() {
        let source = scheduler.hot(next(150, 1), next(210, 2), next(220, 3), next(230, 4), completed(300))
        let events = scheduler.run { source.take(2) }
        #expect(events == [next(210, 2), next(220, 3), completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func fewerElementsAreAllTaken() {
        let source = scheduler.hot(next(210, 2), completed(300))
        let events = scheduler.run { source.take(2) }
        #expect(events == [next(210, 2), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func zeroCompletesWithoutSubscribing() {
        let source = scheduler.hot(next(210, 2), completed(300))
        let events = scheduler.run { source.take(0) }
        #expect(events == [completed(200)])
        #expect(source.subscriptions.isEmpty)
    }

    @Test func anErrorBeforeTheLastElementIsPassedOn() {
        let source = scheduler.hot(next(210, 2), error(220, TestError()), next(230, 3))
        let events = scheduler.run { source.take(2) }
        #expect(events == [next(210, 2), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorAfterTheLastElementIsNotSeen() {
        let source = scheduler.hot(next(210, 2), error(220, TestError()))
        let events = scheduler.run { source.take(1) }
        #expect(events == [next(210, 2), completed(210)])
    }

    @Test func disposeEndsTheSubscription() {
        let source = scheduler.hot(next(210, 2), next(300, 3))
        let events = scheduler.run(disposed: 250) { source.take(2) }
        #expect(events == [next(210, 2)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func elementsSentWhileOneIsTakenCount() {
        let subject = PublishSubject<Int>()
        var events: [String] = []
        _ = subject.take(2).subscribe { event in
            events.append(event.debugDescription)
            if let element = event.element { subject.onNext(element + 1) }
        }
        subject.onNext(1)
        #expect(events == ["next(1)", "next(2)", "completed"])
        #expect(!subject.hasObservers)
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.take(1).subscribe(onNext: { _ in }, onDisposed: {})
            subject.onNext(1)
            subject.onNext(2)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create TakeCount
                    subscribe TakeCount
                      subscribe TakeCount
                        schedule CurrentThreadScheduler
                          run TakeCount
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on TakeCountSink next(1)
                        forwardOn TakeCountSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                        forwardOn TakeCountSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                              dispose AnonymousDisposable
                                handler onDisposed
                        dispose TakeCountSink
                          dispose SinkDisposer
                            dispose TakeCountSink
                              dispose SinkDisposer
                            dispose SubscriptionDisposable
                    on PublishSubject next(2)
                    """))
    }

    @Test func chainOfASequenceCutShort() {
        let recorded = chain {
            _ = Observable.of(1, 2).take(1).subscribe(onNext: { _ in }, onDisposed: {})
        }
        #expect(
            recorded
                == rows(
                    """
                    create ObservableSequence
                    create TakeCount
                    subscribe TakeCount
                      subscribe TakeCount
                        schedule CurrentThreadScheduler
                          run TakeCount
                            subscribe ObservableSequence
                              run ObservableSequence
                                run ObservableSequenceSink
                                  schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn ObservableSequenceSink next(1)
                              on TakeCountSink next(1)
                                forwardOn TakeCountSink next(1)
                                  on AnonymousObserver next(1)
                                    onCore AnonymousObserver next(1)
                                      handler onNext
                                forwardOn TakeCountSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                      dispose AnonymousDisposable
                                        handler onDisposed
                                dispose TakeCountSink
                                  dispose SinkDisposer
                                    dispose TakeCountSink
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
