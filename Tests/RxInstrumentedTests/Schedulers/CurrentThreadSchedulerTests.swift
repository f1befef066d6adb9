import RxInstrumented
import Testing

@Suite struct CurrentThreadSchedulerTests {
    let scheduler = CurrentThreadScheduler.instance

    @Test func nestedWorkWaitsForWhatRuns() {
        let collected = Collected<String>()
        #expect(CurrentThreadScheduler.isScheduleRequired)
        _ = scheduler.schedule(()) { [scheduler] _ in
            #expect(!CurrentThreadScheduler.isScheduleRequired)
            for name in ["a", "b"] {
                _ = scheduler.schedule(name) { name in
                    collected.add(name)
                    _ = scheduler.schedule(name + name) { name in
                        collected.add(name)
                        return Disposables.create()
                    }
                    return Disposables.create()
                }
            }
            collected.add("outer")
            return Disposables.create()
        }
        #expect(CurrentThreadScheduler.isScheduleRequired)
        #expect(collected.values == ["outer", "a", "b", "aa", "bb"])
    }

    @Test func cancelledWorkIsPassedOver() {
        let collected = Collected<Int>()
        _ = scheduler.schedule(()) { [scheduler] _ in
            for number in 0..<200 {
                let work = scheduler.schedule(number) { number in
                    collected.add(number)
                    return Disposables.create()
                }
                if !number.isMultiple(of: 50) { work.dispose() }
            }
            return Disposables.create()
        }
        #expect(collected.values == [0, 50, 100, 150])
    }

    @Test func workIsReleasedAsSoonAsItHasRun() {
        final class Held {}
        weak var weakHeld: Held?
        var isReleased = false
        _ = scheduler.schedule(()) { [scheduler] _ in
            var held: Held? = Held()
            weakHeld = held
            _ = scheduler.schedule(held) { held in
                withExtendedLifetime(held) {}
                return Disposables.create()
            }
            held = nil
            _ = scheduler.schedule(()) { _ in
                isReleased = weakHeld == nil
                return Disposables.create()
            }
            return Disposables.create()
        }
        #expect(isReleased)
    }

    @Test func chainOfNestedWork() {
        let calls = chain {
            _ = scheduler.schedule(()) { [scheduler] _ in
                scheduler.schedule(()) { _ in Disposables.create() }.dispose()
                _ = scheduler.schedule(()) { _ in
                    PublishSubject<Int>().onNext(1)
                    return Disposables.create()
                }
                return Disposables.create()
            }
        }
        #expect(
            calls
                == rows(
                    """
                    schedule CurrentThreadScheduler
                      schedule CurrentThreadScheduler
                      dispose ScheduledItem
                        dispose SingleAssignmentDisposable
                      schedule CurrentThreadScheduler
                      invoke
                        create PublishSubject
                        on PublishSubject next(1)
                    """))
    }
}
