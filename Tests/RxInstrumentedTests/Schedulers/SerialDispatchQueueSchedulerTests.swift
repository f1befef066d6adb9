import Dispatch
import RxInstrumented
import Testing

@Suite(.timeLimit(.generous)) struct SerialDispatchQueueSchedulerTests {
    @Test(arguments: SerialQueueKind.allCases)
    func workOfSeveralThreadsRunsOneByOneInEachThreadsOrder(_ kind: SerialQueueKind) {
        let scheduler = kind.scheduler()
        let collected = Collected<(thread: Int, number: Int)>()
        let isRunning = Flag()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<500 {
                _ = scheduler.schedule(number) { number in
                    #expect(!isRunning.exchange(true))
                    collected.add((thread, number))
                    #expect(isRunning.exchange(false))
                    return Disposables.create()
                }
            }
        }
        let gate = Gate()
        _ = scheduler.schedule(()) { _ in
            gate.open()
            return Disposables.create()
        }
        gate.wait()
        for thread in 0..<4 {
            #expect(collected.values.filter { $0.thread == thread }.map(\.number) == Array(0..<500))
        }
    }

    @Test(arguments: SerialQueueKind.allCases)
    func cancelledWorkDoesNotRun(_ kind: SerialQueueKind) {
        let scheduler = kind.scheduler()
        let (isHeld, done) = (Gate(), Gate())
        let collected = Collected<Int>()
        _ = scheduler.schedule(()) { _ in
            isHeld.wait()
            return Disposables.create()
        }
        let cancelled = scheduler.schedule(1) { number in
            collected.add(number)
            return Disposables.create()
        }
        _ = scheduler.schedule(2) { number in
            collected.add(number)
            done.open()
            return Disposables.create()
        }
        cancelled.dispose()
        isHeld.open()
        done.wait()
        #expect(collected.values == [2])
    }

    @Test(arguments: SerialQueueKind.allCases)
    func whatWorkReturnsIsDisposedWithIt(_ kind: SerialQueueKind) {
        let scheduler = kind.scheduler()
        let (ran, disposed) = (Gate(), Gate())
        let order = Collected<String>()
        let work = scheduler.schedule(()) { _ in
            order.add("ran")
            ran.open()
            return Disposables.create {
                order.add("disposed")
                disposed.open()
            }
        }
        ran.wait()
        #expect(order.values == ["ran"])
        work.dispose()
        disposed.wait()
        work.dispose()
        #expect(order.values == ["ran", "disposed"])
    }

    @Test func workKeepsItsPlaceBetweenThatOfTheQueuesOwner() {
        var shared: DispatchQueue?
        let scheduler = SerialDispatchQueueScheduler(
            internalSerialQueueName: "shared", serialQueueConfiguration: { shared = $0 })
        let collected = Collected<Int>()
        let done = Gate()
        for number in 0..<100 {
            if number.isMultiple(of: 2) {
                shared?.async { collected.add(number) }
            } else {
                _ = scheduler.schedule(number) { number in
                    collected.add(number)
                    return Disposables.create()
                }
            }
        }
        shared?.async { done.open() }
        done.wait()
        #expect(collected.values == Array(0..<100))
    }

    @Test func workIsReleasedAsSoonAsItHasRun() {
        final class Held {
            let (deinitialised, order): (Gate, Collected<String>)
            init(_ gate: Gate, _ order: Collected<String>) { (deinitialised, self.order) = (gate, order) }
            deinit {
                order.add("released")
                deinitialised.open()
            }
        }
        let order = Collected<String>()
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "own")
        let (isHeld, released, done) = (Gate(), Gate(), Gate())
        _ = scheduler.schedule(()) { _ in
            isHeld.wait()
            return Disposables.create()
        }
        var held: Held? = Held(released, order)
        _ = scheduler.schedule(held) { held in
            withExtendedLifetime(held) { order.add("ran") }
            return Disposables.create()
        }
        held = nil
        _ = scheduler.schedule(()) { _ in
            // Scheduled in one go with the work before, which is released all the same.
            released.wait()
            order.add("the next ran")
            done.open()
            return Disposables.create()
        }
        isHeld.open()
        done.wait()
        #expect(order.values == ["ran", "released", "the next ran"])
    }

    @Test func chainOfWorkThatIsCancelledAndWorkThatRuns() {
        let calls = chain {
            let queue = DispatchQueue(label: "held")
            queue.suspend()
            let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "own")
            let done = Gate()
            scheduler.schedule(()) { _ in Disposables.create() }.dispose()
            _ = scheduler.schedule(()) { _ in
                PublishSubject<Int>().onNext(1)
                return Disposables.create()
            }
            _ = scheduler.scheduleRelative((), dueTime: .nanoseconds(0)) { _ in
                _ = scheduler.schedule(()) { _ in
                    done.open()
                    return Disposables.create()
                }
                return Disposables.create()
            }
            queue.resume()
            done.wait()
        }
        #expect(
            calls
                == rows(
                    """
                    schedule SerialDispatchQueueScheduler
                    dispose SingleAssignmentDisposable
                    schedule SerialDispatchQueueScheduler
                    schedule SerialDispatchQueueScheduler
                    invoke
                      create PublishSubject
                      on PublishSubject next(1)
                    invoke
                      schedule SerialDispatchQueueScheduler
                      dispose AnonymousDisposable
                    invoke
                    """))
    }
}
