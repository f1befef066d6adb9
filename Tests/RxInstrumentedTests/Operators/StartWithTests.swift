import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct StartWithTests {
    let scheduler = TestScheduler()

    @Test func theElementsComeFirst() {
        let source = scheduler.hot(next(150, 0), next(220, 3), completed(250))
        let events = scheduler.run { source.startWith(1, 2) }
        #expect(events == [next(200, 1), next(200, 2), next(220, 3), completed(250)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func theElementsOfTheLastCallComeFirst() {
        let source = scheduler.hot(next(220, 3), completed(250))
        let events = scheduler.run { source.startWith(2).startWith(1) }
        #expect(events == [next(200, 1), next(200, 2), next(220, 3), completed(250)])
    }

    @Test func anErrorIsPassedOn() {
        let source = scheduler.hot(error(220, TestError(), Int.self))
        let events = scheduler.run { source.startWith(1) }
        #expect(events == [next(200, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theElementsAreSentBeforeTheSourceIsSubscribed() {
        var order: [String] = []
        let source = Observable<Int>.create { _ in
            order.append("subscribed")
            return Disposables.create()
        }
        _ = source.startWith(1).subscribe(onNext: { order.append("\($0)") })
        #expect(order == ["1", "subscribed"])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            let subscription = subject.startWith(0).subscribe(onNext: { _ in })
            subject.onNext(1)
            subscription.dispose()
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create StartWith
                    subscribe StartWith
                      subscribe StartWith
                        schedule CurrentThreadScheduler
                          run StartWith
                            on AnonymousObserver next(0)
                              onCore AnonymousObserver next(0)
                                handler onNext
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on AnonymousObserver next(1)
                        onCore AnonymousObserver next(1)
                          handler onNext
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose SubscriptionDisposable
                    """))
    }
}
