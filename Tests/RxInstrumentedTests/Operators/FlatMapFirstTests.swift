import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct FlatMapFirstTests {
    let scheduler = TestScheduler()

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(scheduler.run { source.flatMapFirst { Observable.just($0) } }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletes() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(scheduler.run { source.flatMapFirst { Observable.just($0) } } == [completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func elementsAreIgnoredWhileAnInnerObservableIsActive() {
        let inner = scheduler.cold(next(10, 1), completed(50))
        var selected: [Int] = []
        let source = scheduler.hot(next(210, 0), next(230, 1), next(259, 2), next(261, 3), completed(270))
        let events = scheduler.run {
            source.flatMapFirst { element -> TestableObservable<Int> in
                selected.append(element)
                return inner
            }
        }
        #expect(events == [next(220, 1), next(271, 1), completed(311)])
        #expect(selected == [0, 3])
        #expect(inner.subscriptions == [Subscribed(210, 260), Subscribed(261, 311)])
        #expect(source.subscriptions == [Subscribed(200, 270)])
    }

    @Test func errorsEndTheSequence() {
        let inner = scheduler.cold(next(10, 1), error(20, TestError("inner")))
        let source = scheduler.hot(next(210, 0), next(240, 1))
        let events = scheduler.run { source.flatMapFirst { _ in inner } }
        #expect(events == [next(220, 1), error(230, TestError("inner"))])
        #expect(source.subscriptions == [Subscribed(200, 230)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let source = scheduler.hot(next(210, 0), next(240, 1))
        let events = scheduler.run {
            source.flatMapFirst { _ -> Observable<Int> in throw TestError("selector") }
        }
        #expect(events == [error(210, TestError("selector"))])
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func disposeEndsAllSubscriptions() {
        let inner = scheduler.cold(next(10, 1))
        let source = scheduler.hot(next(210, 0))
        let events = scheduler.run(disposed: 250) { source.flatMapFirst { _ in inner } }
        #expect(events == [next(220, 1)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(inner.subscriptions == [Subscribed(210, 250)])
    }

    @Test func chainOfAnIgnoredElement() {
        let inner = PublishSubject<Int>()
        let made = chain {
            let source = PublishSubject<Int>()
            let subscription = source.flatMapFirst { _ in inner }.subscribe(onNext: { _ in })
            source.onNext(1)
            source.onNext(2)
            subscription.dispose()
        }
        #expect(
            made
                == rows(
                    """
                    create PublishSubject
                    create FlatMapFirst
                    subscribe FlatMapFirst
                      subscribe FlatMapFirst
                        schedule CurrentThreadScheduler
                          run FlatMapFirst
                            run FlatMapFirstSink
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on FlatMapFirstSink next(1)
                        handler selector
                        subscribe PublishSubject
                    on PublishSubject next(2)
                      on FlatMapFirstSink next(2)
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose FlatMapFirstSink
                          dispose SinkDisposer
                        dispose CompositeDisposable
                          dispose SingleAssignmentDisposable
                            dispose SubscriptionDisposable
                          dispose SingleAssignmentDisposable
                            dispose SubscriptionDisposable
                    """))
    }
}
