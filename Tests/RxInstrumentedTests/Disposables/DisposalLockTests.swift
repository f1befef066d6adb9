import RxInstrumented
import Synchronization
import Testing

/// While a disposable disposes another, any thread may use it.
@Suite(.everyRecorderState, .timeLimit(.generous)) struct DisposalLockTests {
    /// A disposable that holds others.
    struct Holder: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Makes one that holds `held`, and a closure that uses it as another thread may at any time.
        let hold: @Sendable (_ held: any Disposable) -> (any Disposable, use: () -> Void)

        init(
            _ name: String, _ hold: @escaping @Sendable (_ held: any Disposable) -> (any Disposable, use: () -> Void)
        ) {
            testDescription = name
            self.hold = hold
        }
    }

    static let holders = [
        Holder("SerialDisposable") { held in
            let serial = SerialDisposable()
            serial.disposable = held
            return (serial, { serial.disposable = BooleanDisposable() })
        },
        Holder("SingleAssignmentDisposable") { held in
            let single = SingleAssignmentDisposable()
            single.setDisposable(held)
            return (single, { _ = single.isDisposed })
        },
        Holder("CompositeDisposable") { held in
            let composite = CompositeDisposable(held, BooleanDisposable())
            return (
                composite,
                {
                    if let key = composite.insert(BooleanDisposable()) { composite.remove(for: key) }
                    _ = composite.count
                }
            )
        },
        Holder("RefCountDisposable") { held in
            let counted = RefCountDisposable(disposable: held)
            return (counted, { counted.retain().dispose() })
        },
        Holder("ScheduledDisposable") { held in
            let scheduled = ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: held)
            return (scheduled, { _ = scheduled.isDisposed })
        },
        Holder("two disposables") { held in
            let both = Disposables.create(held, BooleanDisposable())
            return (both, { _ = both.isDisposed })
        },
        Holder("a closure") { held in
            let closure = Disposables.create { held.dispose() }
            return (closure, { _ = closure.isDisposed })
        },
        Holder("DisposeBag") { held in
            let bag = ReleasedBag(held)
            return (bag, { bag.use() })
        },
    ]

    /// A bag that is released on disposal.
    private final class ReleasedBag: Disposable, @unchecked Sendable {
        private let bag: Mutex<DisposeBag?>

        init(_ held: any Disposable) {
            let bag = DisposeBag()
            bag.insert(held)
            self.bag = Mutex(bag)
        }

        func use() { bag.withLock { $0 }?.insert(BooleanDisposable()) }

        func dispose() {
            let bag = bag.withLock { $0.take() }
            withExtendedLifetime(bag) {}
        }
    }

    @Test(arguments: holders) func whileTheOtherIsDisposed(by holder: Holder) {
        var use: () -> Void = {}
        var disposals = 0
        let held = Disposables.create {
            disposals += 1
            #expect(isDoneElsewhere(use))
        }
        let (disposable, useOfIt) = holder.hold(held)
        use = {
            useOfIt()
            disposable.dispose()
        }
        disposable.dispose()
        #expect(disposals == 1)
        use = {}
    }

    /// Each of two disposes the other, on two threads at once.
    @Test(arguments: holders) func eachDisposesTheOther(by holder: Holder) {
        for _ in 0..<20 {
            let links = (0..<2).map { _ in SerialDisposable() }
            let disposals = Collected<Int>()
            let both = (0..<2).map { number in
                holder.hold(
                    Disposables.create {
                        disposals.add(number)
                        links[1 - number].disposable.dispose()
                    }
                ).0
            }
            for (link, disposable) in zip(links, both) { link.disposable = disposable }
            nonisolated(unsafe) let disposables = both
            onThreads(2) { disposables[$0].dispose() }
            #expect(disposals.values.sorted() == [0, 1])
        }
    }
}
