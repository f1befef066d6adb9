import Foundation
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// That nobody else's code runs under a lock of the library's.
@Suite(.timeLimit(.generous)) struct HeldLocksTests {
    /// An element whose end is the user's code.
    private final class Probe: Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }

        deinit { entersForeignCode("deinit of an element") }
    }

    #if DEBUG
        @Test(.exits) func aClosureUnderALockStopsTheProcessAndNamesBoth() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                setenv("RXTRACE_CHECK_LOCKS", "1", 1)
                let lock = Lock(0)
                let disposable = Disposables.create {}
                lock.withLock { _ in disposable.dispose() }
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("dispose of AnonymousDisposable is called while the lock taken at"))
            #expect(message.contains("HeldLocksTests.swift"))
        }

        @Test(.exits) func aGateUnderALockStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                setenv("RXTRACE_CHECK_LOCKS", "1", 1)
                let lock = RecursiveLock()
                let gate = DeliveryGate()
                lock.withLock { gate.pass {} }
            }
        }
    #endif

    @Test func aClosureInAGateIsWhatTheGateIsFor() {
        let gate = DeliveryGate()
        var count = 0
        let disposable = Disposables.create { count += 1 }
        gate.pass { disposable.dispose() }
        #expect(count == 1)
    }

    @Test(arguments: 0..<12)
    func elementsEndOutsideOfLocks(operation: Int) {
        let scheduler = TestScheduler()
        let source = PublishSubject<Probe>()
        let other = PublishSubject<Int>()
        let span = RxTimeInterval.seconds(5)
        var received = 0
        let observed: Observable<Void> = {
            switch operation {
            case 0: source.delay(span, scheduler: scheduler).map { _ in }
            case 1: source.debounce(span, scheduler: scheduler).map { _ in }
            case 2: source.throttle(span, scheduler: scheduler).map { _ in }
            case 3: source.buffer(timeSpan: span, count: 3, scheduler: scheduler).map { _ in }
            case 4: source.window(timeSpan: span, count: 3, scheduler: scheduler).merge().map { _ in }
            case 5: source.sample(other).map { _ in }
            case 6: other.withLatestFrom(source) { _, _ in }
            case 7: source.takeLast(2).map { _ in }
            case 8: source.observe(on: scheduler).map { _ in }
            case 9: source.concatMap { probe in Observable.just(probe).delay(span, scheduler: scheduler) }.map { _ in }
            case 10: source.groupBy { $0.number % 2 }.merge().map { _ in }
            default: source.scan(Probe(0)) { _, new in new }.map { _ in }
            }
        }()
        for end in 0..<3 {
            let subscription = observed.subscribe(onNext: { received += 1 })
            for number in 0..<5 {
                source.onNext(Probe(number))
                other.onNext(number)
                scheduler.advanceTo(scheduler.clock + 1)
            }
            scheduler.advanceTo(scheduler.clock + (end == 0 ? 0 : 100))
            subscription.dispose()
        }
        source.onNext(Probe(9))
        source.onError(TestError("end"))
        if operation != 7 { #expect(received > 0) }
    }
}
