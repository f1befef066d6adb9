import Foundation
import RxInstrumented
import RxTraceTestSupport
import Synchronization

/// A random graph that several threads use at once, and what came of it.
package struct RandomGraphRun {
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

    private final class AllEnds: @unchecked Sendable {
        private let lock = NSLock()
        private var added: [Ends] = []
        var all: [Ends] { lock.withLock { added } }
        func add(_ ends: Ends) { lock.withLock { added.append(ends) } }
    }

    /// How many events reached subscribers.
    package let events: Int
    package let subscriptions: Int
    /// The subscriptions whose end was lost or came twice.
    package let faults: [String]

    /// - Parameters:
    ///   - steps: how much each thread does.
    ///   - onThreads: runs a closure with each number below the first on a thread of its own, at the same time, and
    ///     waits for their end.
    package init(
        seed: UInt64, threads: Int, steps: Int = 60, onThreads: (Int, @escaping @Sendable (Int) -> Void) -> Void
    ) {
        var generator = SeededGenerator(seed: seed)
        let graph = RandomGraph(&generator)
        let ends = AllEnds()
        onThreads(threads) { thread in
            var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
            var own: [(any Disposable, Ends)] = []
            for step in 0..<steps {
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
                    if step == steps * 5 / 6 {
                        graph.senders.randomElement(using: &generator)?.onCompleted()
                    } else {
                        graph.connect()
                    }
                }
            }
        }
        graph.connect()
        // All threads complete all subjects: each end is sent by several at once.
        onThreads(threads) { thread in
            for number in 0..<graph.senders.count {
                graph.senders[(number + thread) % graph.senders.count].onCompleted()
            }
        }
        graph.connectToTheEnd()
        events = ends.all.reduce(0) { $0 + $1.events }
        subscriptions = ends.all.count
        faults = ends.all.compactMap(\.fault)
    }
}
