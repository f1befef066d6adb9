import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct BufferTests {
    let scheduler = TestScheduler()

    private func buffer(
        _ source: TestableObservable<Int>, count: Int = 3, disposed: Int = 1000
    ) -> [Timed<[Int]>] {
        scheduler.run(disposed: disposed) {
            source.buffer(timeSpan: .seconds(70), count: count, scheduler: self.scheduler)
        }
    }

    @Test func timeAndCountBothEndABuffer() {
        let source = scheduler.hot(
            next(205, 1), next(210, 2), next(240, 3), next(280, 4), next(320, 5), next(350, 6), next(370, 7),
            completed(600))
        #expect(
            buffer(source) == [
                next(240, [1, 2, 3]), next(310, [4]), next(370, [5, 6, 7]), next(440, []), next(510, []),
                next(580, []), next(600, []), completed(600),
            ])
        #expect(source.subscriptions == [Subscribed(200, 600)])
    }

    @Test func anErrorDropsWhatIsCollected() {
        let source = scheduler.hot(next(205, 1), next(290, 2), error(300, TestError()))
        #expect(buffer(source) == [next(270, [1]), error(300, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func disposeEndsTheTimer() {
        let source = scheduler.hot(next(205, 1), next(290, 2))
        #expect(buffer(source, disposed: 300) == [next(270, [1])])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func anEmptySourceGivesOneEmptyBuffer() {
        let source = scheduler.hot(next(150, 1), completed(220))
        #expect(buffer(source) == [next(220, []), completed(220)])
    }

    @Test func anElementSentWhileABufferIsDeliveredIsInTheNext() {
        let source = PublishSubject<Int>()
        var seen: [[Int]] = []
        _ = source.buffer(timeSpan: .seconds(70), count: 2, scheduler: scheduler).subscribe(onNext: { elements in
            seen.append(elements)
            if elements == [1, 2] { source.onNext(3) }
        })
        source.onNext(1)
        source.onNext(2)
        source.onNext(4)
        #expect(seen == [[1, 2], [3, 4]])
    }

    @Test func chainOfABuffer() {
        let scheduler = scheduler
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = source.buffer(timeSpan: .seconds(5), count: 2, scheduler: scheduler).subscribe(onNext: { _ in })
            source.onNext(1)
            source.onNext(2)
            scheduler.advanceTo(6)
            source.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create BufferTimeCount
                    subscribe BufferTimeCount
                      subscribe BufferTimeCount
                        schedule CurrentThreadScheduler
                          run BufferTimeCount
                            run BufferTimeCountSink
                              schedule TestScheduler
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on BufferTimeCountSink next(1)
                    on PublishSubject next(2)
                      on BufferTimeCountSink next(2)
                        forwardOn BufferTimeCountSink next([1, 2])
                          on AnonymousObserver next([1, 2])
                            onCore AnonymousObserver next([1, 2])
                              handler onNext
                        dispose SingleAssignmentDisposable
                          dispose CompositeDisposable
                            dispose VirtualSchedulerItem
                              dispose SingleAssignmentDisposable
                        schedule TestScheduler
                    invoke
                      forwardOn BufferTimeCountSink next([])
                        on AnonymousObserver next([])
                          onCore AnonymousObserver next([])
                            handler onNext
                      dispose SingleAssignmentDisposable
                        dispose CompositeDisposable
                          dispose VirtualSchedulerItem
                            dispose SingleAssignmentDisposable
                      schedule TestScheduler
                    on PublishSubject completed
                      on BufferTimeCountSink completed
                        forwardOn BufferTimeCountSink next([])
                          on AnonymousObserver next([])
                            onCore AnonymousObserver next([])
                              handler onNext
                        forwardOn BufferTimeCountSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose BufferTimeCountSink
                          dispose SinkDisposer
                            dispose BufferTimeCountSink
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose SerialDisposable
                                dispose SingleAssignmentDisposable
                                  dispose CompositeDisposable
                                    dispose VirtualSchedulerItem
                                      dispose SingleAssignmentDisposable
                              dispose SubscriptionDisposable
                    """))
    }
}
