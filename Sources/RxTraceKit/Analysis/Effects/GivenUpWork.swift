/// Which work that an operator asked a scheduler for never runs, as the calls of a trace go by: its operator was disposed, or gave it
/// up for that of a later element.
struct GivenUpWork {
    private struct Work {
        var schedule: Int
        var sink: Int
    }

    private var waiting: [Work] = []
    /// By the call that hands an element to a sink of which work waits, the sink.
    private var handed: [Int: Int] = [:]
    private var givenUp: [Int: Int] = [:]

    /// The call by which the work of a `schedule` call was given up: the dispose of its operator, or that which handed the operator a
    /// later element; nil if it ran, or still waits.
    func ending(of schedule: Int) -> Int? { givenUp[schedule] }

    /// Notes that a sink asks for work.
    mutating func ask(_ schedule: Int, by sink: Int) { waiting.append(Work(schedule: schedule, sink: sink)) }

    /// Takes each call in order.
    mutating func add(_ call: Trace.Call) {
        guard !waiting.isEmpty else { return }
        switch call.operation {
        case .invoke: waiting.removeAll { $0.schedule == call.cause }
        case .on:
            if let node = call.node, waiting.contains(where: { $0.sink == node }) { handed[call.id] = node }
        case .dispose:
            giveUp(in: call.id) { $0.sink == call.node }
            guard let parent = call.parent, let sink = handed[parent] else { return }
            giveUp(in: parent) { $0.sink == sink && $0.schedule < parent }
        default: break
        }
    }

    private mutating func giveUp(in call: Int, where isMeant: (Work) -> Bool) {
        for work in waiting where isMeant(work) { givenUp[work.schedule] = call }
        waiting.removeAll(where: isMeant)
    }
}
