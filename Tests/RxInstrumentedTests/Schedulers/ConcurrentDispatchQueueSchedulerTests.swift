import Dispatch
import RxInstrumented
import Testing

@Suite(.timeLimit(.generous)) struct ConcurrentDispatchQueueSchedulerTests {
    @Test func piecesOfWorkRunAtTheSameTime() {
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
        let (first, second, done) = (Gate(), Gate(), Gate())
        let order = Collected<String>()
        _ = scheduler.schedule(()) { _ in
            order.add("the first began")
            first.open()
            second.wait()
            order.add("the first ended")
            done.open()
            return Disposables.create()
        }
        _ = scheduler.schedule(()) { _ in
            first.wait()
            order.add("the second ran")
            second.open()
            return Disposables.create()
        }
        done.wait()
        #expect(order.values == ["the first began", "the second ran", "the first ended"])
    }

    @Test func cancelledWorkDoesNotRun() {
        let queue = DispatchQueue(label: "held")
        let scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
        let collected = Collected<Int>()
        queue.suspend()
        let cancelled = scheduler.schedule(1) { number in
            collected.add(number)
            return Disposables.create()
        }
        _ = scheduler.schedule(2) { number in
            collected.add(number)
            return Disposables.create()
        }
        cancelled.dispose()
        queue.resume()
        queue.sync {}
        #expect(collected.values == [2])
    }

    @Test func laterAndPeriodicWorkRuns() {
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
        let (later, third) = (Gate(), Gate())
        let (states, counts) = (Collected<String>(), Collected<Int>())
        _ = scheduler.scheduleRelative("later", dueTime: .milliseconds(1)) { state in
            states.add(state)
            later.open()
            return Disposables.create()
        }
        let periodic = scheduler.schedulePeriodic(1, startAfter: .milliseconds(1), period: .milliseconds(1)) { count in
            counts.add(count)
            if count == 3 { third.open() }
            return count + 1
        }
        later.wait()
        third.wait()
        periodic.dispose()
        #expect(states.values == ["later"])
        #expect(counts.values.prefix(3) == [1, 2, 3])
    }

    @Test func observeOnKeepsTheOrder() {
        let source = PublishSubject<Int>()
        let collected = Collected<Int>()
        let done = Gate()
        _ = source.observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
            .subscribe(onNext: { collected.add($0) }, onCompleted: { done.open() })
        for number in 0..<1000 { source.onNext(number) }
        source.onCompleted()
        done.wait()
        #expect(collected.values == Array(0..<1000))
    }
}
