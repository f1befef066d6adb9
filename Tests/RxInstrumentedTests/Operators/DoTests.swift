import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DoTests {
    let scheduler = TestScheduler()

    /// Subscribes `source` through a `do` with all closures, and gives the order of everything that happened.
    private func order(_ source: Observable<Int>) -> [String] {
        var order: [String] = []
        _ =
            source
            .do(
                onNext: { order.append("onNext \($0)") }, afterNext: { order.append("afterNext \($0)") },
                onError: { order.append("onError \($0)") }, afterError: { order.append("afterError \($0)") },
                onCompleted: { order.append("onCompleted") }, afterCompleted: { order.append("afterCompleted") },
                onSubscribe: { order.append("onSubscribe") }, onSubscribed: { order.append("onSubscribed") },
                onDispose: { order.append("onDispose") }
            )
            .subscribe { order.append($0.debugDescription) }
        return order
    }

    private func source(_ end: Event<Int>) -> Observable<Int> {
        Observable.create { observer in
            observer.onNext(1)
            observer.on(end)
            return Disposables.create()
        }
    }

    @Test func closuresAreCalledAroundTheEvents() {
        #expect(
            order(source(.completed)) == [
                "onSubscribe", "onNext 1", "next(1)", "afterNext 1", "onCompleted", "completed", "afterCompleted",
                "onSubscribed", "onDispose",
            ])
    }

    @Test func closuresAreCalledAroundAnError() {
        #expect(
            order(source(.error(TestError()))) == [
                "onSubscribe", "onNext 1", "next(1)", "afterNext 1", "onError TestError(test)",
                "error(TestError(test))", "afterError TestError(test)", "onSubscribed", "onDispose",
            ])
    }

    @Test func onDisposeIsCalledOnceAfterTheSourceIsDisposed() {
        var order: [String] = []
        let source = Observable<Int>.create { _ in Disposables.create { order.append("source") } }
        let subscription = source.do(onDispose: { order.append("onDispose") }).subscribe()
        subscription.dispose()
        subscription.dispose()
        #expect(order == ["source", "onDispose"])
    }

    @Test func anErrorOfOnNextTakesTheElementsPlace() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3))
        let events = scheduler.run { source.do(onNext: { if $0 == 2 { throw TestError() } }) }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorOfAfterNextFollowsTheElement() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3))
        let events = scheduler.run { source.do(afterNext: { if $0 == 2 { throw TestError() } }) }
        #expect(events == [next(210, 1), next(220, 2), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorOfOnErrorTakesItsPlace() {
        let source = scheduler.hot(error(210, TestError("first"), Int.self))
        let events = scheduler.run { source.do(onError: { _ in throw TestError("second") }) }
        #expect(events == [error(210, TestError("second"))])
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func anErrorOfOnCompletedTakesTheCompletionsPlace() {
        let source = scheduler.hot(next(210, 1), completed(220))
        let events = scheduler.run { source.do(onCompleted: { throw TestError() }) }
        #expect(events == [next(210, 1), error(220, TestError())])
    }

    @Test func anErrorOfAfterCompletedComesTooLate() {
        let source = scheduler.hot(next(210, 1), completed(220))
        var events: [Timed<Int>] = []
        scheduler.at(200) {
            _ = source.do(afterCompleted: { throw TestError() })
                .subscribe { events.append(Timed(time: self.scheduler.clock, value: $0)) }
        }
        scheduler.start()
        #expect(events == [next(210, 1), completed(220)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ =
                subject
                .do(
                    onNext: { _ in }, afterNext: { _ in }, onCompleted: {}, afterCompleted: {}, onSubscribe: {},
                    onSubscribed: {}, onDispose: {}
                )
                .subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onCompleted()
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create Do
                    subscribe Do
                      subscribe Do
                        schedule CurrentThreadScheduler
                          run Do
                            handler onSubscribe
                            subscribe PublishSubject
                            handler onSubscribed
                    on PublishSubject next(1)
                      on DoSink next(1)
                        handler onNext
                        forwardOn DoSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                        handler afterNext
                    on PublishSubject completed
                      on DoSink completed
                        handler onCompleted
                        forwardOn DoSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        handler afterCompleted
                        dispose DoSink
                          dispose SinkDisposer
                            dispose DoSink
                              dispose SinkDisposer
                            dispose AnonymousDisposable
                              dispose SubscriptionDisposable
                              handler onDispose
                    """))
    }

    @Test func chainOfASourceThatCompletesWhileItIsSubscribed() {
        let recorded = chain {
            _ = Observable.just(1)
                .do(onNext: { _ in }, onSubscribed: {}, onDispose: {})
                .subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create Just
                    create Do
                    subscribe Do
                      subscribe Do
                        schedule CurrentThreadScheduler
                          run Do
                            subscribe Just
                              on DoSink next(1)
                                handler onNext
                                forwardOn DoSink next(1)
                                  on AnonymousObserver next(1)
                                    onCore AnonymousObserver next(1)
                                      handler onNext
                              on DoSink completed
                                forwardOn DoSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose DoSink
                                  dispose SinkDisposer
                            handler onSubscribed
                          dispose DoSink
                            dispose SinkDisposer
                          dispose AnonymousDisposable
                            handler onDispose
                    """))
    }
}
