import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Recording changes nothing: same events, same order, same threads.
@Suite(.timeLimit(.generous)) struct TransparencyTests {
    @Test(arguments: 0..<UInt64(TestLength.times(4, long: 20)))
    func randomPipelinesDoTheSameRecordedOrNot(block: UInt64) {
        for seed in block * 50..<block * 50 + 50 {
            let pipeline = RandomPipeline(seed: seed)
            let plain = pipeline.run()
            var recorded: [String] = []
            let trace = Trace.record("pipeline", options: RecordingOptions(scope: .caused)) {
                recorded = pipeline.run()
            }
            #expect(recorded == plain, "seed \(seed)")
            #expect(trace.calls.allSatisfy { $0.duration != nil }, "seed \(seed): a call is not closed")
        }
    }

    @Test(arguments: 0..<10)
    func eventsComeOnTheSameQueuesRecordedOrNot(seed: UInt64) {
        func run() -> [String] {
            var generator = SeededGenerator(seed: seed)
            let log = LockedLog()
            let done = DispatchSemaphore(value: 0)
            let queues = (0..<3).map { DispatchQueue(label: "queue \($0)") }
            for (index, queue) in queues.enumerated() { queue.setSpecific(key: queueKey, value: index) }
            var observable = Observable.range(start: 0, count: 20)
            for _ in 0..<3 {
                let queue = queues[Int.random(in: 0..<3, using: &generator)]
                let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial")
                observable = observable.observe(on: scheduler).map { number in
                    log.add("\(number) on \(DispatchQueue.getSpecific(key: queueKey) ?? -1)")
                    return number
                }
            }
            let subscription = observable.subscribe(onCompleted: { done.signal() })
            done.wait()
            subscription.dispose()
            return log.lines.sorted()
        }
        let plain = run()
        var recorded: [String] = []
        _ = Trace.record("queues", options: RecordingOptions(scope: .caused)) { recorded = run() }
        #expect(recorded == plain)
    }

    @Test func objectsLiveAsLongRecordedOrNot() {
        final class Owner {
            var subscription: (any Disposable)?
        }
        func run() -> [Bool] {
            weak var owner: Owner?
            weak var subject: PublishSubject<Int>?
            do {
                let strong = Owner()
                let strongSubject = PublishSubject<Int>()
                strong.subscription = strongSubject.map { $0 + 1 }.subscribe(onNext: { [weak strong] _ in _ = strong })
                strongSubject.onNext(1)
                owner = strong
                subject = strongSubject
            }
            return [owner == nil, subject == nil]
        }
        let plain = run()
        var recorded: [Bool] = []
        _ = Trace.record("lifetimes", options: RecordingOptions(scope: .caused)) { recorded = run() }
        #expect(plain == [true, true])
        #expect(recorded == plain)
    }
}

private let queueKey = DispatchSpecificKey<Int>()

/// Lines that several threads add to.
final class LockedLog: @unchecked Sendable {
    private let lock = NSLock()
    private var added: [String] = []

    var lines: [String] {
        lock.lock()
        defer { lock.unlock() }
        return added
    }

    func add(_ line: String) {
        lock.lock()
        defer { lock.unlock() }
        added.append(line)
    }
}
