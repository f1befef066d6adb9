import Foundation
import RxInstrumented
import Testing

@Suite struct OperationQueueSchedulerTests {
    private let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return queue
    }()

    @Test func workRunsInOrder() {
        let scheduler = OperationQueueScheduler(operationQueue: queue)
        let collected = Collected<Int>()
        for number in 0..<100 {
            _ = scheduler.schedule(number) { number in
                collected.add(number)
                return Disposables.create()
            }
        }
        queue.waitUntilAllOperationsAreFinished()
        #expect(collected.values == Array(0..<100))
    }

    @Test func cancelledWorkDoesNotRunAndUrgentWorkRunsFirst() {
        queue.isSuspended = true
        let ordinary = OperationQueueScheduler(operationQueue: queue)
        let urgent = OperationQueueScheduler(operationQueue: queue, queuePriority: .veryHigh)
        let collected = Collected<String>()
        func add(_ text: String, on scheduler: OperationQueueScheduler) -> any Disposable {
            scheduler.schedule(text) { text in
                collected.add(text)
                return Disposables.create()
            }
        }
        _ = add("ordinary", on: ordinary)
        add("cancelled", on: urgent).dispose()
        _ = add("urgent", on: urgent)
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(collected.values == ["urgent", "ordinary"])
    }

    @Test func chainOfAnOperation() {
        let calls = chain {
            let scheduler = OperationQueueScheduler(operationQueue: queue)
            _ = Observable.just(1).observe(on: scheduler).subscribe(onNext: { _ in })
            queue.waitUntilAllOperationsAreFinished()
        }
        #expect(calls.filter { $0.hasSuffix("schedule OperationQueueScheduler") }.count == 2)
        #expect(calls.filter { $0 == "invoke" }.count == 2)
    }
}
