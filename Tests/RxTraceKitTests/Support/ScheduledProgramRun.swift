import RxTraceKit
import RxTraceTestSupport

extension ScheduledProgram {
    /// Runs the program once.
    func run(seed: Int) -> Trace {
        var run = Run(self, SeededGenerator(seed: seed))
        return run.trace()
    }

    private enum Action {
        case begin(Step)
        case end(Step)
    }

    /// Calls to be made one after the other, on one thread.
    private struct Task {
        var actions: [Action]
        var open: [Int] = []
        var thread: Int
        /// The schedule call of work, and the work to run once this has begun.
        var cause: Int?
        var next: [[Step]] = []

        init(_ steps: [Step], thread: Int) {
            actions = []
            self.thread = thread
            // The actions from last to first: a task is worked off from the end.
            var pending: [Action] = steps.reversed().map { .begin($0) }
            while let action = pending.popLast() {
                actions.append(action)
                guard case .begin(let step) = action else { continue }
                pending.append(.end(step))
                pending += step.children.reversed().map { .begin($0) }
            }
            actions.reverse()
        }
    }

    private struct Run {
        let program: ScheduledProgram
        var generator: SeededGenerator
        let nodeIDs: [Int]
        let subscriptionIDs: [Int]
        var threadIDs: [Int]
        let main: Int
        var tasks: [Task]
        var mainQueue: [Task] = []
        var calls: [Trace.Call] = []
        var callOfStep: [Int: Int] = [:]

        init(_ program: ScheduledProgram, _ seeded: SeededGenerator) {
            self.program = program
            var generator = seeded
            nodeIDs = Array(1...program.nodes.count).shuffled(using: &generator)
            var order: [Int] = []
            while order.count < program.subscriptions.count {
                let ready = program.subscriptions.indices.filter { number in
                    !order.contains(number) && program.subscriptions[number].parent.map(order.contains) != false
                }
                order.append(ready.randomElement(using: &generator) ?? 0)
            }
            subscriptionIDs = program.subscriptions.indices.map { (order.firstIndex(of: $0) ?? 0) + 1 }
            threadIDs = Array(0..<12).shuffled(using: &generator)
            main = threadIDs[0]
            let ids = threadIDs
            tasks = program.threads.enumerated().map { Task($0.element, thread: ids[$0.offset]) }
            let workers = ids[program.threads.count...]
            for piece in program.pieces.shuffled(using: &generator) {
                tasks.append(Task([piece], thread: workers.randomElement(using: &generator) ?? 0))
            }
            self.generator = generator
        }

        mutating func trace() -> Trace {
            while !tasks.isEmpty {
                advance(Int.random(in: tasks.indices, using: &generator))
                // The main thread takes up work when it has nothing else to do.
                if !mainQueue.isEmpty, !tasks.contains(where: { $0.thread == main }) {
                    tasks.append(mainQueue.removeFirst())
                }
            }
            let byID: (Trace.Node, Trace.Node) -> Bool = { $0.id < $1.id }
            return Trace(
                scenario: "program",
                threads: threadIDs.enumerated().map { number, id in
                    Trace.Thread(
                        id: id, name: id == main ? "main" : "worker \(id)", isPooled: number >= program.threads.count)
                },
                nodes: zip(program.nodes, nodeIDs).map { node, id in
                    var node = node
                    node.id = id
                    return node
                }.sorted(by: byID),
                subscriptions: zip(program.subscriptions, subscriptionIDs).map { subscription, id in
                    Trace.Subscription(
                        id: id, parent: subscription.parent.map { subscriptionIDs[$0] },
                        node: nodeIDs[subscription.node], ended: subscription.ended)
                }.sorted { $0.id < $1.id },
                calls: calls)
        }

        private mutating func advance(_ index: Int) {
            guard let action = tasks[index].actions.popLast() else {
                tasks.remove(at: index)
                return
            }
            switch action {
            case .begin(let step): begin(step, index)
            case .end(let step):
                tasks[index].open.removeLast()
                schedule(step.works, cause: callOfStep[step.key], onMain: step.worksOnMain)
            }
        }

        private mutating func begin(_ step: Step, _ index: Int) {
            var call = step.call
            call.id = calls.count + 1
            call.parent = tasks[index].open.last
            call.cause = step.cause.flatMap { callOfStep[$0] } ?? (call.parent == nil ? tasks[index].cause : nil)
            call.node = call.node.map { nodeIDs[$0] }
            call.subscription = call.subscription.map { subscriptionIDs[$0] }
            call.thread = tasks[index].thread
            call.start = UInt64(calls.count) * 10
            call.duration = UInt64.random(in: 1...1_000, using: &generator)
            calls.append(call)
            callOfStep[step.key] = call.id
            tasks[index].open.append(call.id)
            if call.parent == nil, call.cause != nil {
                schedule(tasks[index].next, cause: call.cause, onMain: call.thread == main)
            }
        }

        private mutating func schedule(_ works: [[Step]], cause: Int?, onMain: Bool) {
            guard let first = works.first else { return }
            // Workers beyond those of the program's own threads, any of them, whatever else it has run.
            let worker = threadIDs[Int.random(in: program.threads.count..<threadIDs.count, using: &generator)]
            var task = Task(first, thread: onMain ? main : worker)
            task.cause = cause
            task.next = Array(works.dropFirst())
            if onMain { mainQueue.append(task) } else { tasks.append(task) }
        }
    }
}
