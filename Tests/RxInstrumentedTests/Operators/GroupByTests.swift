import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct GroupByTests {
    let scheduler = TestScheduler()

    @Test func groupsAreAnnouncedByTheirFirstElement() {
        let source = scheduler.hot(next(150, 1), next(210, 2), next(220, 3), next(230, 4), completed(240))
        let events = scheduler.run { source.groupBy { $0 % 2 }.map(\.key) }
        #expect(events == [next(210, 0), next(220, 1), completed(240)])
        #expect(source.subscriptions == [Subscribed(200, 240)])
    }

    @Test func errorIsPassedOnAfterTheGroups() {
        let source = scheduler.hot(next(210, 1), error(240, TestError()))
        var groupEvents: [Timed<Int>] = []
        let events = scheduler.run {
            source.groupBy { $0 % 2 }.map { group in
                _ = group.subscribe { groupEvents.append(Timed(time: scheduler.clock, value: $0)) }
                return group.key
            }
        }
        #expect(groupEvents == [next(210, 1), error(240, TestError())])
        #expect(events == [next(210, 1), error(240, TestError())])
    }

    @Test func aThrownErrorEndsGroupsAndSequence() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3))
        var groupEvents: [Timed<Int>] = []
        let events = scheduler.run {
            source.groupBy { element -> Int in
                if element == 2 { throw TestError("two") }
                return element % 2
            }
            .map { group -> Int in
                _ = group.subscribe { groupEvents.append(Timed(time: scheduler.clock, value: $0)) }
                return group.key
            }
        }
        #expect(groupEvents == [next(210, 1), error(220, TestError("two"))])
        #expect(events == [next(210, 1), error(220, TestError("two"))])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theSourceStaysWhileAGroupIsObserved() {
        let source = scheduler.hot(next(210, 1), next(260, 3), next(310, 5))
        var numbers: [Int] = []
        var group: (any Disposable)?
        _ = scheduler.run(disposed: 250) {
            source.groupBy { $0 % 2 }.map { observed in
                self.scheduler.at(300) { group?.dispose() }
                group = observed.subscribe(onNext: { numbers.append($0) })
                return observed.key
            }
        }
        #expect(numbers == [1, 3])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func groupsEndInTheOrderOfTheirFirstElements() {
        let source = PublishSubject<Int>()
        var ended: [Int] = []
        let subscription = source.groupBy { $0 }.subscribe(onNext: { group in
            _ = group.subscribe(onCompleted: { ended.append(group.key) })
        })
        for number in [5, 3, 9, 1, 3] { source.onNext(number) }
        source.onCompleted()
        #expect(ended == [5, 3, 9, 1])
        subscription.dispose()
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = source.groupBy { $0 % 2 }.map(\.key).subscribe()
            source.onNext(1)
            source.onCompleted()
        }
        // The element, a group, is described by its type and contents; only that it is one matters here.
        let shortened = calls.map { $0.replacingGroup() }
        #expect(
            shortened
                == rows(
                    """
                    create PublishSubject
                    create GroupBy
                    create Map
                    subscribe Map
                      subscribe Map
                        schedule CurrentThreadScheduler
                          run Map
                            subscribe GroupBy
                              run GroupBy
                                run GroupBySink
                                  subscribe PublishSubject
                    on PublishSubject next(1)
                      on GroupBySink next(1)
                        handler keySelector
                        create PublishSubject
                        create GroupedObservableImpl
                        forwardOn GroupBySink next(group)
                          on MapSink next(group)
                            handler transform
                            forwardOn MapSink next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                        on PublishSubject next(1)
                    on PublishSubject completed
                      on GroupBySink completed
                        on PublishSubject completed
                        forwardOn GroupBySink completed
                          on MapSink completed
                            forwardOn MapSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose MapSink
                              dispose SinkDisposer
                                dispose MapSink
                                  dispose SinkDisposer
                                dispose SinkDisposer
                                  dispose GroupBySink
                                    dispose SinkDisposer
                                  dispose RefCountDisposable
                                    dispose SingleAssignmentDisposable
                                      dispose SubscriptionDisposable
                        dispose SingleAssignmentDisposable
                        dispose GroupBySink
                          dispose SinkDisposer
                    """))
    }

    @Test func chainOfAGroupBeginsWithTheGroup() {
        let calls = chain {
            _ = Observable.just(1).groupBy { $0 }.subscribe(onNext: { group in
                _ = group.subscribe(onNext: { _ in })
                _ = group.subscribe { _ in }
            })
        }
        let subscribes = calls.map { $0.trimmingPrefix { $0 == " " } }.filter { $0.hasSuffix("GroupedObservable") }
        #expect(subscribes == ["subscribe GroupedObservable", "subscribe GroupedObservable"])
        #expect(calls.filter { $0.hasSuffix("subscribe GroupedObservableImpl") }.count == 2)
    }
}

extension String {
    fileprivate func replacingGroup() -> String {
        guard let start = range(of: "next(GroupedObservable") else { return self }
        return self[..<start.lowerBound] + "next(group)"
    }
}
