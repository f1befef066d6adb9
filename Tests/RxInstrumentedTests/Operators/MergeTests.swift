import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct MergeTests {
    let scheduler = TestScheduler()

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, Observable.just(1)))
        #expect(scheduler.run { source.merge() }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletes() {
        let source = scheduler.hot(completed(300, Observable<Int>.self))
        #expect(scheduler.run { source.merge() } == [completed(300)])
    }

    @Test func innerObservablesAreMergedAsTheyCome() {
        let first = scheduler.cold(next(10, 1), next(100, 2), completed(110))
        let second = scheduler.cold(next(20, 3), completed(30))
        let source = scheduler.hot(next(210, first), next(220, second), completed(230))
        let events = scheduler.run { source.merge() }
        #expect(events == [next(220, 1), next(240, 3), next(310, 2), completed(320)])
        #expect(source.subscriptions == [Subscribed(200, 230)])
        #expect(first.subscriptions == [Subscribed(210, 320)])
        #expect(second.subscriptions == [Subscribed(220, 250)])
    }

    @Test func disposeEndsAllSubscriptions() {
        let first = scheduler.cold(next(10, 1))
        let source = scheduler.hot(next(210, first))
        #expect(scheduler.run(disposed: 250) { source.merge() } == [next(220, 1)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(first.subscriptions == [Subscribed(210, 250)])
    }

    @Test func anErrorOfTheSourceIsPassedOn() {
        let first = scheduler.cold(next(10, 1), next(100, 2))
        let source = scheduler.hot(next(210, first), error(230, TestError()))
        #expect(scheduler.run { source.merge() } == [next(220, 1), error(230, TestError())])
        #expect(first.subscriptions == [Subscribed(210, 230)])
    }

    @Test func anArrayIsSubscribedAtOnce() {
        let first = scheduler.hot(next(210, 1), next(230, 2), completed(240))
        let second = scheduler.hot(next(220, 3), completed(250))
        let events = scheduler.run { Observable.merge([first.asObservable(), second.asObservable()]) }
        #expect(events == [next(210, 1), next(220, 3), next(230, 2), completed(250)])
        #expect(first.subscriptions == [Subscribed(200, 240)])
        #expect(second.subscriptions == [Subscribed(200, 250)])
    }

    @Test func anErrorOfOneEndsTheOthers() {
        let first = scheduler.hot(next(210, 1), error(220, TestError()))
        let second = scheduler.hot(next(230, 3))
        let events = scheduler.run { Observable.merge(first.asObservable(), second.asObservable()) }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(second.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anyCollectionAndNothing() {
        let none = ContiguousArray<Observable<Int>>()
        #expect(scheduler.run { Observable.merge(none) } == [completed(200)])
        var seen: [Int] = []
        _ = Observable.merge(ContiguousArray([Observable.just(1), .just(2)])).subscribe(onNext: { seen.append($0) })
        #expect(seen == [1, 2])
    }

    @Test func chainOfAnArray() {
        let made = chain {
            _ = Observable<Int>.merge(.just(1), .error(TestError())).subscribe(onNext: { _ in }, onError: { _ in })
        }
        #expect(
            made
                == rows(
                    """
                    create Just
                    create ErrorProducer
                    create MergeArray
                    subscribe MergeArray
                      subscribe MergeArray
                        schedule CurrentThreadScheduler
                          run MergeArray
                            run MergeBasicSink
                              subscribe Just
                                on MergeSinkIter next(1)
                                  forwardOn MergeBasicSink next(1)
                                    on AnonymousObserver next(1)
                                      onCore AnonymousObserver next(1)
                                        handler onNext
                                on MergeSinkIter completed
                                  dispose SingleAssignmentDisposable
                              subscribe ErrorProducer
                                on MergeSinkIter error(TestError(test))
                                  forwardOn MergeBasicSink error(TestError(test))
                                    on AnonymousObserver error(TestError(test))
                                      onCore AnonymousObserver error(TestError(test))
                                        handler onError
                                  dispose MergeBasicSink
                                    dispose SinkDisposer
                          dispose MergeBasicSink
                            dispose SinkDisposer
                          dispose CompositeDisposable
                            dispose SingleAssignmentDisposable
                    """))
    }

    @Test func chainOfInnerObservables() {
        let inner = Observable.just(1)
        let made = chain { _ = Observable.just(inner).merge().subscribe(onNext: { _ in }) }
        #expect(
            made.filter { !$0.contains("AnonymousObserver") && !$0.contains("create") }
                == rows(
                    """
                    subscribe Merge
                      subscribe Merge
                        schedule CurrentThreadScheduler
                          run Merge
                            run MergeBasicSink
                              subscribe Just
                                on MergeBasicSink next(Just<Int>)
                                  subscribe Just
                                    on MergeSinkIter next(1)
                                      forwardOn MergeBasicSink next(1)
                                            handler onNext
                                    on MergeSinkIter completed
                                      dispose SingleAssignmentDisposable
                                on MergeBasicSink completed
                                  forwardOn MergeBasicSink completed
                                  dispose MergeBasicSink
                                    dispose SinkDisposer
                          dispose MergeBasicSink
                            dispose SinkDisposer
                          dispose CompositeDisposable
                            dispose SingleAssignmentDisposable
                    """))
    }
}
