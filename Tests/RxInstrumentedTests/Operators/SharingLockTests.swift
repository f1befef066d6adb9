import Dispatch
import RxInstrumented
import Testing

/// A handler during which another thread cannot use the same observable is held under a lock: with a second lock, of
/// `zip` say, both threads may wait for each other for ever.
@Suite(.everyRecorderState, .timeLimit(.generous)) struct SharingLockTests {
    static let kinds = ShareReplayScopeTests.kinds
    typealias Kind = ShareReplayScopeTests.Kind

    /// How the other thread uses the shared observable.
    enum Use: CaseIterable { case subscribe, dispose, send, complete }

    @Test(arguments: kinds.filter { $0.replay > 0 }, Use.allCases)
    func whileAnElementIsReplayed(kind: Kind, use: Use) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: kind.replay, scope: kind.scope)
        let first = shared.subscribe()
        source.onNext(1)
        var events: [String] = []
        let second = shared.subscribe { event in
            events.append("\(event)")
            guard case .next(1) = event else { return }
            let isDone = isDoneElsewhere {
                switch use {
                case .subscribe: shared.subscribe().dispose()
                case .dispose: first.dispose()
                case .send: source.onNext(2)
                case .complete: source.onCompleted()
                }
            }
            #expect(isDone)
        }
        source.onNext(3)
        switch use {
        case .subscribe, .dispose: #expect(events == ["next(1)", "next(3)"])
        case .send: #expect(events == ["next(1)", "next(2)", "next(3)"])
        case .complete: #expect(events == ["next(1)", "completed"])
        }
        first.dispose()
        second.dispose()
        #expect(!source.hasObservers)
    }

    /// One thread replays to `zip`, the other sends `zip` an error, whose handler disposes another observer.
    @Test func belowZip() {
        let source = PublishSubject<Int>()
        let other = PublishSubject<Int>()
        let shared = source.share(replay: 1)
        let first = shared.subscribe()
        source.onNext(1)
        let isReplaying = DispatchSemaphore(value: 0)
        let isFailing = DispatchSemaphore(value: 0)
        let late = shared.map { number in
            isReplaying.signal()
            isFailing.wait()
            return number
        }
        let zipped = Observable.zip(other, late) { $0 + $1 }
        let subscription = SingleAssignmentDisposable()
        let haveEnded = doAllEnd(
            {
                let disposable = zipped.subscribe(onError: { _ in
                    isFailing.signal()
                    first.dispose()
                })
                subscription.setDisposable(disposable)
            },
            {
                isReplaying.wait()
                other.onError(TestError())
            })
        #expect(haveEnded)
        guard haveEnded else { return }
        subscription.dispose()
        #expect(!source.hasObservers)
    }

    /// A source whose subscribing and disposing run these closures.
    private func source(
        subscribed: @escaping () -> Void = {}, disposed: @escaping () -> Void = {}
    ) -> Observable<Int> {
        Observable.create { observer in
            subscribed()
            observer.onNext(1)
            return Disposables.create(with: disposed)
        }
    }

    @Test(arguments: kinds) func whileTheSourceIsSubscribed(kind: Kind) {
        var shared: Observable<Int>?
        var subscriptions = 0
        shared =
            source(subscribed: {
                subscriptions += 1
                #expect(isDoneElsewhere { shared?.subscribe().dispose() })
            })
            .share(replay: kind.replay, scope: kind.scope)
        var numbers: [Int] = []
        let subscription = shared?.subscribe(onNext: { numbers.append($0) })
        #expect(numbers == [1])
        #expect(subscriptions == 1)
        subscription?.dispose()
        shared = nil
    }

    @Test(arguments: kinds) func whileTheSourceIsDisposed(kind: Kind) {
        var shared: Observable<Int>?
        var late: (any Disposable)?
        var numbers: [Int] = []
        var connections = 0
        var disposals = 0
        shared =
            source(
                subscribed: { connections += 1 },
                disposed: {
                    disposals += 1
                    guard disposals == 1 else { return }
                    #expect(isDoneElsewhere { late = shared?.subscribe(onNext: { numbers.append($0) }) })
                }
            )
            .share(replay: kind.replay, scope: kind.scope)
        shared?.subscribe().dispose()
        // Who comes while the connection is being disposed of begins a new one.
        #expect(connections == 2)
        #expect(disposals == 1)
        let replayed = kind.scope == .forever && kind.replay > 0 ? [1] : []
        #expect(numbers == replayed + [1])
        late?.dispose()
        #expect(disposals == 2)
        shared = nil
    }

    @Test func whileAConnectionSubscribes() {
        var connectable: ConnectableObservable<Int>?
        connectable =
            source(subscribed: {
                let isDone = isDoneElsewhere {
                    _ = connectable?.subscribe()
                    _ = connectable?.connect()
                }
                #expect(isDone)
            })
            .publish()
        var numbers: [Int] = []
        let subscription = connectable?.subscribe(onNext: { numbers.append($0) })
        let connection = connectable?.connect()
        #expect(numbers == [1])
        connection?.dispose()
        subscription?.dispose()
        connectable = nil
    }

    @Test func aConnectionDisposedWhileItSubscribesIsOver() {
        var connectable: ConnectableObservable<Int>?
        var isDisposed = false
        connectable =
            source(
                subscribed: { #expect(isDoneElsewhere { connectable?.connect().dispose() }) },
                disposed: { isDisposed = true }
            )
            .publish()
        var numbers: [Int] = []
        let subscription = connectable?.subscribe(onNext: { numbers.append($0) })
        _ = connectable?.connect()
        #expect(isDisposed)
        #expect(numbers.isEmpty)
        subscription?.dispose()
        connectable = nil
    }

    @Test func whileAConnectionIsDisposed() {
        var connectable: ConnectableObservable<Int>?
        var late: (any Disposable)?
        var disposals = 0
        connectable =
            source(disposed: {
                disposals += 1
                guard disposals == 1 else { return }
                #expect(isDoneElsewhere { late = connectable?.connect() })
            })
            .publish()
        connectable?.connect().dispose()
        #expect(disposals == 1)
        late?.dispose()
        #expect(disposals == 2)
        connectable = nil
    }

    @Test func whileASubjectIsMade() {
        var connectable: ConnectableObservable<Int>?
        var made = 0
        var fromThere: [Int] = []
        connectable = source().multicast { () -> PublishSubject<Int> in
            made += 1
            if made == 1 {
                let isDone = isDoneElsewhere {
                    _ = connectable?.subscribe(onNext: { fromThere.append($0) })
                }
                #expect(isDone)
            }
            return PublishSubject()
        }
        var numbers: [Int] = []
        let subscription = connectable?.subscribe(onNext: { numbers.append($0) })
        let connection = connectable?.connect()
        // Both observe the subject that was made first.
        #expect(numbers == [1])
        #expect(fromThere == [1])
        connection?.dispose()
        subscription?.dispose()
        connectable = nil
    }

    /// A connectable that the library knows nothing of.
    private struct OwnConnectable: ConnectableObservableType {
        typealias Element = Int
        let subject = PublishSubject<Int>()
        let connected: @Sendable () -> Void
        let disconnected: @Sendable () -> Void

        func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
            subject.subscribe(observer)
        }

        func connect() -> any Disposable {
            connected()
            return Disposables.create(with: disconnected)
        }
    }

    @Test func whileAForeignConnectableConnectsAndDisconnects() {
        let calls = Collected<String>()
        let shared = Collected<Observable<Int>>()
        @Sendable func subscribeElsewhere() {
            #expect(isDoneElsewhere { shared.values.first?.subscribe().dispose() })
        }
        let connectable = OwnConnectable(
            connected: {
                calls.add("connected")
                if calls.values.count == 1 { subscribeElsewhere() }
            },
            disconnected: {
                calls.add("disconnected")
                if calls.values.count == 2 { subscribeElsewhere() }
            })
        shared.add(connectable.refCount())
        let subscription = shared.values[0].subscribe()
        #expect(calls.values == ["connected"])
        subscription.dispose()
        #expect(calls.values == ["connected", "disconnected", "connected", "disconnected"])
    }
}
