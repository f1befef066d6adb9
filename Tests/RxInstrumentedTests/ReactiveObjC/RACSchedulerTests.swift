import Dispatch
import Foundation
import ReactiveObjC
import RxInstrumented
import Testing

@Suite(.timeLimit(.generous)) struct RACSchedulerTests {
    /// Runs `body` on a thread that has no current scheduler, and waits for it.
    private func onAnotherThread(_ body: @escaping () -> Void) {
        let gate = Gate()
        Thread {
            body()
            gate.open()
        }.start()
        gate.wait()
    }

    @Test func anyThreadHasNoCurrentScheduler() {
        var current: RACScheduler? = .immediateScheduler
        onAnotherThread { current = RACScheduler.currentScheduler }
        #expect(current == nil)
    }

    @Test func theMainQueuesIsTheMainThreadScheduler() async {
        let current = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: RACScheduler.currentScheduler?.name) }
        }
        #expect(current == RACScheduler.mainThreadScheduler.name)
    }

    @Test func aBlocksSchedulerIsTheCurrentOne() {
        let scheduler = RACScheduler.scheduler()
        let gate = Gate()
        var current: RACScheduler?
        scheduler.schedule {
            current = RACScheduler.currentScheduler
            gate.open()
        }
        gate.wait()
        #expect(current === scheduler)
    }

    @Test func afterABlockTheThreadsIsTheOneBefore() {
        let (outer, inner) = (RACTestScheduler(), RACTestScheduler())
        var seen: [RACScheduler?] = []
        onAnotherThread {
            inner.schedule { seen.append(RACScheduler.currentScheduler) }
            outer.schedule {
                inner.step()
                seen.append(RACScheduler.currentScheduler)
            }
            outer.step()
            seen.append(RACScheduler.currentScheduler)
        }
        #expect(seen.count == 3)
        #expect(seen.first ?? nil === inner)
        #expect(seen.dropFirst().first ?? nil === outer)
        #expect(seen.last ?? nil == nil)
    }

    @Test func withoutACurrentSchedulerASubscriptionRunsInTheBackground() throws {
        let gate = Gate()
        var disposable: RACDisposable?
        var name: String?
        var order: [String] = []
        let mayRun = Gate()
        onAnotherThread {
            disposable = RACScheduler.subscriptionScheduler.schedule {
                mayRun.wait()
                order.append("block")
                name = RACScheduler.currentScheduler?.name
                gate.open()
            }
            order.append("scheduled")
            mayRun.open()
        }
        gate.wait()
        #expect(disposable != nil)
        #expect(order == ["scheduled", "block"])
        #expect(name == "org.reactivecocoa.ReactiveObjC.RACScheduler.backgroundScheduler")
    }

    @Test func withACurrentSchedulerASubscriptionRunsAtOnceAndThereIsNothingToDispose() {
        var order: [String] = []
        var disposable: RACDisposable? = RACDisposable()
        _ = scheduled {
            disposable = RACScheduler.subscriptionScheduler.schedule { order.append("block") }
            order.append("scheduled")
        }
        #expect(order == ["block", "scheduled"])
        #expect(disposable == nil)
    }

    @Test func theImmediateSchedulerRunsABlockAtOnce() {
        var order: [Int] = []
        let disposable = RACScheduler.immediateScheduler.schedule { order.append(1) }
        order.append(2)
        RACScheduler.immediateScheduler.after(.distantPast) { order.append(3) }
        #expect(order == [1, 2, 3])
        #expect(disposable == nil)
    }

    @Test func theImmediateSchedulerIsNobodysCurrentOne() {
        var current: RACScheduler? = .immediateScheduler
        onAnotherThread {
            RACScheduler.immediateScheduler.schedule { current = RACScheduler.currentScheduler }
        }
        #expect(current == nil)
    }

    @Test func aTargetQueueSchedulerRunsOneBlockAfterTheOtherEvenOnAConcurrentQueue() {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let scheduler = RACTargetQueueScheduler(name: "serial", targetQueue: queue)
        let collected = Collected<Int>()
        let gate = Gate()
        for number in 0..<200 { scheduler.schedule { collected.add(number) } }
        scheduler.schedule { gate.open() }
        gate.wait()
        #expect(collected.values == Array(0..<200))
    }

    @Test func itsNameTellsTheQueueUnlessItIsGivenOne() {
        let queue = DispatchQueue(label: "decoding")
        #expect(RACTargetQueueScheduler(name: "mine", targetQueue: queue).name == "mine")
        #expect(
            RACTargetQueueScheduler(targetQueue: queue).name
                == "org.reactivecocoa.ReactiveObjC.RACTargetQueueScheduler(decoding)")
    }

    @Test func aBlockThatIsDisposedBeforeItsTurnDoesNotRun() {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let scheduler = RACTargetQueueScheduler(name: "scheduler", targetQueue: queue)
        let collected = Collected<Int>()
        let gate = Gate()
        let first = scheduler.schedule { collected.add(1) }
        scheduler.schedule { collected.add(2) }
        scheduler.after(.distantPast) { gate.open() }
        first?.dispose()
        queue.resume()
        gate.wait()
        scheduler.schedule { collected.add(3) }
        let end = Gate()
        scheduler.schedule { end.open() }
        end.wait()
        #expect(collected.values == [2, 3])
    }

    @Test(arguments: [RACScheduler.Priority.high, .default, .low, .background])
    func eachPriorityRunsBlocks(priority: RACScheduler.Priority) {
        let gate = Gate()
        let current = Collected<RACScheduler?>()
        let scheduler = RACScheduler.scheduler(priority: priority, name: "priority")
        scheduler.afterDelay(0) {
            current.add(RACScheduler.currentScheduler)
            gate.open()
        }
        gate.wait()
        #expect(current.values.count == 1)
        #expect(current.values.first.map { $0 === scheduler } == true)
    }

    @Test func aTestSchedulerRunsBlocksByTheirDates() {
        let scheduler = RACTestScheduler()
        var order: [String] = []
        scheduler.afterDelay(60) { order.append("in a minute") }
        scheduler.afterDelay(3600) { order.append("in an hour") }
        scheduler.schedule {
            order.append("first")
            scheduler.afterDelay(1) { order.append("in a second") }
        }
        let canceled = scheduler.schedule { order.append("never") }
        scheduler.schedule { order.append("second") }
        canceled?.dispose()
        #expect(order == [])
        scheduler.step()
        #expect(order == ["first"])
        scheduler.step(2)
        #expect(order == ["first", "second", "in a second"])
        scheduler.stepAll()
        #expect(order == ["first", "second", "in a second", "in a minute", "in an hour"])
    }

    @Test func scheduledWorkIsRecordedWithItsCause() throws {
        let scheduler = RACTestScheduler()
        let trace = Trace.record("test", options: RecordingOptions(scope: .caused)) {
            scheduler.schedule {}
            scheduler.step()
        }
        #expect(trace.calls.map(\.operation) == [.schedule, .invoke])
        #expect(trace.calls.last?.cause == trace.calls.first?.id)
        #expect(trace.nodes.first?.role == .scheduler)
    }

    @Test func theCauseIsKnownAcrossThreads() throws {
        let scheduler = RACTargetQueueScheduler(name: "decoding", targetQueue: .global())
        let gate = Gate()
        let end = Gate()
        let trace = Trace.record("test", options: RecordingOptions(scope: .caused)) {
            scheduler.schedule { RACSubject<Int>().sendNext(1) }
            scheduler.schedule { gate.open() }
            gate.wait()
            end.open()
        }
        end.wait()
        let invoke = try #require(trace.calls.first { $0.operation == .invoke })
        let schedule = try #require(trace.calls.first)
        #expect(invoke.cause == schedule.id)
        #expect(invoke.thread != schedule.thread)
        #expect(trace.calls.contains { $0.operation == .on && $0.parent == invoke.id })
        #expect(trace.nodes.first?.name == "decoding")
    }
}
