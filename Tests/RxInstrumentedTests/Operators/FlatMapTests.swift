import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct FlatMapTests {
    let scheduler = TestScheduler()

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        let events = scheduler.run { source.flatMap { Observable.just($0) } }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletes() {
        let source = scheduler.hot(next(150, 1), completed(300))
        let events = scheduler.run { source.flatMap { Observable.just($0) } }
        #expect(events == [completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func innerEventsInterleaveAndTheLastCompletionCompletes() {
        let inner = [
            scheduler.cold(next(10, 10), next(50, 11), completed(100)),
            scheduler.cold(next(5, 20), completed(200)),
        ]
        let source = scheduler.hot(next(210, 0), next(230, 1), completed(250))
        let events = scheduler.run { source.flatMap { inner[$0] } }
        #expect(events == [next(220, 10), next(235, 20), next(260, 11), completed(430)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(inner.map(\.subscriptions) == [[Subscribed(210, 310)], [Subscribed(230, 430)]])
    }

    @Test func theSourceMayCompleteLast() {
        let inner = scheduler.cold(next(10, 1), completed(20))
        let source = scheduler.hot(next(210, 0), completed(400))
        let events = scheduler.run { source.flatMap { _ in inner } }
        #expect(events == [next(220, 1), completed(400)])
        #expect(inner.subscriptions == [Subscribed(210, 230)])
    }

    @Test func anInnerErrorEndsEverything() {
        let failing = scheduler.cold(next(10, 1), error(20, TestError("inner")))
        let other = scheduler.cold(next(100, 2))
        let source = scheduler.hot(next(210, failing), next(215, other), next(300, other))
        let events = scheduler.run { source.flatMap { $0 } }
        #expect(events == [next(220, 1), error(230, TestError("inner"))])
        #expect(source.subscriptions == [Subscribed(200, 230)])
        #expect(failing.subscriptions == [Subscribed(210, 230)])
        #expect(other.subscriptions == [Subscribed(215, 230)])
    }

    @Test func anErrorOfTheSourceEndsTheInnerOnes() {
        let inner = scheduler.cold(next(100, 2))
        let source = scheduler.hot(next(210, 0), error(250, TestError()))
        let events = scheduler.run { source.flatMap { _ in inner } }
        #expect(events == [error(250, TestError())])
        #expect(inner.subscriptions == [Subscribed(210, 250)])
    }

    @Test func disposeEndsAllSubscriptions() {
        let inner = scheduler.cold(next(10, 1), next(100, 2))
        let source = scheduler.hot(next(210, 0), next(220, 0))
        let events = scheduler.run(disposed: 250) { source.flatMap { _ in inner } }
        #expect(events == [next(220, 1), next(230, 1)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(inner.subscriptions == [Subscribed(210, 250), Subscribed(220, 250)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let inner = scheduler.cold(next(10, 1), next(100, 2))
        let source = scheduler.hot(next(210, 0), next(250, 1), next(260, 0))
        let events = scheduler.run {
            source.flatMap { element -> TestableObservable<Int> in
                if element == 1 { throw TestError("one") }
                return inner
            }
        }
        #expect(events == [next(220, 1), error(250, TestError("one"))])
        #expect(source.subscriptions == [Subscribed(200, 250)])
        #expect(inner.subscriptions == [Subscribed(210, 250)])
    }

    @Test func anInnerEventMayFeedTheSource() {
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        let subscription = source.flatMap { Observable.just($0) }.subscribe(onNext: { element in
            seen.append(element)
            if element < 3 { source.onNext(element + 1) }
        })
        source.onNext(1)
        subscription.dispose()
        #expect(seen == [1, 2, 3])
    }

    @Test func chainOfInnerObservables() {
        let inner = PublishSubject<Int>()
        let made = chain {
            let source = PublishSubject<Int>()
            _ = source.flatMap { _ in inner }.subscribe(onNext: { _ in })
            source.onNext(1)
            inner.onNext(2)
            source.onCompleted()
            inner.onCompleted()
        }
        #expect(
            made
                == rows(
                    """
                    create PublishSubject
                    create FlatMap
                    subscribe FlatMap
                      subscribe FlatMap
                        schedule CurrentThreadScheduler
                          run FlatMap
                            run FlatMapSink
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on FlatMapSink next(1)
                        handler selector
                        subscribe PublishSubject
                    on PublishSubject next(2)
                      on MergeSinkIter next(2)
                        forwardOn FlatMapSink next(2)
                          on AnonymousObserver next(2)
                            onCore AnonymousObserver next(2)
                              handler onNext
                    on PublishSubject completed
                      on FlatMapSink completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                    on PublishSubject completed
                      on MergeSinkIter completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                        forwardOn FlatMapSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose FlatMapSink
                          dispose SinkDisposer
                            dispose FlatMapSink
                              dispose SinkDisposer
                            dispose CompositeDisposable
                              dispose SingleAssignmentDisposable
                    """))
    }
}
