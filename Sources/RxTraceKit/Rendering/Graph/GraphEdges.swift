/// The edges of a graph: all that passed between its boxes, counted for each pair and kind.
struct GraphEdges {
    enum Kind: Hashable { case subscribe, event, schedule, invoke, insert, dispose, act, kept, drop }

    /// Between which boxes something passes, and of which kind it is.
    struct Way: Hashable {
        var from: Int
        /// nil for events that went nowhere.
        var to: Int?
        var kind: Kind
        /// The word for an act, or for what is not called as its kind is.
        var label: String?
        /// Whether it had no effect but one: what is inserted too late is disposed of, and what is disposed of again is not.
        var isLate = false
        /// The disposing thread: who disposed of something on which thread is the story where several do.
        var thread: Int?
    }

    struct Edge {
        var way: Way
        var passed = GraphPassage()
        /// Why nobody took the first events that went nowhere.
        var losses: [LostEvent] = []
        /// The threads it was gone along on, in the order of time.
        var threads: [Int] = []
    }

    /// One time that something passed along an edge.
    struct Step {
        /// Its place in ``edges``.
        var edge: Int
        /// The call's position.
        var call: Int
        /// The position of the call that was handed what passed.
        var source: Int
        /// Whether it is work that never ran.
        var isIdle: Bool
        /// What was inserted, by the position of its node.
        var object: Int?
    }

    /// In the order in which they were first gone along.
    private(set) var edges: [Edge] = []
    /// Each time that one was, in the order of time.
    private(set) var steps: [Step] = []

    init(_ picture: PicturedTrace, boxes: inout GraphBoxes) {
        let walk = GraphWalk(picture, boxes: &boxes)
        let idle = Self.idleWork(picture)
        var numbers = [Int?](repeating: nil, count: walk.ways.count)
        steps.reserveCapacity(walk.steps.count)
        for one in walk.steps {
            let number = numbers[one.way] ?? edges.count
            if number == edges.count {
                numbers[one.way] = number
                edges.append(Edge(way: walk.ways[one.way]))
            }
            let call = picture.trace.calls[one.call]
            let step = Step(
                edge: number, call: one.call, source: one.origin ?? one.call,
                isIdle: edges[number].way.kind == .schedule && idle.contains(call.id), object: one.object)
            edges[number].passed.add(
                picture.trace.calls[step.source].event, isIdle: step.isIdle, object: step.object)
            if !edges[number].threads.contains(call.thread) { edges[number].threads.append(call.thread) }
            if edges[number].way.kind == .drop, edges[number].losses.count < GraphPassage.mostValues,
                let lost = picture.lost[call.id]
            {
                edges[number].losses.append(lost)
            }
            steps.append(step)
        }
    }

    /// The calls that asked for work of which nothing is recorded. Where calls are hidden or lost, it may have run.
    private static func idleWork(_ picture: PicturedTrace) -> Set<Int> {
        guard picture.missing.isEmpty else { return [] }
        var idle = Set(picture.trace.calls.lazy.filter { $0.operation == .schedule }.map(\.id))
        guard !idle.isEmpty else { return [] }
        for call in picture.trace.calls {
            if let parent = call.parent { idle.remove(parent) }
            if let cause = call.cause { idle.remove(cause) }
        }
        return idle
    }
}
