import RxInstrumented
import Testing

@Suite(.everyRecorderState, .timeLimit(.generous)) struct ZipCollectionTests {
    let scheduler = TestScheduler()

    private func zip(_ sources: TestableObservable<Int>...) -> [Timed<[Int]>] {
        scheduler.run { Observable.zip(sources) }
    }

    @Test func noSourcesComplete() {
        var events: [String] = []
        _ = Observable.zip([Observable<Int>]()) { $0.count }.subscribe { events.append("\($0)") }
        #expect(events == ["completed"])
    }

    @Test func elementsMeetByPosition() {
        let first = scheduler.hot(next(210, 1), next(220, 2), completed(260))
        let second = scheduler.hot(next(230, 10), next(240, 20), completed(250))
        let third = scheduler.hot(next(235, 100), next(245, 200), completed(270))
        #expect(zip(first, second, third) == [next(235, [1, 10, 100]), next(245, [2, 20, 200]), completed(270)])
        #expect(first.subscriptions == [Subscribed(200, 260)])
        #expect(second.subscriptions == [Subscribed(200, 250)])
        #expect(third.subscriptions == [Subscribed(200, 270)])
    }

    @Test func anElementThatTheOthersCannotMeetCompletes() {
        let first = scheduler.hot(completed(210, Int.self))
        let second = scheduler.hot(next(215, 2), completed(220))
        #expect(zip(first, second) == [completed(215)])
    }

    @Test func theFirstErrorEndsAll() {
        let first = scheduler.hot(next(210, 1), next(250, 2))
        let second = scheduler.hot(next(220, 2), error(230, TestError()))
        #expect(zip(first, second) == [next(220, [1, 2]), error(230, TestError())])
        #expect(first.subscriptions == [Subscribed(200, 230)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let first = scheduler.hot(next(210, 1))
        let events = scheduler.run { Observable<Int>.zip([first]) { _ in throw TestError() } }
        #expect(events == [error(210, TestError())])
        #expect(first.subscriptions == [Subscribed(200, 210)])
    }

    @Test func whatTheObserverSendsWaitsForItsTurn() {
        let sources = [PublishSubject<Int>(), PublishSubject<Int>()]
        var results: [String] = []
        let subscription = Observable.zip(sources).subscribe(onNext: { pair in
            results.append("\(pair) begins")
            if pair == [1, 1] { for source in sources { source.onNext(2) } }
            results.append("\(pair) ends")
        })
        for source in sources { source.onNext(1) }
        #expect(results == ["[1, 1] begins", "[1, 1] ends", "[2, 2] begins", "[2, 2] ends"])
        subscription.dispose()
    }

    @Test func manyElementsTakeNoStack() {
        let count = 200_000
        var received = 0
        onSmallStack {
            let sources = [PublishSubject<Int>(), PublishSubject<Int>()]
            let subscription = Observable.zip(sources).subscribe(onNext: { pair in
                received += 1
                // All of these wait in the gate while the first pair is delivered.
                if received == 1 { for number in 1..<count { for source in sources { source.onNext(number) } } }
            })
            for source in sources { source.onNext(0) }
            subscription.dispose()
        }
        #expect(received == count)
    }

    @Test func sourcesMaySendOnSeveralThreads() {
        let sources = (0..<4).map { _ in PublishSubject<Int>() }
        let results = Collected<[Int]>()
        let subscription = Observable.zip(sources).subscribe(onNext: results.add)
        onThreads(4) { thread in
            for number in 0..<500 { sources[thread].onNext(number) }
        }
        #expect(results.values == (0..<500).map { [$0, $0, $0, $0] })
        subscription.dispose()
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let source = PublishSubject<Int>()
            let subscription = Observable.zip([source]) { $0[0] }.subscribe(onNext: { _ in })
            source.onNext(1)
            subscription.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create ZipCollectionType
                    subscribe ZipCollectionType
                      subscribe ZipCollectionType
                        schedule CurrentThreadScheduler
                          run ZipCollectionType
                            run ZipCollectionTypeSink
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on AnyObserver next(1)
                        on ZipCollectionTypeSink next(1)
                          handler resultSelector
                          forwardOn ZipCollectionTypeSink next(1)
                            on AnonymousObserver next(1)
                              onCore AnonymousObserver next(1)
                                handler onNext
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose ZipCollectionTypeSink
                          dispose AsyncLock
                          dispose SinkDisposer
                        dispose CompositeDisposable
                          dispose SingleAssignmentDisposable
                            dispose SubscriptionDisposable
                    """))
    }
}
