import Dispatch
import Foundation
import RxInstrumented
import RxTraceTestSupport
import Synchronization
import Testing

/// Random graphs, used by eight threads at once: nothing hangs, and no end is lost or comes twice.
///
/// `RXTRACE_LONG=1` runs graphs for five minutes, from a seed that it prints; `RXTRACE_STRESS_SEED` repeats one.
@Suite struct RandomGraphStressTests {
    private static let threads = 8
    private static let environment = ProcessInfo.processInfo.environment

    /// How often a subscription ended, and how many elements it was sent.
    private final class Ends: @unchecked Sendable {
        private let lock = NSLock()
        // Not under the lock, which would put threads in an order that the thread sanitizer then takes for granted.
        private let elements = Atomic(0)
        private var terminal = 0
        private var disposed = 0
        private var cancelled = false

        func noteElement() { elements.wrappingAdd(1, ordering: .relaxed) }
        func noteTerminal() { lock.withLock { terminal += 1 } }
        func noteDisposed() { lock.withLock { disposed += 1 } }
        func noteCancelled() { lock.withLock { cancelled = true } }

        /// How many events came.
        var events: Int { elements.load(ordering: .relaxed) + lock.withLock { terminal } }

        /// The fault, nil if there is none.
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
        var generator = SeededGenerator(seed: seed)
        let graph = RandomGraph(&generator)
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
                        onNext: { _ in end.noteElement() }, onError: { _ in end.noteTerminal() },
                        onCompleted: { end.noteTerminal() }, onDisposed: { end.noteDisposed() })
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
        return ends.values.reduce(0) { $0 + $1.events }
    }
}
