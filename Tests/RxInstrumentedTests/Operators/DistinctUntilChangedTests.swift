import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DistinctUntilChangedTests {
    let scheduler = TestScheduler()

    @Test func equalElementsInARowAreDropped() {
        let source = scheduler.hot(next(210, 1), next(220, 1), next(230, 2), next(240, 1), completed(300))
        let events = scheduler.run { source.distinctUntilChanged() }
        #expect(events == [next(210, 1), next(230, 2), next(240, 1), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func elementsWithEqualKeysAreDropped() {
        let source = scheduler.hot(next(210, 1), next(220, 3), next(230, 2), next(240, 4), completed(300))
        let events = scheduler.run { source.distinctUntilChanged { $0 % 2 } }
        #expect(events == [next(210, 1), next(230, 2), completed(300)])
    }

    @Test func elementsAreComparedWithTheLastOnePassedOn() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), next(240, 4), completed(300))
        let events = scheduler.run { source.distinctUntilChanged { last, new in new - last < 2 } }
        #expect(events == [next(210, 1), next(230, 3), completed(300)])
    }

    @Test func keysAreCompared() {
        let source = scheduler.hot(next(210, "a"), next(220, "A"), next(230, "b"), completed(300))
        let events = scheduler.run { source.distinctUntilChanged({ $0.lowercased() }, comparer: { $0 == $1 }) }
        #expect(events == [next(210, "a"), next(230, "b"), completed(300)])
    }

    @Test func propertiesAreCompared() {
        let source = scheduler.hot(next(210, "one"), next(220, "two"), next(230, "three"), completed(300))
        let events = scheduler.run { source.distinctUntilChanged(at: \.count) }
        #expect(events == [next(210, "one"), next(230, "three"), completed(300)])
    }

    @Test func anErrorOfTheKeySelectorEndsTheSequence() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3))
        let events = scheduler.run {
            source.distinctUntilChanged { element -> Int in
                if element == 2 { throw TestError() }
                return element
            }
        }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorOfTheComparerEndsTheSequence() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3))
        let events = scheduler.run { source.distinctUntilChanged { _, _ in throw TestError() } }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.distinctUntilChanged({ $0 % 2 }, comparer: { $0 == $1 }).subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onNext(3)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create DistinctUntilChanged
                    subscribe DistinctUntilChanged
                      subscribe DistinctUntilChanged
                        schedule CurrentThreadScheduler
                          run DistinctUntilChanged
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on DistinctUntilChangedSink next(1)
                        handler keySelector
                        forwardOn DistinctUntilChangedSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    on PublishSubject next(3)
                      on DistinctUntilChangedSink next(3)
                        handler keySelector
                        handler comparer
                    """))
    }

    @Test func onlyTheUsersClosuresAreHandlersInTheChain() {
        let recorded = chain {
            let subject = PublishSubject<Int>()
            _ = subject.distinctUntilChanged().subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onNext(1)
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create DistinctUntilChanged
                    subscribe DistinctUntilChanged
                      subscribe DistinctUntilChanged
                        schedule CurrentThreadScheduler
                          run DistinctUntilChanged
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on DistinctUntilChangedSink next(1)
                        forwardOn DistinctUntilChangedSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    on PublishSubject next(1)
                      on DistinctUntilChangedSink next(1)
                    """))
    }
}
