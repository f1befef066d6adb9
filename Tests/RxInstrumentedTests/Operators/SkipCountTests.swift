import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SkipCountTests {
    let scheduler = TestScheduler()

    @Test(arguments: [(-1, [1, 2, 3]), (0, [1, 2, 3]), (1, [2, 3]), (3, []), (9, [])])
    func theFirstElementsAreDropped(count: Int, expected: [Int]) {
        let source = scheduler.hot(next(150, 0), next(210, 1), next(220, 2), next(230, 3), completed(300))
        let events = scheduler.run { source.skip(count) }
        #expect(events == expected.map { next(200 + 10 * $0, $0) } + [completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func anErrorIsNotSkipped() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let events = scheduler.run { source.skip(5) }
        #expect(events == [error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.skip(1).subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onNext(2)
            subject.onCompleted()
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create SkipCount
                    subscribe SkipCount
                      subscribe SkipCount
                        schedule CurrentThreadScheduler
                          run SkipCount
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on SkipCountSink next(1)
                    on PublishSubject next(2)
                      on SkipCountSink next(2)
                        forwardOn SkipCountSink next(2)
                          on AnonymousObserver next(2)
                            onCore AnonymousObserver next(2)
                              handler onNext
                    on PublishSubject completed
                      on SkipCountSink completed
                        forwardOn SkipCountSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose SkipCountSink
                          dispose SinkDisposer
                            dispose SkipCountSink
                              dispose SinkDisposer
                            dispose SubscriptionDisposable
                    """))
    }
}
