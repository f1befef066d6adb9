import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ShareReplayScopeTests {
    struct Kind: CustomStringConvertible, Sendable {
        let replay: Int
        let scope: SubjectLifetimeScope
        var description: String { "replay \(replay), \(scope)" }
    }

    static let kinds = [0, 1, 2].flatMap { replay in
        [SubjectLifetimeScope.whileConnected, .forever].map { Kind(replay: replay, scope: $0) }
    }

    let scheduler = TestScheduler()

    /// The first observer stays from 200 to 300, the second from 225 to 275, the third comes at 400.
    private func observe(_ shared: Observable<Int>) -> [String] {
        var events: [String] = []
        for (name, from, until) in [("a", 200, 300), ("b", 225, 275), ("c", 400, 500)] {
            var subscription: (any Disposable)?
            scheduler.at(from) { subscription = shared.subscribe { events.append("\(name) \($0)") } }
            scheduler.at(until) { subscription?.dispose() }
        }
        scheduler.start()
        return events
    }

    @Test(arguments: kinds) func elementsAreSharedAndReplayed(kind: Kind) {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(250, 3), next(350, 4), next(450, 5))
        let events = observe(source.asObservable().share(replay: kind.replay, scope: kind.scope))
        let toSecond = [1, 2].suffix(kind.replay).map { "b next(\($0))" }
        let toThird = kind.scope == .forever ? [2, 3].suffix(kind.replay).map { "c next(\($0))" } : []
        #expect(
            events == ["a next(1)", "a next(2)"] + toSecond + ["a next(3)", "b next(3)"] + toThird + ["c next(5)"])
        #expect(source.subscriptions == [Subscribed(200, 300), Subscribed(400, 500)])
    }

    @Test(arguments: kinds) func whoComesAfterTheEnd(kind: Kind) {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(250), next(450, 5))
        let events = observe(source.asObservable().share(replay: kind.replay, scope: kind.scope))
        let toSecond = [1, 2].suffix(kind.replay).map { "b next(\($0))" }
        let toThird =
            kind.scope == .forever
            ? [1, 2].suffix(kind.replay).map { "c next(\($0))" } + ["c completed"] : ["c next(5)"]
        #expect(
            events == ["a next(1)", "a next(2)"] + toSecond + ["a completed", "b completed"] + toThird)
        #expect(source.subscriptions.first == Subscribed(200, 250))
    }

    @Test(arguments: kinds) func anErrorReachesAll(kind: Kind) {
        let source = scheduler.hot(error(250, TestError(), Int.self))
        let events = observe(source.asObservable().share(replay: kind.replay, scope: kind.scope))
        let toThird = kind.scope == .forever ? ["c error(TestError(test))"] : []
        #expect(events == ["a error(TestError(test))", "b error(TestError(test))"] + toThird)
    }

    @Test(arguments: kinds) func aSourceThatEndsAtOnceIsSubscribedAgain(kind: Kind) {
        var subscriptions = 0
        let source = Observable<Int>.create { observer in
            subscriptions += 1
            observer.onNext(subscriptions)
            observer.onCompleted()
            return Disposables.create()
        }
        let shared = source.share(replay: kind.replay, scope: kind.scope)
        var events: [String] = []
        for _ in 0..<2 { _ = shared.subscribe { events.append("\($0)") } }
        if kind.scope == .whileConnected {
            #expect(events == ["next(1)", "completed", "next(2)", "completed"])
            #expect(subscriptions == 2)
        } else {
            let replayed = kind.replay == 0 ? [] : ["next(1)"]
            #expect(events == ["next(1)", "completed"] + replayed + ["completed"])
        }
    }

    @Test(arguments: kinds) func anObserverMaySubscribeAndDisposeWhileItIsSent(kind: Kind) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: kind.replay, scope: kind.scope)
        var events: [String] = []
        var inner: (any Disposable)?
        let outer = shared.subscribe(onNext: { number in
            events.append("outer \(number)")
            if number == 1 { inner = shared.subscribe(onNext: { events.append("inner \($0)") }) }
            if number == 2 { inner?.dispose() }
        })
        source.onNext(1)
        source.onNext(2)
        let replayed = kind.replay == 0 ? [] : ["inner 1"]
        // Without a sink of its own, who is disposed while an element is sent to all still has it.
        let late = kind.scope == .whileConnected && kind.replay < 2 ? ["inner 2"] : []
        #expect(events == ["outer 1"] + replayed + ["outer 2"] + late)
        outer.dispose()
        #expect(!source.hasObservers)
    }

    @Test func anElementSentOnBeingReplayedOneComesToAll() {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: 1)
        var events: [String] = []
        let first = shared.subscribe(onNext: { events.append("first \($0)") })
        source.onNext(1)
        let second = shared.subscribe(onNext: { number in
            events.append("second \(number)")
            if number == 1 { source.onNext(2) }
        })
        source.onNext(3)
        #expect(events == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
        first.dispose()
        second.dispose()
        #expect(!source.hasObservers)
    }

    @Test func whoSubscribesOnAReplayedElementComesLast() {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: 1)
        var events: [String] = []
        var bag: [any Disposable] = [shared.subscribe(onNext: { events.append("a \($0)") })]
        source.onNext(1)
        bag.append(
            shared.subscribe(onNext: { number in
                events.append("b \(number)")
                if number == 1 { bag.append(shared.subscribe(onNext: { events.append("c \($0)") })) }
            }))
        source.onNext(2)
        #expect(events == ["a 1", "b 1", "c 1", "a 2", "b 2", "c 2"])
        for subscription in bag { subscription.dispose() }
        #expect(!source.hasObservers)
    }

    @Test(arguments: kinds) func nothingOutlivesTheLastObserver(kind: Kind) {
        weak var source: PublishSubject<Int>?
        var subscription: (any Disposable)?
        do {
            let subject = PublishSubject<Int>()
            source = subject
            subscription = subject.share(replay: kind.replay, scope: kind.scope).subscribe()
            subject.onNext(1)
        }
        #expect(source != nil)
        subscription?.dispose()
        subscription = nil
        #expect(source == nil)
    }

    @Test func callsOfReplay1AreThoseOfRxSwift() {
        let calls = chain {
            let source = PublishSubject<Int>()
            let shared = source.share(replay: 1)
            let first = shared.subscribe(onNext: { _ in })
            source.onNext(1)
            let second = shared.subscribe(onNext: { _ in })
            first.dispose()
            second.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create ShareReplay1WhileConnected
                    subscribe ShareReplay1WhileConnected
                      subscribe ShareReplay1WhileConnected
                        connect ShareReplay1WhileConnectedConnection
                          subscribe PublishSubject
                    on PublishSubject next(1)
                      on ShareReplay1WhileConnectedConnection next(1)
                        on AnonymousObserver next(1)
                          onCore AnonymousObserver next(1)
                            handler onNext
                    subscribe ShareReplay1WhileConnected
                      subscribe ShareReplay1WhileConnected
                        on AnonymousObserver next(1)
                          onCore AnonymousObserver next(1)
                            handler onNext
                    dispose BinaryDisposable
                      dispose SubscriptionDisposable
                    dispose BinaryDisposable
                      dispose SubscriptionDisposable
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                    """))
    }

    @Test func callsWithoutReplayAreThoseOfRxSwift() {
        let calls = chain {
            _ = Observable.just(1).share().subscribe(onNext: { _ in })
        }
        #expect(
            calls
                == rows(
                    """
                    create Just
                    create ShareWhileConnected
                    subscribe ShareWhileConnected
                      subscribe ShareWhileConnected
                        connect ShareWhileConnectedConnection
                          subscribe Just
                            on ShareWhileConnectedConnection next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  handler onNext
                            on ShareWhileConnectedConnection completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                    """))
    }

    @Test func whatIsMadeDependsOnReplayAndScope() {
        func created(_ replay: Int, _ scope: SubjectLifetimeScope) -> [String] {
            let calls = chain { _ = Observable.just(1).share(replay: replay, scope: scope) }
            return calls.dropFirst().map { String($0.dropFirst("create ".count)) }
        }
        #expect(created(0, .whileConnected) == ["ShareWhileConnected"])
        #expect(created(1, .whileConnected) == ["ShareReplay1WhileConnected"])
        #expect(created(2, .whileConnected) == ["ConnectableObservableAdapter", "RefCount"])
        #expect(created(0, .forever) == ["PublishSubject", "ConnectableObservableAdapter", "RefCount"])
        #expect(created(1, .forever) == ["ReplayOne", "ConnectableObservableAdapter", "RefCount"])
        #expect(created(2, .forever) == ["ReplayMany", "ConnectableObservableAdapter", "RefCount"])
    }
}
