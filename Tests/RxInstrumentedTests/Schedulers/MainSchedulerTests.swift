import Dispatch
import RxInstrumented
import Testing

@Suite(.timeLimit(.generous)) struct MainSchedulerTests {
    /// Runs `body` on the main queue, then awaits that all it handed the queue has run.
    private func onMain(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                body()
                DispatchQueue.main.async { continuation.resume() }
            }
        }
    }

    @Test func fromTheMainQueueWorkRunsAtOnce() async {
        let collected = Collected<Int>()
        await onMain {
            let scheduler = MainScheduler()
            _ = scheduler.schedule(1) { number in
                collected.add(number)
                return Disposables.create()
            }
            collected.add(2)
        }
        #expect(collected.values == [1, 2])
    }

    @Test func workScheduledByWorkComesAfterIt() async {
        let collected = Collected<String>()
        await onMain {
            let scheduler = MainScheduler()
            _ = scheduler.schedule(()) { _ in
                _ = scheduler.schedule(()) { _ in
                    collected.add("inner")
                    return Disposables.create()
                }
                collected.add("outer")
                return Disposables.create()
            }
            collected.add("after")
        }
        #expect(collected.values == ["outer", "after", "inner"])
    }

    @Test func theAsynchronousOneNeverRunsWorkAtOnce() async {
        let collected = Collected<Int>()
        await onMain {
            _ = MainScheduler.asyncInstance.schedule(2) { number in
                collected.add(number)
                return Disposables.create()
            }
            collected.add(1)
        }
        #expect(collected.values == [1, 2])
    }

    @Test func fromAnotherQueueInsideTheMainThreadWorkWaits() async {
        let collected = Collected<Int>()
        await onMain {
            DispatchQueue(label: "other").sync {
                _ = MainScheduler().schedule(2) { number in
                    collected.add(number)
                    return Disposables.create()
                }
                collected.add(1)
            }
        }
        #expect(collected.values == [1, 2])
    }

    @Test func fromElsewhereWorkRunsOnTheMainQueueUnlessCancelled() async {
        let collected = Collected<Int>()
        let scheduler = MainScheduler()
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "other").async {
                let gate = Gate()
                DispatchQueue.main.async { gate.wait() }
                scheduler.schedule(1) { number in
                    collected.add(number)
                    return Disposables.create()
                }
                .dispose()
                _ = scheduler.schedule(2) { number in
                    MainScheduler.ensureExecutingOnScheduler()
                    MainScheduler.ensureRunningOnMainThread()
                    collected.add(number)
                    return Disposables.create()
                }
                DispatchQueue.main.async { continuation.resume() }
                gate.open()
            }
        }
        #expect(collected.values == [2])
        // The cancelled work is over too: nothing waits, so work from the main queue runs at once again.
        await onMain {
            _ = scheduler.schedule(3) { number in
                collected.add(number)
                return Disposables.create()
            }
            collected.add(4)
        }
        #expect(collected.values == [2, 3, 4])
    }

    @Test func observeOnDeliversAtOnceOnTheMainQueue() async {
        let collected = Collected<Int>()
        await onMain {
            _ = Observable.of(1, 2, 3).observe(on: MainScheduler()).subscribe(
                onNext: { collected.add($0) }, onCompleted: { collected.add(4) })
            collected.add(5)
        }
        #expect(collected.values == [1, 2, 3, 4, 5])
    }

    @Test func theConcurrentOneRunsEvenNestedWorkAtOnce() async {
        let collected = Collected<String>()
        await onMain {
            _ = ConcurrentMainScheduler.instance.schedule(()) { _ in
                _ = ConcurrentMainScheduler.instance.schedule(()) { _ in
                    collected.add("inner")
                    return Disposables.create()
                }
                collected.add("outer")
                return Disposables.create()
            }
        }
        #expect(collected.values == ["inner", "outer"])
    }

    @Test func theConcurrentOnesLaterWorkRunsOnTheMainQueue() async {
        await withCheckedContinuation { continuation in
            _ = ConcurrentMainScheduler.instance.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
                MainScheduler.ensureExecutingOnScheduler()
                continuation.resume()
                return Disposables.create()
            }
        }
        let collected = Collected<Int>()
        await withCheckedContinuation { continuation in
            // On the queue of the work, so that none runs before it can be disposed.
            DispatchQueue.main.async {
                let periodic = SerialDisposable()
                periodic.disposable = ConcurrentMainScheduler.instance.schedulePeriodic(
                    1, startAfter: .milliseconds(1), period: .milliseconds(1)
                ) { count in
                    collected.add(count)
                    if count == 3 {
                        periodic.dispose()
                        continuation.resume()
                    }
                    return count + 1
                }
            }
        }
        #expect(collected.values == [1, 2, 3])
    }

    @Test func chainOfWorkOnTheMainQueue() async {
        let collected = Collected<[String]>()
        await onMain {
            let calls = chain {
                let scheduler = MainScheduler()
                _ = scheduler.schedule(()) { _ in
                    PublishSubject<Int>().onNext(1)
                    return Disposables.create()
                }
                _ = ConcurrentMainScheduler.instance.schedule(()) { _ in
                    PublishSubject<Int>().onNext(2)
                    return Disposables.create()
                }
            }
            collected.add(calls)
        }
        #expect(
            collected.values.first
                == rows(
                    """
                    schedule MainScheduler
                      create PublishSubject
                      on PublishSubject next(1)
                    schedule ConcurrentMainScheduler
                      create PublishSubject
                      on PublishSubject next(2)
                    """))
    }
}
