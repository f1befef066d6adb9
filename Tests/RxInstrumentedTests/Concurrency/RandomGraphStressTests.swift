import Dispatch
import Foundation
import RxInstrumented
import RxTraceTestSupport
import Testing

/// Random graphs, used by eight threads at once: nothing hangs, and no end is lost or comes twice.
///
/// `RXTRACE_LONG=1` runs graphs for five minutes, from a seed that it prints; `RXTRACE_STRESS_SEED` repeats one.
@Suite struct RandomGraphStressTests {
    private static let threads = 8
    private static let environment = ProcessInfo.processInfo.environment

    /// How often a subscription ended, and what it had been sent by then.
    private final class Ends: @unchecked Sendable {
        private let lock = NSLock()
        private var terminal = 0
        private var disposed = 0
        private var cancelled = false

        func noteTerminal() { lock.withLock { terminal += 1 } }
        func noteDisposed() { lock.withLock { disposed += 1 } }
        func noteCancelled() { lock.withLock { cancelled = true } }

        /// What is wrong, nil if nothing is.
        var fault: String? {
            lock.withLock {
                if terminal > 1 { return "\(terminal) terminal events" }
                if disposed != 1 { return "disposed \(disposed) times" }
                if terminal == 0 && !cancelled { return "no terminal event" }
                return nil
            }
        }
    }

    @Test func nothingHangsAndNoEndIsLostOrDoubled() {
        if let seed = Self.environment["RXTRACE_STRESS_SEED"].flatMap(UInt64.init) {
            for _ in 0..<100 { use(seed) }
        } else if Self.environment["RXTRACE_LONG"] == "1" {
            let first = UInt64.random(in: 0...(.max))
            print("random graphs from seed \(first)")
            let end = DispatchTime.now() + .seconds(300)
            var count: UInt64 = 0
            while DispatchTime.now() < end {
                use(first &+ count)
                count += 1
            }
            print("\(count) random graphs")
        } else {
            for seed: UInt64 in 1...60 { use(seed) }
        }
    }

    /// Lets the threads use the graph of a seed; a process that hangs ends with the seed's number.
    private func use(_ seed: UInt64) {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let hangs = isDone.wait(timeout: .now() + .seconds(300)) == .timedOut
            if hangs { fatalError("the random graph of seed \(seed) hangs") }
        }
        var generator = SeededGenerator(seed: seed)
        let graph = RandomGraph(&generator, looksForKnownFaults: Self.environment["RXTRACE_LONG"] == "1")
        let ends = Collected<Ends>()
        onThreads(Self.threads) { thread in
            var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
            var own: [(any Disposable, Ends)] = []
            for step in 0..<60 {
                switch Int.random(in: 0...9, using: &generator) {
                case 0...4:
                    graph.senders.randomElement(using: &generator)?.onNext(step)
                case 5...7:
                    let end = Ends()
                    ends.add(end)
                    guard let node = graph.nodes.randomElement(using: &generator) else { continue }
                    let subscription = node.subscribe(
                        onNext: { _ in }, onError: { _ in end.noteTerminal() }, onCompleted: { end.noteTerminal() },
                        onDisposed: { end.noteDisposed() })
                    own.append((subscription, end))
                case 8:
                    guard let (subscription, end) = own.popLast() else { continue }
                    end.noteCancelled()
                    subscription.dispose()
                default:
                    if step == 50 {
                        graph.senders.randomElement(using: &generator)?.onCompleted()
                    } else {
                        graph.connect()
                    }
                }
            }
        }
        graph.connect()
        // All threads complete all subjects: each end is sent by several at once.
        onThreads(Self.threads) { thread in
            for number in 0..<graph.senders.count {
                graph.senders[(number + thread) % graph.senders.count].onCompleted()
            }
        }
        graph.connectToTheEnd()
        isDone.signal()
        let faults = ends.values.compactMap(\.fault)
        #expect(
            faults.isEmpty, "the random graph of seed \(seed): \(faults.count) of \(ends.values.count): \(Set(faults))")
    }
}
