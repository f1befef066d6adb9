import Foundation
import RxInstrumented
import Testing

/// The library's locks under contention. Run with `--sanitize=thread`, these also show that the sanitizer sees them.
@Suite(.everyRecorderState, .timeLimit(.generous)) struct ContendedLockTests {
    private static let threads = 4
    private static let rounds = 2000

    /// Counts without a lock or an atomic of its own: it is right only if those who call it take turns.
    private final class Counter: @unchecked Sendable {
        var value = 0
    }

    @Test func aMergeDeliversOneElementAtATime() {
        let subjects = (0..<Self.threads).map { _ in PublishSubject<Int>() }
        let counter = Counter()
        let subscription = Observable.merge(subjects.map { $0.asObservable() }).subscribe(onNext: { _ in
            counter.value += 1
        })
        nonisolated(unsafe) let sources = subjects
        onThreads(Self.threads) { thread in
            for round in 0..<Self.rounds { sources[thread].onNext(round) }
        }
        subscription.dispose()
        #expect(counter.value == Self.threads * Self.rounds)
    }

    @Test func aCompositeDisposesEachOfItsDisposablesOnce() {
        nonisolated(unsafe) let composite = CompositeDisposable()
        let counters = (0..<Self.threads * Self.rounds).map { _ in Counter() }
        onThreads(Self.threads + 1) { thread in
            if thread == Self.threads { return composite.dispose() }
            for round in 0..<Self.rounds {
                let counter = counters[thread * Self.rounds + round]
                let key = composite.insert(Disposables.create { counter.value += 1 })
                if round.isMultiple(of: 2), let key { composite.remove(for: key) }
            }
        }
        #expect(counters.allSatisfy { $0.value == 1 })
        #expect(composite.count == 0)
    }

    @Test func aSubjectTakesAndLosesObserversOnAllThreads() {
        nonisolated(unsafe) let subject = PublishSubject<Int>()
        onThreads(Self.threads) { thread in
            for round in 0..<Self.rounds {
                let counter = Counter()
                let subscription = subject.subscribe(onNext: { _ in _ = counter })
                if thread == 0 { subject.onNext(round) }
                subscription.dispose()
            }
        }
        #expect(!subject.hasObservers)
    }

    @Test func aBagThatFillsOnAllThreadsDisposesAll() {
        let counters = (0..<Self.threads * Self.rounds).map { _ in Counter() }
        func fill(_ bag: DisposeBag) {
            nonisolated(unsafe) let bag = bag
            onThreads(Self.threads) { thread in
                for round in 0..<Self.rounds {
                    let counter = counters[thread * Self.rounds + round]
                    bag.insert(Disposables.create { counter.value += 1 })
                }
            }
            #expect(counters.allSatisfy { $0.value == 0 })
        }
        fill(DisposeBag())
        #expect(counters.allSatisfy { $0.value == 1 })
    }
}
