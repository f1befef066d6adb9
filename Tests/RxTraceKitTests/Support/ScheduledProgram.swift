import RxTraceKit
import RxTraceTestSupport

/// A made-up program of several threads and schedulers, which can be run many times: each run interleaves its threads,
/// picks worker threads and gives out ids differently, and records a trace of the same logic.
struct ScheduledProgram {
    /// A call, the calls in it, and the work it schedules.
    struct Step {
        var key: Int
        var call: Trace.Call
        var children: [Step] = []
        /// Scheduled work, run one after the other; each off the main thread or on it.
        var works: [[Step]] = []
        var worksOnMain = false
        /// For work run at once, within another call: the key of the step that scheduled it.
        var cause: Int?
    }

    /// Nodes and subscriptions by number, ids being given by a run.
    let nodes: [Trace.Node]
    let subscriptions: [Trace.Subscription]
    /// The work of the main thread, and of each further thread.
    let threads: [[Step]]
    /// What is begun without a known maker by threads of a pool, one piece by any of them.
    let pieces: [Step]

    init(seed: Int) {
        var builder = Builder(generator: SeededGenerator(seed: seed))
        threads = (0..<4).map { thread in
            (0..<3).map { builder.step(depth: 0, words: "thread \(thread) root \($0)") }
        }
        pieces = (0..<6).map { builder.step(depth: 1, words: "piece \($0 / 2)") }
        nodes = Builder.nodes
        subscriptions = Builder.subscriptions
    }

    private struct Builder {
        static let nodes: [Trace.Node] =
            [
                Trace.Node(id: 0, type: "SerialDispatchQueueScheduler", role: .scheduler, name: "rx.same"),
                Trace.Node(id: 1, type: "SerialDispatchQueueScheduler", role: .scheduler, name: "rx.same"),
                Trace.Node(id: 2, type: "ConcurrentDispatchQueueScheduler", role: .scheduler),
                Trace.Node(id: 3, type: "ConcurrentDispatchQueueScheduler", role: .scheduler),
                Trace.Node(id: 4, type: "MainScheduler", role: .scheduler, name: "main"),
                Trace.Node(id: 5, type: "OperationQueueScheduler", role: .scheduler, name: "thread 1"),
            ] + (6..<16).map { Trace.Node(id: $0, type: "MapSink", role: .sink) } + [
                Trace.Node(id: 16, type: "Never", role: .observable),
                Trace.Node(id: 17, type: "Just", role: .observable),
            ]
        /// The last three are named by no call.
        static let subscriptions =
            (0..<8).map {
                Trace.Subscription(id: $0, parent: $0 > 2 ? $0 / 2 : nil, node: 6 + $0)
            } + [
                Trace.Subscription(id: 8, node: 16), Trace.Subscription(id: 9, parent: 8, node: 7, ended: "bag"),
                Trace.Subscription(id: 10, node: 7, ended: "take"),
            ]

        var generator: SeededGenerator
        private var keys = 0

        init(generator: SeededGenerator) { self.generator = generator }

        mutating func step(depth: Int, words: String) -> Step {
            keys += 1
            var step = Step(key: keys, call: Trace.Call(id: 0, operation: .on))
            step.call.node = chance(4) ? nil : Int.random(in: 6..<16, using: &generator)
            step.call.subscription = chance(2) ? nil : Int.random(in: 0..<8, using: &generator)
            step.call.event = Trace.Event(.next, value: words)
            guard depth < 5 else { return step }
            if chance(3) {
                step.call.operation = .schedule
                step.call.node = Int.random(in: 0..<6, using: &generator)
                if chance(4) {
                    // A hop of the program's own, which no scheduler knows of.
                    step.call.node = nil
                    step.call.label = "a hop"
                }
                step.worksOnMain = step.call.node == 4
                step.works = (0..<Int.random(in: 1...3, using: &generator)).map { work in
                    var invoke = self.step(depth: depth + 2, words: "work \(work)")
                    invoke.call.operation = .invoke
                    return [invoke]
                }
            }
            for child in 0..<Int.random(in: 0...2, using: &generator) {
                step.children.append(self.step(depth: depth + 1, words: "child \(child)"))
                if let scheduled = step.children.last, scheduled.call.operation == .schedule, chance(3) {
                    // Work is run at once or handed to another thread: both would race.
                    step.children[step.children.count - 1].works = []
                    var invoke = self.step(depth: depth + 2, words: "at once")
                    invoke.call.operation = .invoke
                    invoke.cause = scheduled.key
                    step.children.append(invoke)
                }
            }
            return step
        }

        private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
    }
}
