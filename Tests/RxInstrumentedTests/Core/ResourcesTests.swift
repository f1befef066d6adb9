import RxInstrumented
import RxTraceKit
import Testing

#if DEBUG
    /// Other tests make and release things side by side, so that only growth by many can be told.
    @Suite(.serialized) struct ResourcesTests {
        @Test func whatIsMadeIsCountedUntilItIsReleased() {
            let many: Int32 = 400_000
            let before = Resources.total
            var subjects: [PublishSubject<Int>]? = (0..<many / 2).map { _ in PublishSubject() }
            // Each is an observable and a subject.
            #expect(Resources.total - before > many / 2)
            withExtendedLifetime(subjects) {}
            subjects = nil
            #expect(Resources.total - before < many / 2)
        }

        @Test func aSubscriptionWithNothingToDisposeTakesNothing() async {
            await #expect(processExitsWith: .success) {
                let ended = Observable.just(1)
                let before = Resources.total
                let subscriptions = (0..<10).map { _ in ended.subscribe(onNext: { _ in }) }
                #expect(Resources.total == before)
                for subscription in subscriptions { subscription.dispose() }
                // A trace tells of the object that RxSwift makes in any case.
                let trace = Trace.record("ended") { ended.subscribe(onNext: { _ in }).dispose() }
                #expect(trace.calls.last?.operation == .dispose)
                #expect(trace.nodes.contains { $0.type == "BinaryDisposable" })
            }
        }

        @Test func whatRunsAtTheEndIsKeptUntilThen() async {
            await #expect(processExitsWith: .success) {
                let before = Resources.total
                var ends = 0
                let subscription = Observable<Int>.never().subscribe(onDisposed: { ends += 1 })
                #expect(Resources.total > before && ends == 0)
                subscription.dispose()
                subscription.dispose()
                #expect(ends == 1)
            }
        }

        @Test func theProgramMayCountItsOwn() {
            let many: Int32 = 400_000
            let before = Resources.total
            for _ in 0..<many { _ = Resources.incrementTotal() }
            #expect(Resources.total - before > many / 2)
            for _ in 0..<many { _ = Resources.decrementTotal() }
            #expect(Resources.total - before < many / 2)
        }
    }
#endif
