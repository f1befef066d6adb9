import RxInstrumented
import RxTraceKit
import Testing

/// A trace's subscriptions: which there were, in which others, why each ended, and the calls that belong to it.
@Suite struct SubscriptionTrackerTests {
    private struct TestError: Error {}

    private let first = PublishSubject<Int>()
    private let second = PublishSubject<Int>()
    private let third = PublishSubject<Int>()

    private func record(_ body: () -> Void) -> Trace {
        Trace.record("test", options: RecordingOptions(scope: .caused), body)
    }

    /// The subscriptions as `number in parent: observable, ended`.
    private func subscriptions(_ body: () -> Void) -> [String] {
        let trace = record(body)
        let types = Dictionary(uniqueKeysWithValues: trace.nodes.map { ($0.id, $0.type) })
        return trace.subscriptions.map { one in
            let parent = one.parent.map { " in \($0)" } ?? ""
            return "\(one.id)\(parent): \(types[one.node] ?? "-"), \(one.ended ?? "live")"
        }
    }

    /// The calls as `operation type: subscription`.
    private func owners(_ body: () -> Void) -> [String] {
        let trace = record(body)
        let types = Dictionary(uniqueKeysWithValues: trace.nodes.map { ($0.id, $0.type) })
        return trace.calls.map { call in
            let type = call.type ?? call.node.flatMap { types[$0] } ?? "-"
            return "\(call.operation.name) \(type): \(call.subscription.map(String.init) ?? "none")"
        }
    }

    @Test func innerSubscriptionsEndWithTheirSourcesOrTheError() {
        let ended = subscriptions {
            _ = first.flatMap { [second, third][$0] }.subscribe(onError: { _ in })
            first.onNext(0)
            first.onNext(1)
            second.onCompleted()
            first.onNext(1)
            third.onError(TestError())
        }
        #expect(
            ended == [
                "1: FlatMap, error", "2 in 1: PublishSubject, completed", "3 in 1: PublishSubject, error",
                "4 in 1: PublishSubject, disposed",
            ])
    }

    @Test func aSourceThatFollowsOnAnEndIsNoPartOfWhatEnded() {
        let ended = subscriptions {
            _ = first.concatMap { [second, third][$0] }.subscribe()
            first.onNext(0)
            first.onNext(1)
            second.onCompleted()
        }
        #expect(ended == ["1: ConcatMap, live", "2 in 1: PublishSubject, completed", "3 in 1: PublishSubject, live"])
    }

    @Test func attemptsOfARetryArePartsOfIt() {
        let ended = subscriptions {
            let failing = Observable<Int>.error(TestError())
            let retried = failing.retry(when: { (errors: Observable<any Error>) in errors.flatMap { _ in first } })
            let subscription = retried.subscribe()
            first.onNext(1)
            subscription.dispose()
        }
        #expect(
            ended == [
                "1: RetryWhenSequence, disposed", "2 in 1: FlatMap, disposed", "3 in 1: ErrorProducer, error",
                "4 in 1: PublishSubject, disposed", "5 in 2: PublishSubject, disposed", "6 in 1: ErrorProducer, error",
                "7 in 1: PublishSubject, disposed", "8 in 2: PublishSubject, disposed",
            ])
    }

    @Test func switchingEndsTheSourceBefore() {
        let ended = subscriptions {
            let subscription = first.flatMapLatest { [second, third][$0] }.subscribe()
            first.onNext(0)
            first.onNext(1)
            subscription.dispose()
        }
        #expect(
            ended == [
                "1: FlatMapLatest, disposed", "2 in 1: PublishSubject, switch", "3 in 1: PublishSubject, disposed",
            ])
    }

    @Test func onlyTheSwitchItselfSwitches() {
        let ended = subscriptions {
            _ = first.flatMapLatest { _ in second }.element(at: 0).subscribe()
            first.onNext(0)
            second.onNext(1)
        }
        #expect(ended == ["1: ElementAt, completed", "2 in 1: PublishSubject, disposed"])
    }

    @Test func takeEndsWhatItHasEnoughOf() {
        let ended = subscriptions {
            _ = Observable.merge(first, second).take(1).subscribe()
            first.onNext(1)
        }
        #expect(ended == ["1: TakeCount, completed", "2 in 1: PublishSubject, take", "3 in 1: PublishSubject, take"])
    }

    @Test func takeEndsWhatIsStillBeingSubscribed() {
        let ended = subscriptions {
            let one = BehaviorSubject(value: 1)
            _ = one.flatMap { _ in one }.take(1).subscribe()
        }
        #expect(ended == ["1: TakeCount, completed", "2 in 1: BehaviorSubject, take"])
    }

    @Test func anEndThatPassesATakeIsNotItsDoing() {
        let ended = subscriptions {
            _ = first.take(until: second).subscribe()
            first.onCompleted()
        }
        #expect(ended == ["1: TakeUntil, completed", "2 in 1: PublishSubject, disposed"])
    }

    @Test func aBagEndsAllInIt() {
        let ended = subscriptions {
            let bag = DisposeBag()
            first.flatMap { [second.asObservable(), .never()][$0] }.subscribe().disposed(by: bag)
            first.onNext(0)
            first.onNext(1)
        }
        #expect(ended == ["1: FlatMap, bag", "2 in 1: PublishSubject, bag", "3 in 1: NeverProducer, bag"])
    }

    @Test func aClosureOfTheUsersDisposes() {
        let ended = subscriptions {
            let subscription = SerialDisposable()
            subscription.disposable = first.subscribe(onNext: { _ in subscription.dispose() })
            first.onNext(1)
            first.onCompleted()
        }
        #expect(ended == ["1: PublishSubject, disposed"])
    }

    @Test func aConnectionOutlivesTheOneWhoMadeIt() {
        let ended = subscriptions {
            let shared = first.flatMap { _ in Observable<Int>.never() }.share()
            let subscription = shared.subscribe()
            _ = shared.subscribe()
            first.onNext(1)
            subscription.dispose()
        }
        #expect(
            ended == [
                "1: ShareWhileConnected, disposed", "2 in 1: FlatMap, live", "3: ShareWhileConnected, live",
                "4 in 2: NeverProducer, live",
            ])
    }

    @Test func theLastToLeaveEndsTheConnection() {
        let ended = subscriptions {
            let shared = first.flatMap { _ in second }.publish().refCount()
            let subscription = shared.subscribe()
            first.onNext(1)
            subscription.dispose()
        }
        #expect(
            ended == ["1: RefCount, disposed", "2 in 1: FlatMap, connection", "3 in 2: PublishSubject, connection"])
    }

    @Test func aDisposedConnectionLeavesItsObserversSubscribed() {
        let ended = subscriptions {
            let published = first.publish()
            _ = published.subscribe()
            published.connect().dispose()
        }
        #expect(ended == ["1: ConnectableObservableAdapter, live", "2: PublishSubject, connection"])
    }

    @Test func aConnectionToWhatNeverEndsEndsAsWell() {
        let ended = subscriptions {
            let published = Observable<Int>.never().publish()
            published.connect().dispose()
            let left = Observable<Int>.never().share()
            let subscription = left.subscribe()
            left.subscribe().dispose()
            subscription.dispose()
            let used = Observable<Int>.never().publish().refCount()
            let other = used.subscribe()
            _ = used.subscribe()
            other.dispose()
        }
        #expect(
            ended == [
                "1: NeverProducer, connection", "2: ShareWhileConnected, disposed", "3 in 2: NeverProducer, connection",
                "4: ShareWhileConnected, disposed", "5: RefCount, disposed", "6 in 5: NeverProducer, live",
                "7: RefCount, live",
            ])
    }

    @Test func aDisposedSubjectHasNoSubscriptions() {
        let ended = subscriptions {
            _ = first.map { $0 }.subscribe()
            _ = first.flatMap { _ in second }.subscribe()
            first.onNext(1)
            first.dispose()
        }
        // The events that the second still gets come from the inner source.
        #expect(ended == ["1: Map, disposed", "2: FlatMap, live", "3 in 2: PublishSubject, live"])
    }

    @Test func theSourcesOfACollectionEndOneByOne() {
        let ended = subscriptions {
            let shared = third.share()
            _ = shared.subscribe()
            _ = Observable.combineLatest([first.map { $0 }, second.asObservable(), shared]).subscribe()
            first.onCompleted()
            third.onError(TestError())
        }
        #expect(
            ended == [
                "1: ShareWhileConnected, error", "2 in 1: PublishSubject, error",
                "3: CombineLatestCollectionType, error",
                "4 in 3: Map, completed", "5 in 3: PublishSubject, disposed", "6 in 3: ShareWhileConnected, error",
            ])
    }

    @Test func aSubjectThatObservesIsEndedByItsOwnSourceOnly() {
        let ended = subscriptions {
            _ = first.map { $0 }.subscribe(third)
            _ = second.subscribe(third)
            first.onCompleted()
            third.onError(TestError())
        }
        #expect(ended == ["1: Map, completed", "2: PublishSubject, live"])
    }

    @Test func whatTheUserSendsToASubjectIsNoEndOfItsSource() {
        let ended = subscriptions {
            _ = first.subscribe(second)
            second.onCompleted()
        }
        #expect(ended == ["1: PublishSubject, live"])
    }

    @Test func sinksAndDisposablesBelongToTheSubscriptionTheyAreMadeIn() {
        let calls = owners {
            let subscription = first.map { $0 }.filter { _ in true }.subscribe()
            first.onNext(1)
            subscription.dispose()
        }
        #expect(
            calls.filter { $0.hasSuffix(": none") } == [
                "create Map: none", "create Filter: none", "on PublishSubject: none",
            ])
    }

    @Test func anEventBelongsToTheSubscriptionThatDeliversIt() {
        let calls = owners {
            _ = first.concat(second).subscribe()
            first.onCompleted()
            second.onNext(1)
        }
        #expect(
            calls.filter { $0.contains("ConcatSink") } == [
                "run ConcatSink: 1", "on ConcatSink: 2", "on ConcatSink: 3", "forwardOn ConcatSink: 1",
            ])
    }

    @Test func whatTheUserGaveToBeDisposedBelongsToTheSubscription() {
        let calls = owners {
            let bag = DisposeBag()
            let source = Observable<Int>.create { _ in Disposables.create {} }
            source.flatMap { _ in second }.subscribe(onDisposed: {}).disposed(by: bag)
            let published = source.publish()
            published.connect().disposed(by: bag)
        }
        #expect(calls.filter { $0.hasPrefix("handler") }.map { $0.suffix(1) } == ["1", "2", "1", "1", "2"])
        #expect(calls.filter { $0.hasPrefix("insert") } == ["insert DisposeBag: 1", "insert DisposeBag: 2"])
    }

    @Test func whatReplaysBelongsToTheSubscription() {
        let calls = owners {
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            _ = subject.subscribe()
            subject.onNext(1)
        }
        #expect(calls.filter { $0.contains("SubscriptionObserver") } == ["on ReplaySubjectSubscriptionObserver: 1"])
    }
}
