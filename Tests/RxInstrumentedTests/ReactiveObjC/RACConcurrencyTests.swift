import Dispatch
import ReactiveObjC
import RxInstrumented
import Testing

/// Eight threads at once, a fixed number of steps each; what they do is random and the same in every run.
@Suite struct RACConcurrencyTests {
    private func onEightThreads(_ body: @Sendable (inout RandomSteps) -> Void) {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var steps = RandomSteps(seed: UInt64(thread) + 1)
            body(&steps)
        }
    }

    /// A linear congruential generator, Knuth's MMIX constants.
    struct RandomSteps {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }

    @Test func aDisposableIsDisposedByOne() {
        for _ in 0..<200 {
            let runs = Collected<Int>()
            let disposable = RACDisposable { runs.add(1) }
            onEightThreads { _ in disposable.dispose() }
            #expect(runs.values.count == 1)
        }
    }

    @Test func aCompoundDisposesEachOnceWhateverIsAddedMeanwhile() {
        for _ in 0..<50 {
            let disposed = Collected<Int>()
            let added = Collected<Int>()
            let compound = RACCompoundDisposable()
            onEightThreads { steps in
                for _ in 0..<40 {
                    switch steps.next(below: 40) {
                    case 0: compound.dispose()
                    case 1...9:
                        let removed = RACDisposable()
                        compound.addDisposable(removed)
                        compound.removeDisposable(removed)
                    default:
                        added.add(1)
                        compound.addDisposable(RACDisposable { disposed.add(1) })
                    }
                }
            }
            compound.dispose()
            #expect(disposed.values.count == added.values.count)
        }
    }

    @Test func aSubjectSendsWhileOthersComeAndGo() {
        for _ in 0..<20 {
            let subject = RACSubject<Int>()
            let received = Collected<Int>()
            let steady = subject.subscribeNext { received.add($0) }
            let sent = Collected<Int>()
            onEightThreads { steps in
                var subscriptions: [RACDisposable?] = []
                for number in 0..<100 {
                    switch steps.next(below: 3) {
                    case 0: subscriptions.append(subject.subscribeNext { _ in })
                    case 1: subscriptions.popLast()??.dispose()
                    default:
                        sent.add(number)
                        subject.sendNext(number)
                    }
                }
                for subscription in subscriptions { subscription?.dispose() }
            }
            #expect(received.values.sorted() == sent.values.sorted(), "who stays receives everything")
            steady?.dispose()
            subject.sendNext(-1)
            #expect(!received.values.contains(-1))
        }
    }

    @Test func subscriptionsToASignalEndOnceEach() {
        let begun = Collected<Int>()
        let ended = Collected<Int>()
        let signal = RACSignal<Int>.createSignal { subscriber in
            begun.add(1)
            subscriber.sendNext(1)
            subscriber.sendCompleted()
            return RACDisposable { ended.add(1) }
        }
        onEightThreads { steps in
            let scheduler = RACTestScheduler()
            for _ in 0..<100 {
                let disposes = steps.next(below: 2) == 0
                scheduler.schedule {
                    let subscription = signal.map { $0 }.merge(signal).subscribeNext { _ in }
                    if disposes { subscription?.dispose() }
                }
                scheduler.step()
            }
        }
        #expect(begun.values.count == 8 * 100 * 2)
        #expect(ended.values.count == begun.values.count)
    }

    @Test func aConnectionConnectsOnce() {
        for _ in 0..<50 {
            let runs = Collected<Int>()
            let scheduler = RACTestScheduler()
            let connection = RACSignal<Int>.createSignal { _ in
                runs.add(1)
                return nil
            }
            .subscribeOn(scheduler).publish()
            onEightThreads { _ in
                let own = RACTestScheduler()
                own.schedule { connection.connect() }
                own.step()
            }
            scheduler.stepAll()
            #expect(runs.values.count == 1)
        }
    }
}
