import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct TakeLastTests {
    let scheduler = TestScheduler()

    @Test(arguments: [
        (0, []), (1, [5]), (2, [4, 5]), (3, [3, 4, 5]), (4, [2, 3, 4, 5]), (5, [1, 2, 3, 4, 5]), (9, [1, 2, 3, 4, 5]),
    ])
    func theLastElementsAreSentAtTheCompletion(count: Int, expected: [Int]) {
        let source = scheduler.hot(
            next(210, 1), next(220, 2), next(230, 3), next(240, 4), next(250, 5), completed(300))
        let events = scheduler.run { source.takeLast(count) }
        #expect(events == expected.map { next(300, $0) } + [completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func emptyCompletes() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(scheduler.run { source.takeLast(2) } == [completed(300)])
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(210, 1))
        let events = scheduler.run { source.takeLast(2) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func anErrorDropsTheElements() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let events = scheduler.run { source.takeLast(2) }
        #expect(events == [error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposingWhileTheElementsAreSentStopsThem() {
        let subject = PublishSubject<Int>()
        var values: [Int] = []
        let subscription = SingleAssignmentDisposable()
        subscription.setDisposable(
            subject.takeLast(3).subscribe(onNext: { element in
                values.append(element)
                if element == 2 { subscription.dispose() }
            }))
        for element in 1...3 { subject.onNext(element) }
        subject.onCompleted()
        #expect(values == [1, 2])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable.just(1).takeLast(1).subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create Just
                    create TakeLast
                    subscribe TakeLast
                      subscribe TakeLast
                        schedule CurrentThreadScheduler
                          run TakeLast
                            subscribe Just
                              on TakeLastSink next(1)
                              on TakeLastSink completed
                                forwardOn TakeLastSink next(1)
                                  on AnonymousObserver next(1)
                                    onCore AnonymousObserver next(1)
                                      handler onNext
                                forwardOn TakeLastSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose TakeLastSink
                                  dispose SinkDisposer
                          dispose TakeLastSink
                            dispose SinkDisposer
                    """))
    }
}
