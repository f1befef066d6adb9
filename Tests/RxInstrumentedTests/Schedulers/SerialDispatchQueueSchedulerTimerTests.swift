import Dispatch
import RxInstrumented
import Testing

@Suite(.timeLimit(.generous)) struct SerialDispatchQueueSchedulerTimerTests {
    @Test func theOrderIsKeptWhenATimerIsSetMeanwhile() {
        for round in 0..<50 {
            let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "own")
            let collected = Collected<(thread: Int, number: Int)>()
            let fired = Gate()
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                for number in 0..<100 {
                    _ = scheduler.schedule(number) { number in
                        collected.add((thread, number))
                        return Disposables.create()
                    }
                    guard thread == 0, number == round else { continue }
                    _ = scheduler.scheduleRelative((), dueTime: .nanoseconds(0)) { _ in
                        // All that this thread scheduled before has run by now.
                        #expect(collected.values.filter { $0.thread == 0 }.count > number)
                        fired.open()
                        return Disposables.create()
                    }
                }
            }
            fired.wait()
            let done = Gate()
            _ = scheduler.schedule(()) { _ in
                done.open()
                return Disposables.create()
            }
            done.wait()
            for thread in 0..<3 {
                #expect(collected.values.filter { $0.thread == thread }.map(\.number) == Array(0..<100))
            }
        }
    }

    @Test(arguments: SerialQueueKind.allCases)
    func laterWorkRunsOnceItIsDue(_ kind: SerialQueueKind) {
        let scheduler = kind.scheduler()
        let collected = Collected<String>()
        let done = Gate()
        let start = DispatchTime.now()
        _ = scheduler.scheduleRelative("later", dueTime: .milliseconds(20)) { text in
            collected.add(text)
            #expect(DispatchTime.now() >= start + .milliseconds(20))
            done.open()
            return Disposables.create()
        }
        _ = scheduler.schedule("now") { text in
            collected.add(text)
            return Disposables.create()
        }
        // Unless this thread was kept from running for so long that the later work was due before.
        let isBefore = DispatchTime.now() < start + .milliseconds(20)
        done.wait()
        #expect(isBefore ? collected.values == ["now", "later"] : collected.values.contains("later"))
    }

    @Test func aTimersWorkComesAfterWhatWaitedBeforeIt() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "own")
        let (isHeld, done) = (Gate(), Gate())
        let collected = Collected<Int>()
        func add(_ number: Int) {
            _ = scheduler.schedule(number) { number in
                collected.add(number)
                return Disposables.create()
            }
        }
        _ = scheduler.schedule(()) { _ in
            isHeld.wait()
            return Disposables.create()
        }
        add(1)
        _ = scheduler.scheduleRelative(3, dueTime: .nanoseconds(0)) { number in
            collected.add(number)
            _ = scheduler.schedule(()) { _ in
                done.open()
                return Disposables.create()
            }
            return Disposables.create()
        }
        add(2)
        isHeld.open()
        done.wait()
        #expect(collected.values.first == 1)
        #expect(collected.values.filter { $0 < 3 } == [1, 2])
        #expect(collected.values.count == 3)
    }

    @Test func cancelledLaterWorkDoesNotRun() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "own")
        let collected = Collected<Int>()
        let (isHeld, done) = (Gate(), Gate())
        _ = scheduler.schedule(()) { _ in
            isHeld.wait()
            return Disposables.create()
        }
        let cancelled = scheduler.scheduleRelative(1, dueTime: .nanoseconds(0)) { number in
            collected.add(number)
            return Disposables.create()
        }
        cancelled.dispose()
        _ = scheduler.scheduleRelative(2, dueTime: .milliseconds(20)) { number in
            collected.add(number)
            done.open()
            return Disposables.create()
        }
        isHeld.open()
        done.wait()
        #expect(collected.values == [2])
    }

    @Test func periodicWorkIsGivenWhatItReturnedUntilItIsDisposed() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "own")
        let collected = Collected<Int>()
        let done = Gate()
        // On the queue of the work, so that none runs before it can be disposed.
        _ = scheduler.schedule(()) { _ in
            let subscription = SerialDisposable()
            subscription.disposable = scheduler.schedulePeriodic(
                1, startAfter: .milliseconds(1), period: .milliseconds(1)
            ) { number in
                collected.add(number)
                if number == 8 {
                    subscription.dispose()
                    done.open()
                }
                return number * 2
            }
            return Disposables.create()
        }
        done.wait()
        // Work scheduled now runs after a tick that might still come.
        let later = Gate()
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(5)) { _ in
            later.open()
            return Disposables.create()
        }
        later.wait()
        #expect(collected.values == [1, 2, 4, 8])
    }
}
