import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SwitchIfEmptyTests {
    let scheduler = TestScheduler()

    @Test func emptyGoesOnWithTheOther() {
        let source = scheduler.hot(next(150, 1), completed(300))
        let other = scheduler.cold(next(10, 7), next(20, 8), completed(30))
        let events = scheduler.run { source.ifEmpty(switchTo: other.asObservable()) }
        #expect(events == [next(310, 7), next(320, 8), completed(330)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
        #expect(other.subscriptions == [Subscribed(300, 330)])
    }

    @Test func theOtherIsNotSubscribedAfterElements() {
        let source = scheduler.hot(next(210, 1), completed(300))
        let other = scheduler.cold(next(10, 7))
        let events = scheduler.run { source.ifEmpty(switchTo: other.asObservable()) }
        #expect(events == [next(210, 1), completed(300)])
        #expect(other.subscriptions.isEmpty)
    }

    @Test func theOtherIsNotSubscribedAfterAnError() {
        let source = scheduler.hot(error(210, TestError(), Int.self))
        let other = scheduler.cold(next(10, 7))
        let events = scheduler.run { source.ifEmpty(switchTo: other.asObservable()) }
        #expect(events == [error(210, TestError())])
        #expect(other.subscriptions.isEmpty)
    }

    @Test func anErrorOfTheOtherIsPassedOn() {
        let source = scheduler.hot(completed(300, Int.self))
        let other = scheduler.cold(next(10, 7), error(20, TestError()))
        let events = scheduler.run { source.ifEmpty(switchTo: other.asObservable()) }
        #expect(events == [next(310, 7), error(320, TestError())])
        #expect(other.subscriptions == [Subscribed(300, 320)])
    }

    @Test func disposeEndsTheSubscriptionToTheOther() {
        let source = scheduler.hot(completed(300, Int.self))
        let other = scheduler.cold(next(10, 7), next(200, 8))
        let events = scheduler.run(disposed: 400) { source.ifEmpty(switchTo: other.asObservable()) }
        #expect(events == [next(310, 7)])
        #expect(other.subscriptions == [Subscribed(300, 400)])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable<Int>.empty().ifEmpty(switchTo: .just(7)).subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create EmptyProducer
                    create Just
                    create SwitchIfEmpty
                    subscribe SwitchIfEmpty
                      subscribe SwitchIfEmpty
                        schedule CurrentThreadScheduler
                          run SwitchIfEmpty
                            run SwitchIfEmptySink
                              subscribe EmptyProducer
                                on SwitchIfEmptySink completed
                                  subscribe Just
                                    on SwitchIfEmptySinkIter next(7)
                                      forwardOn SwitchIfEmptySink next(7)
                                        on AnonymousObserver next(7)
                                          onCore AnonymousObserver next(7)
                                            handler onNext
                                    on SwitchIfEmptySinkIter completed
                                      forwardOn SwitchIfEmptySink completed
                                        on AnonymousObserver completed
                                          onCore AnonymousObserver completed
                                      dispose SwitchIfEmptySink
                                        dispose SinkDisposer
                          dispose SwitchIfEmptySink
                            dispose SinkDisposer
                          dispose BinaryDisposable
                            dispose SingleAssignmentDisposable
                    """))
    }
}
