import Foundation
import RxInstrumented
import Testing

@Suite struct VirtualTimeSchedulerTests {
    let scheduler = HistoricalScheduler()
    let start = Date(timeIntervalSince1970: 0)

    private func time(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    @Test func workRunsByTimeAndThenInTheOrderItWasScheduled() {
        let collected = Collected<String>()
        func add(_ text: String, after seconds: Int) {
            _ = scheduler.scheduleRelative(text, dueTime: .seconds(seconds)) { [scheduler] text in
                collected.add("\(text)@\(Int(scheduler.clock.timeIntervalSince1970))")
                return Disposables.create()
            }
        }
        add("c", after: 20)
        add("a", after: 10)
        add("d", after: 20)
        add("b", after: 10)
        add("e", after: 20)
        scheduler.start()
        #expect(collected.values == ["a@10", "b@10", "c@20", "d@20", "e@20"])
        #expect(scheduler.clock == time(20))
    }

    @Test func itsDescriptionHasTheTimesOfTheWorkThatWaits() {
        let frames = VirtualTimeScheduler(initialClock: 0, converter: Frames())
        func add(_ time: Int) -> any Disposable {
            frames.scheduleAbsoluteVirtual((), time: time) { Disposables.create() }
        }
        _ = add(30)
        let cancelled = add(10)
        _ = add(20)
        #expect(frames.debugDescription == "[10, 20, 30]")
        cancelled.dispose()
        frames.advanceTo(20)
        #expect("\(frames)" == "[30]")
    }

    @Test func workScheduledByWorkForNowRunsAtOnceAfterIt() {
        let collected = Collected<String>()
        _ = scheduler.scheduleRelative((), dueTime: .seconds(5)) { [scheduler] _ in
            _ = scheduler.schedule(()) { _ in
                collected.add("inner@\(Int(scheduler.clock.timeIntervalSince1970))")
                return Disposables.create()
            }
            collected.add("outer")
            return Disposables.create()
        }
        scheduler.start()
        #expect(collected.values == ["outer", "inner@5"])
    }

    @Test func workForThePastRunsNowAndDoesNotMoveTheClockBack() {
        scheduler.advanceTo(time(100))
        let collected = Collected<Date>()
        _ = scheduler.scheduleAbsoluteVirtual((), time: time(10)) { [scheduler] _ in
            collected.add(scheduler.clock)
            return Disposables.create()
        }
        scheduler.start()
        #expect(collected.values == [time(100)])
    }

    @Test func cancelledWorkIsPassedOver() {
        let collected = Collected<Int>()
        let cancelled = scheduler.scheduleRelative(1, dueTime: .seconds(50)) { number in
            collected.add(number)
            return Disposables.create()
        }
        _ = scheduler.scheduleRelative(2, dueTime: .seconds(10)) { number in
            collected.add(number)
            cancelled.dispose()
            return Disposables.create()
        }
        scheduler.start()
        #expect(collected.values == [2])
        #expect(scheduler.clock == time(10))
    }

    @Test func disposingWorkThatRanDisposesWhatItReturned() {
        let collected = Collected<String>()
        let work = scheduler.schedule(()) { _ in Disposables.create { collected.add("disposed") } }
        scheduler.start()
        #expect(collected.values.isEmpty)
        work.dispose()
        work.dispose()
        #expect(collected.values == ["disposed"])
    }

    @Test func advancingRunsWhatIsDueUntilThen() {
        let collected = Collected<Int>()
        for number in [1, 2, 3] {
            _ = scheduler.scheduleRelative(number, dueTime: .seconds(number * 10)) { number in
                collected.add(number)
                return Disposables.create()
            }
        }
        scheduler.advanceTo(time(20))
        #expect(collected.values == [1, 2])
        scheduler.advanceTo(time(25))
        #expect(collected.values == [1, 2])
        #expect(scheduler.clock == time(25))
    }

    @Test func stoppingEndsTheRunAndStartingGoesOn() {
        let collected = Collected<Int>()
        for number in [1, 2] {
            _ = scheduler.scheduleRelative(number, dueTime: .seconds(number)) { [scheduler] number in
                collected.add(number)
                scheduler.stop()
                return Disposables.create()
            }
        }
        scheduler.start()
        #expect(collected.values == [1])
        scheduler.start()
        #expect(collected.values == [1, 2])
    }

    @Test func sleepingMovesTheClockAndRunsNothing() {
        let collected = Collected<Date>()
        _ = scheduler.scheduleRelative((), dueTime: .seconds(5)) { [scheduler] _ in
            collected.add(scheduler.clock)
            return Disposables.create()
        }
        scheduler.sleep(60)
        #expect(collected.values.isEmpty)
        scheduler.start()
        #expect(collected.values == [time(60)])
    }

    @Test func workThatIsNeverDueIsScheduledForTheDistantFuture() {
        let collected = Collected<Int>()
        _ = scheduler.scheduleRelative(1, dueTime: .never) { number in
            collected.add(number)
            return Disposables.create()
        }
        scheduler.advanceTo(time(1_000_000))
        #expect(collected.values.isEmpty)
    }

    @Test func onlyTimesInRealUnitsAreAdjusted() {
        let scheduler = TestScheduler()
        let collected = Collected<Int>()
        func add() -> any Disposable {
            collected.add(scheduler.clock)
            return Disposables.create()
        }
        _ = scheduler.scheduleRelativeVirtual((), dueTime: 0) { _ in add() }
        scheduler.start()
        _ = scheduler.scheduleRelative((), dueTime: .seconds(0)) { _ in add() }
        scheduler.start()
        #expect(collected.values == [0, 1])
    }

    @Test func periodicWorkRepeats() {
        let collected = Collected<Int>()
        let work = scheduler.schedulePeriodic(1, startAfter: .seconds(5), period: .seconds(10)) { [scheduler] state in
            collected.add(state)
            collected.add(Int(scheduler.clock.timeIntervalSince1970))
            return state * 2
        }
        scheduler.advanceTo(time(30))
        work.dispose()
        scheduler.start()
        #expect(collected.values == [1, 5, 2, 15, 4, 25])
    }

    @Test func chainOfRunCancelledAndLateWork() {
        let scheduler = scheduler
        let calls = chain {
            let ran = scheduler.schedule(()) { _ in Disposables.create {} }
            let cancelled = scheduler.schedule(()) { _ in Disposables.create() }
            cancelled.dispose()
            scheduler.start()
            ran.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    schedule HistoricalScheduler
                    schedule HistoricalScheduler
                    dispose CompositeDisposable
                      dispose VirtualSchedulerItem
                        dispose SingleAssignmentDisposable
                    invoke
                    dispose CompositeDisposable
                      dispose VirtualSchedulerItem
                        dispose SingleAssignmentDisposable
                          dispose AnonymousDisposable
                            handler disposeAction
                    """))
    }
}

/// Ten frames to the second.
private struct Frames: VirtualTimeConverterType {
    func convertFromVirtualTime(_ time: Int) -> RxTime { RxTime(timeIntervalSince1970: Double(time) / 10) }
    func convertToVirtualTime(_ time: RxTime) -> Int { Int(time.timeIntervalSince1970 * 10) }
    func convertFromVirtualTimeInterval(_ interval: Int) -> TimeInterval { Double(interval) / 10 }
    func convertToVirtualTimeInterval(_ interval: TimeInterval) -> Int { Int(interval * 10) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ left: Int, _ right: Int) -> VirtualTimeComparison {
        left < right ? .lessThan : left == right ? .equal : .greaterThan
    }
}
