import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct CombineLatestCollectionTests {
    let scheduler = TestScheduler()

    private func combine(_ sources: TestableObservable<Int>...) -> [Timed<[Int]>] {
        scheduler.run { Observable.combineLatest(sources) }
    }

    @Test func noSourcesGiveTheResultOfNoElements() {
        var events: [String] = []
        _ = Observable.combineLatest([Observable<Int>]()) { $0.count }.subscribe { events.append("\($0)") }
        #expect(events == ["next(0)", "completed"])
    }

    @Test func anErrorOfTheResultOfNoElementsIsPassedOn() {
        var events: [String] = []
        _ = Observable<Int>.combineLatest([Observable<Int>]()) { _ in throw TestError("none") }
            .subscribe { events.append("\($0)") }
        #expect(events == ["error(TestError(none))"])
    }

    @Test func neverSendsNothing() {
        let sources = [scheduler.hot(next(210, 1)), scheduler.hot(next(150, 2))]
        #expect(combine(sources[0], sources[1]).isEmpty)
        #expect(sources.map(\.subscriptions) == [[Subscribed(200, 1000)], [Subscribed(200, 1000)]])
    }

    @Test func latestElementsAreCombinedInOrder() {
        let first = scheduler.hot(next(210, 1), next(240, 4), completed(250))
        let second = scheduler.hot(next(220, 2), completed(260))
        let third = scheduler.hot(next(230, 3), completed(270))
        let events = combine(first, second, third)
        #expect(events == [next(230, [1, 2, 3]), next(240, [4, 2, 3]), completed(270)])
        #expect(first.subscriptions == [Subscribed(200, 250)])
        #expect(third.subscriptions == [Subscribed(200, 270)])
    }

    @Test func anElementThatCanNeverBeCombinedCompletes() {
        let first = scheduler.hot(completed(210, Int.self))
        let second = scheduler.hot(next(215, 2), completed(220))
        #expect(combine(first, second) == [completed(215)])
        #expect(second.subscriptions == [Subscribed(200, 215)])
    }

    @Test func theFirstErrorEndsAll() {
        let first = scheduler.hot(next(210, 1), next(250, 2))
        let second = scheduler.hot(next(220, 2), error(230, TestError()))
        #expect(combine(first, second) == [next(220, [1, 2]), error(230, TestError())])
        #expect(first.subscriptions == [Subscribed(200, 230)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let first = scheduler.hot(next(210, 1))
        let events = scheduler.run { Observable<Int>.combineLatest([first]) { _ in throw TestError() } }
        #expect(events == [error(210, TestError())])
        #expect(first.subscriptions == [Subscribed(200, 210)])
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = Observable.combineLatest([source, source]).subscribe(onNext: { _ in })
            source.onNext(1)
            source.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create CombineLatestCollectionType
                    subscribe CombineLatestCollectionType
                      subscribe CombineLatestCollectionType
                        schedule CurrentThreadScheduler
                          run CombineLatestCollectionType
                            run CombineLatestCollectionTypeSink
                              subscribe PublishSubject
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on AnyObserver next(1)
                        on CombineLatestCollectionTypeSink next(1)
                      on AnyObserver next(1)
                        on CombineLatestCollectionTypeSink next(1)
                          forwardOn CombineLatestCollectionTypeSink next([1, 1])
                            on AnonymousObserver next([1, 1])
                              onCore AnonymousObserver next([1, 1])
                                handler onNext
                    on PublishSubject completed
                      on AnyObserver completed
                        on CombineLatestCollectionTypeSink completed
                          dispose SingleAssignmentDisposable
                            dispose SubscriptionDisposable
                      on AnyObserver completed
                        on CombineLatestCollectionTypeSink completed
                          forwardOn CombineLatestCollectionTypeSink completed
                            on AnonymousObserver completed
                              onCore AnonymousObserver completed
                          dispose CombineLatestCollectionTypeSink
                            dispose SinkDisposer
                              dispose CombineLatestCollectionTypeSink
                                dispose SinkDisposer
                              dispose BinaryDisposable
                                dispose SingleAssignmentDisposable
                                dispose SingleAssignmentDisposable
                                  dispose SubscriptionDisposable
                    """))
    }
}
