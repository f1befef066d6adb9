import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

#if DEBUG
    /// Other tests make and release things side by side, so that only growth by many can be told.
    @Suite(.serialized, .everyRecorderState, .timeLimit(.generous)) struct ResourcesTests {
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

        @Test(.exits, .disabled(if: RecorderState.current != nil, "its own process records itself"))
        func aSubscriptionHasTheSameObjectsRecordedOrNot() async {
            await #expect(processExitsWith: .success) {
                StateSwitch.end()
                let ended = Observable.just(1)
                func objects(of subscribe: () -> any Disposable) -> Int32 {
                    let before = Resources.total
                    let subscription = subscribe()
                    #expect(subscription is any Cancelable)
                    return withExtendedLifetime(subscription) { Resources.total - before }
                }
                let plain = objects { ended.subscribe(onNext: { _ in }) }
                var recorded: Int32 = 0
                _ = Trace.record("ended") { recorded = objects { ended.subscribe(onNext: { _ in }) } }
                #expect(plain > 0 && plain == recorded)
            }
        }

        @Test(.exits) func whatRunsAtTheEndIsKeptUntilThen() async {
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

        @Test(.exits) func observablesOfSerialQueuesAreCounted() async {
            await #expect(processExitsWith: .success) {
                let scheduler = SerialDispatchQueueScheduler(qos: .default)
                let before = Resources.numberOfSerialDispatchQueueObservables
                var observable: Observable<Int>? = .never().observe(on: scheduler)
                #expect(Resources.numberOfSerialDispatchQueueObservables == before + 1)
                let subscription = observable?.subscribe()
                subscription?.dispose()
                withExtendedLifetime(observable) {}
                observable = nil
                #expect(Resources.numberOfSerialDispatchQueueObservables == before)
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
