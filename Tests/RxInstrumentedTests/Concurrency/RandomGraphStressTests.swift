import Dispatch
import Foundation
import RxInstrumented
import RxTraceStress
import RxTraceTestSupport
import Testing

/// Random graphs, used by eight threads at once: nothing hangs, and no end is lost or comes twice.
///
/// `RXTRACE_LONG=1` runs graphs for five minutes, from a seed that it prints; `RXTRACE_STRESS_SEED` repeats one.
@Suite(.timeLimit(.generous)) struct RandomGraphStressTests {
    private static let threads = 8
    private static let environment = ProcessInfo.processInfo.environment

    @Test func nothingHangsAndNoEndIsLostOrDoubled() {
        if let seed = Self.environment["RXTRACE_STRESS_SEED"].flatMap(UInt64.init) {
            for _ in 0..<100 { use(seed) }
        } else if TestLength.isLong {
            let first = UInt64.random(in: 0...(.max))
            print("random graphs from seed \(first)")
            let end = DispatchTime.now() + .seconds(300)
            var count: UInt64 = 0
            var events = 0
            while DispatchTime.now() < end {
                events += use(first &+ count)
                count += 1
            }
            print("\(count) random graphs, \(events) events")
        } else {
            for seed: UInt64 in 1...60 { use(seed) }
        }
    }

    /// Lets the threads use the graph of a seed; a process that hangs ends with the seed's number.
    ///
    /// - Returns: how many events reached subscribers.
    @discardableResult
    private func use(_ seed: UInt64) -> Int {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let hangs = isDone.wait(timeout: .now() + .seconds(300)) == .timedOut
            if hangs { fatalError("the random graph of seed \(seed) hangs") }
        }
        let run = RandomGraphRun(seed: seed, threads: Self.threads, onThreads: onThreads)
        isDone.signal()
        let faults = Set(run.faults)
        #expect(
            faults.isEmpty, "the random graph of seed \(seed): \(run.faults.count) of \(run.subscriptions): \(faults)")
        return run.events
    }
}
