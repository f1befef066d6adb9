import Foundation
import RxSwift
import RxTraceTestSupport
import RxTraceTesting
import Testing

/// A program whose closures see the same in each order of its threads, run in many: each order has the same canonical form.
@Suite(.enabled(if: isLinux, "orders are Linux's"), .timeLimit(.generous))
struct CanonicalOrderTests {
    @Test func hopsThatRunEmptyOrNotHaveOneForm() {
        expectOneOutcome(orders: TestLength.times(8, long: 24), comparing: .trace) {
            let hops = Hops()
            hops.send { $0.observe(on: hops.concurrent) }
            hops.send { $0.observe(on: hops.serial).map { $0 + 1 }.observe(on: hops.concurrent) }
            hops.send { $0.observe(on: hops.concurrent).share(replay: 1) }
            hops.send { $0.observe(on: hops.operations) }
        }
    }

    @Test func elementsThatCameTooLateOrNotHaveOneForm() {
        expectOneOutcome(orders: TestLength.times(8, long: 24), comparing: .trace) {
            let hops = Hops()
            hops.send { $0.observe(on: hops.concurrent).take(1) }
            hops.send { $0.observe(on: hops.serial).take(1) }
        }
    }
}

/// Queues, and what waits until they are done.
private struct Hops {
    let concurrent: ConcurrentDispatchQueueScheduler
    let serial: SerialDispatchQueueScheduler
    let operations: OperationQueueScheduler

    private let pool = DispatchQueue(label: "pool", attributes: .concurrent)
    private let queue = DispatchQueue(label: "queue")

    init() {
        concurrent = ConcurrentDispatchQueueScheduler(queue: pool)
        serial = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial")
        operations = OperationQueueScheduler(operationQueue: OperationQueue())
    }

    /// Sends to a chain that stays alive.
    func send(_ chain: (Observable<Int>) -> Observable<Int>) {
        let subject = PublishSubject<Int>()
        let subscription = chain(subject).subscribe(onNext: { _ in })
        for number in 1...2 { subject.onNext(number) }
        for _ in 0..<3 {
            queue.sync {}
            pool.sync(flags: .barrier) {}
        }
        operations.operationQueue.waitUntilAllOperationsAreFinished()
        withExtendedLifetime(subscription) {}
    }
}
