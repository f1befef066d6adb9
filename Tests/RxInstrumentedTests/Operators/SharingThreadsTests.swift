import RxInstrumented
import RxTraceTestSupport
import Testing

@Suite(.everyRecorderState, .timeLimit(.generous)) struct SharingThreadsTests {
    static let kinds = ShareReplayScopeTests.kinds
    typealias Kind = ShareReplayScopeTests.Kind

    /// A thread that comes while others leave is connected: each of them has the element sent when all have come.
    @Test(arguments: kinds) func whoComesWhileOthersLeaveIsConnected(kind: Kind) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: kind.replay, scope: kind.scope)
        for round in 1...40 {
            let subscriptions = Collected<any Disposable>()
            let received = Collected<Int>()
            onThreads(4) { _ in
                for _ in 0..<5 { shared.subscribe().dispose() }
                subscriptions.add(
                    shared.subscribe(onNext: { if $0 == round { received.add($0) } }))
            }
            source.onNext(round)
            #expect(received.values.count == 4)
            for subscription in subscriptions.values { subscription.dispose() }
            #expect(!source.hasObservers)
        }
    }

    @Test(arguments: kinds) func theEndReachesEachOnce(kind: Kind) {
        for _ in 0..<TestLength.times(400, long: 20_000) {
            let source = PublishSubject<Int>()
            let shared = source.share(replay: kind.replay, scope: kind.scope)
            let ends = Collected<Int>()
            onThreads(4) { thread in
                source.onNext(thread)
                for number in 0..<5 { _ = shared.subscribe(onCompleted: { ends.add(thread * 5 + number) }) }
                source.onCompleted()
            }
            #expect(ends.values.sorted() == Array(0..<20))
        }
    }

    /// The elements kept come first, and those that another thread sends meanwhile follow in their order.
    @Test(arguments: kinds.filter { $0.replay > 0 }) func elementsOfAnotherThreadComeInOrder(kind: Kind) {
        for _ in 0..<TestLength.times(400, long: 20_000) {
            let source = PublishSubject<Int>()
            let shared = source.share(replay: kind.replay, scope: kind.scope)
            let stays = shared.subscribe()
            source.onNext(0)
            let received = Collected<Int>()
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 1...100 { source.onNext(number) }
                } else {
                    _ = shared.subscribe(onNext: { received.add($0) })
                }
            }
            let numbers = received.values
            #expect(numbers == Array((numbers.first ?? 101)...100))
            stays.dispose()
        }
    }
}
