import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct RefCountTests {
    let scheduler = TestScheduler()

    @Test func itConnectsWithTheFirstAndDisconnectsAfterTheLast() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3), next(240, 4))
        let shared = source.asObservable().publish().refCount()
        var subscriptions: [any Disposable] = []
        var events: [String] = []
        scheduler.at(205) { subscriptions.append(shared.subscribe(onNext: { events.append("first \($0)") })) }
        scheduler.at(215) { subscriptions.append(shared.subscribe(onNext: { events.append("second \($0)") })) }
        scheduler.at(225) { subscriptions[0].dispose() }
        scheduler.at(235) { subscriptions[1].dispose() }
        scheduler.start()
        #expect(events == ["first 1", "first 2", "second 2", "second 3"])
        #expect(source.subscriptions == [Subscribed(205, 235)])
    }

    @Test func disposingTwiceCountsOnce() {
        let source = PublishSubject<Int>()
        let shared = source.publish().refCount()
        let first = shared.subscribe()
        let second = shared.subscribe()
        first.dispose()
        first.dispose()
        #expect(source.hasObservers)
        second.dispose()
        #expect(!source.hasObservers)
    }

    @Test func itConnectsAgain() {
        let source = scheduler.hot(next(210, 1), next(310, 2))
        let shared = source.asObservable().publish().refCount()
        var numbers: [Int] = []
        for time in [200, 300] {
            var subscription: (any Disposable)?
            scheduler.at(time) { subscription = shared.subscribe(onNext: { numbers.append($0) }) }
            scheduler.at(time + 50) { subscription?.dispose() }
        }
        scheduler.start()
        #expect(numbers == [1, 2])
        #expect(source.subscriptions == [Subscribed(200, 250), Subscribed(300, 350)])
    }

    @Test func anObserverOfTheEndMaySubscribeAgain() {
        var subscriptions = 0
        let source = Observable<Int>.create { observer in
            subscriptions += 1
            observer.onNext(subscriptions)
            observer.onCompleted()
            return Disposables.create()
        }
        let shared = source.publish().refCount()
        var events: [String] = []
        _ = shared.subscribe(
            onNext: { events.append("first \($0)") },
            onCompleted: {
                _ = shared.subscribe(onNext: { events.append("second \($0)") }, onCompleted: { events.append("end") })
            })
        #expect(events == ["first 1", "second 2", "end"])
    }

    /// The subject is made when a connection is due, and connections come and go meanwhile.
    @Test func whoComesAfterAConnectionOfTheSubjectsMakerIsConnected() {
        let source = PublishSubject<Int>()
        var connectable: ConnectableObservable<Int>?
        var made = 0
        let replaying = source.multicast(makeSubject: {
            made += 1
            if made == 2 { connectable?.connect().dispose() }
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            if made == 1 { subject.onNext(0) }
            return subject
        })
        connectable = replaying
        let shared = replaying.refCount()
        // Sent the element kept, it ends a connection of the subject that it has come by; the next is made for it then.
        let first = shared.subscribe(onNext: { _ in connectable?.connect().dispose() })
        #expect(made == 3)
        var events: [String] = []
        let second = shared.subscribe(onNext: { events.append("\($0)") }, onCompleted: { events.append("end") })
        source.onNext(2)
        first.dispose()
        source.onNext(3)
        source.onCompleted()
        #expect(events == ["2", "3", "end"])
        second.dispose()
        connectable = nil
    }

    @Test func anErrorReachesAllAndDisconnects() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        let events = scheduler.run { source.asObservable().publish().refCount() }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let source = PublishSubject<Int>()
            let shared = source.publish().refCount()
            let subscription = shared.subscribe(onNext: { _ in })
            source.onNext(1)
            subscription.dispose()
            _ = shared.subscribe()
            source.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create ConnectableObservableAdapter
                    create RefCount
                    subscribe RefCount
                      subscribe RefCount
                        schedule CurrentThreadScheduler
                          run RefCount
                            run RefCountSink
                              subscribe ConnectableObservableAdapter
                                create PublishSubject
                                subscribe PublishSubject
                              connect ConnectableObservableAdapter
                                subscribe PublishSubject
                    on PublishSubject next(1)
                      on Connection next(1)
                        on PublishSubject next(1)
                          on RefCountSink next(1)
                            forwardOn RefCountSink next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  handler onNext
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose RefCountSink
                          dispose SinkDisposer
                        dispose AnonymousDisposable
                          dispose SubscriptionDisposable
                          dispose SingleAssignmentDisposable
                            dispose Connection
                              dispose SingleAssignmentDisposable
                                dispose SubscriptionDisposable
                    subscribe RefCount
                      subscribe RefCount
                        schedule CurrentThreadScheduler
                          run RefCount
                            run RefCountSink
                              subscribe ConnectableObservableAdapter
                                create PublishSubject
                                subscribe PublishSubject
                              connect ConnectableObservableAdapter
                                subscribe PublishSubject
                    on PublishSubject completed
                      on Connection completed
                        dispose Connection
                          dispose SingleAssignmentDisposable
                            dispose SubscriptionDisposable
                        on PublishSubject completed
                          on RefCountSink completed
                            dispose SingleAssignmentDisposable
                              dispose Connection
                            forwardOn RefCountSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose RefCountSink
                              dispose SinkDisposer
                                dispose RefCountSink
                                  dispose SinkDisposer
                                dispose AnonymousDisposable
                                  dispose SubscriptionDisposable
                    """))
    }
}
