import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct AmbTests {
    let scheduler = TestScheduler()

    @Test func neverAndNeverSendNothing() {
        let left = scheduler.hot(next(150, 1))
        let right = scheduler.hot(next(150, 2))
        #expect(scheduler.run { left.amb(right) }.isEmpty)
        #expect(left.subscriptions == [Subscribed(200, 1000)])
        #expect(right.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func theFirstToSendWins() {
        let left = scheduler.hot(next(220, 1), next(300, 3), completed(310))
        let right = scheduler.hot(next(210, 2), next(230, 4), completed(240))
        #expect(scheduler.run { left.amb(right) } == [next(210, 2), next(230, 4), completed(240)])
        #expect(left.subscriptions == [Subscribed(200, 210)])
        #expect(right.subscriptions == [Subscribed(200, 240)])
    }

    @Test func completionAndErrorWinToo() {
        let left = scheduler.hot(completed(210, Int.self))
        let right = scheduler.hot(next(220, 2))
        #expect(scheduler.run { left.amb(right) } == [completed(210)])
        #expect(right.subscriptions == [Subscribed(200, 210)])
        let other = TestScheduler()
        let late = other.hot(next(220, 2))
        let failing = other.hot(error(210, TestError(), Int.self))
        #expect(other.run { late.amb(failing) } == [error(210, TestError())])
        #expect(late.subscriptions == [Subscribed(200, 210)])
    }

    @Test func anErrorOfTheLoserIsNotSeen() {
        let left = scheduler.hot(next(210, 1), completed(300))
        let right = scheduler.hot(error(220, TestError(), Int.self))
        #expect(scheduler.run { left.amb(right) } == [next(210, 1), completed(300)])
        #expect(left.subscriptions == [Subscribed(200, 300)])
    }

    @Test func disposeEndsBoth() {
        let left = scheduler.hot(next(300, 1))
        let right = scheduler.hot(next(300, 2))
        #expect(scheduler.run(disposed: 250) { left.amb(right) }.isEmpty)
        #expect(left.subscriptions == [Subscribed(200, 250)])
        #expect(right.subscriptions == [Subscribed(200, 250)])
    }

    @Test func aSequenceOfMany() {
        let sources = [230, 210, 220].map { scheduler.hot(next($0, $0), completed(400)) }
        let events = scheduler.run { Observable.amb(sources.map { $0.asObservable() }) }
        #expect(events == [next(210, 210), completed(400)])
        #expect(sources.map { $0.subscriptions.first?.unsubscribe } == [210, 400, 210])
        #expect(TestScheduler().run { Observable<Int>.amb([]) }.isEmpty)
    }

    @Test func chainOfTheRightOneWinning() {
        let left = PublishSubject<Int>()
        let right = PublishSubject<Int>()
        let made = chain {
            _ = left.amb(right).subscribe(onNext: { _ in })
            right.onNext(1)
            right.onCompleted()
        }
        #expect(
            made
                == rows(
                    """
                    create Amb
                    subscribe Amb
                      subscribe Amb
                        schedule CurrentThreadScheduler
                          run Amb
                            run AmbSink
                              subscribe PublishSubject
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on AmbObserver next(1)
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                        forwardOn AmbSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    on PublishSubject completed
                      on AmbObserver completed
                        forwardOn AmbSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose AmbSink
                          dispose SinkDisposer
                            dispose AmbSink
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose SingleAssignmentDisposable
                              dispose SingleAssignmentDisposable
                                dispose SubscriptionDisposable
                        dispose BinaryDisposable
                    """))
    }
}
