import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ConnectableObservableTests {
    let scheduler = TestScheduler()

    /// Subscribes at 200; connects and disconnects at the given times.
    private func run(
        connected: [(from: Int, until: Int)], _ make: @escaping () -> ConnectableObservable<Int>
    ) -> [Timed<Int>] {
        var connectable: ConnectableObservable<Int>?
        scheduler.at(100) { connectable = make() }
        for (from, until) in connected {
            var connection: (any Disposable)?
            scheduler.at(from) { connection = connectable?.connect() }
            scheduler.at(until) { connection?.dispose() }
        }
        return scheduler.run(disposed: 600) { connectable ?? Observable.just(0).publish() }
    }

    @Test func nothingIsSentBeforeItConnects() {
        let source = scheduler.hot(next(210, 1), completed(220))
        #expect(run(connected: []) { source.asObservable().publish() }.isEmpty)
        #expect(source.subscriptions.isEmpty)
    }

    @Test func elementsAreSentWhileConnected() {
        let source = scheduler.hot(next(210, 1), next(310, 2), next(410, 3), next(510, 4))
        let events = run(connected: [(300, 400), (500, 550)]) { source.asObservable().publish() }
        // The subject goes with the connection: whoever subscribed before has to subscribe again.
        #expect(events == [next(310, 2)])
        #expect(source.subscriptions == [Subscribed(300, 400), Subscribed(500, 550)])
    }

    @Test func oneSubjectServesAllConnections() {
        let source = scheduler.hot(next(310, 2), next(410, 3), next(510, 4))
        let events = run(connected: [(300, 400), (500, 550)]) { source.multicast(PublishSubject<Int>()) }
        #expect(events == [next(310, 2), next(510, 4)])
    }

    @Test func theEndDisposesTheConnection() {
        let source = scheduler.hot(next(310, 2), completed(320), next(330, 3))
        let events = run(connected: [(300, 700)]) { source.asObservable().publish() }
        #expect(events == [next(310, 2), completed(320)])
        #expect(source.subscriptions == [Subscribed(300, 320)])
    }

    @Test func anErrorIsPassedOn() {
        let source = scheduler.hot(next(310, 2), error(320, TestError()))
        let events = run(connected: [(300, 700)]) { source.asObservable().publish() }
        #expect(events == [next(310, 2), error(320, TestError())])
        #expect(source.subscriptions == [Subscribed(300, 320)])
    }

    @Test func connectingTwiceGivesTheSameConnection() {
        let source = PublishSubject<Int>()
        let connectable = source.publish()
        var numbers: [Int] = []
        let subscription = connectable.subscribe(onNext: { numbers.append($0) })
        let first = connectable.connect()
        let second = connectable.connect()
        source.onNext(1)
        second.dispose()
        source.onNext(2)
        #expect(numbers == [1])
        #expect(!source.hasObservers)
        first.dispose()
        subscription.dispose()
    }

    @Test func aSubjectIsMadeForEachConnection() {
        var made = 0
        let connectable = Observable.of(1).multicast { () -> PublishSubject<Int> in
            made += 1
            return PublishSubject()
        }
        #expect(made == 0)
        var events: [String] = []
        for _ in 0..<2 {
            _ = connectable.subscribe { events.append("\($0)") }
            _ = connectable.connect()
        }
        #expect(made == 2)
        #expect(events == ["next(1)", "completed", "next(1)", "completed"])
    }

    @Test func anObserverOfTheEndMayConnectAgain() {
        let source = PublishSubject<Int>()
        let connectable = source.publish()
        var isConnectedAgain = false
        let subscription = connectable.subscribe(onCompleted: {
            // The connection that ended is gone already, so that this is a new one.
            _ = connectable.subscribe(onCompleted: { isConnectedAgain = true })
            _ = connectable.connect()
        })
        _ = connectable.connect()
        source.onCompleted()
        #expect(isConnectedAgain)
        subscription.dispose()
    }

    @Test func replayedElementsComeFirst() {
        let source = PublishSubject<Int>()
        let last = source.replay(2)
        let all = source.replayAll()
        let connections = [last.connect(), all.connect()]
        for number in 1...3 { source.onNext(number) }
        var fromLast: [Int] = []
        var fromAll: [Int] = []
        let subscriptions = [
            last.subscribe(onNext: { fromLast.append($0) }), all.subscribe(onNext: { fromAll.append($0) }),
        ]
        source.onNext(4)
        #expect(fromLast == [2, 3, 4])
        #expect(fromAll == [1, 2, 3, 4])
        for disposable in connections + subscriptions { disposable.dispose() }
    }

    @Test func callsOfPublishAreThoseOfRxSwift() {
        let calls = chain {
            let connectable = Observable.just(1).publish()
            _ = connectable.subscribe(onNext: { _ in })
            _ = connectable.connect()
        }
        #expect(
            calls
                == rows(
                    """
                    create Just
                    create ConnectableObservableAdapter
                    subscribe ConnectableObservableAdapter
                      subscribe ConnectableObservableAdapter
                        create PublishSubject
                        subscribe PublishSubject
                    connect ConnectableObservableAdapter
                      subscribe Just
                        on Connection next(1)
                          on PublishSubject next(1)
                            on AnonymousObserver next(1)
                              onCore AnonymousObserver next(1)
                                handler onNext
                        on Connection completed
                          dispose Connection
                            dispose SingleAssignmentDisposable
                          on PublishSubject completed
                            on AnonymousObserver completed
                              onCore AnonymousObserver completed
                    """))
    }

    @Test func callsOfMakingASubjectAreThoseOfRxSwift() {
        let calls = chain {
            let source = PublishSubject<Int>()
            let connection = source.multicast(makeSubject: { BehaviorSubject(value: 1) }).connect()
            connection.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create ConnectableObservableAdapter
                    connect ConnectableObservableAdapter
                      handler makeSubject
                        create BehaviorSubject
                      subscribe PublishSubject
                    dispose Connection
                      dispose SingleAssignmentDisposable
                        dispose SubscriptionDisposable
                    """))
    }
}
