/// The edges of a graph: all that passed between its boxes, counted for each pair and kind.
struct GraphEdges {
    enum Kind: Int32 { case subscribe, event, schedule, invoke, insert, dispose, act, kept, drop }

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
        /// Whether it is work that never ran.
        let isIdle: Bool
        let manner: GraphManners.Manner
        // There are as many as calls: they are small.
        private let numbers: (edge: Int32, call: Int32, source: Int32, object: Int32)

        init(edge: Int, call: Int, source: Int, isIdle: Bool, manner: GraphManners.Manner, object: Int?) {
            numbers = (Int32(edge), Int32(call), Int32(source), object.map { Int32($0) } ?? -1)
            (self.isIdle, self.manner) = (isIdle, manner)
        }

        /// Its place in ``edges``.
        var edge: Int { Int(numbers.edge) }
        /// The call's position.
        var call: Int { Int(numbers.call) }
        /// The position of the call that was handed what passed.
        var source: Int { Int(numbers.source) }
        /// What was inserted, or the part of a box that it came to or from, by the position of its node.
        var object: Int? { numbers.object < 0 ? nil : Int(numbers.object) }
    }

    /// In the order in which they were first gone along.
    private(set) var edges: [Edge] = []
    /// Each time that one was, in the order of time.
    private(set) var steps: [Step] = []
    /// By holder of disposables, the positions of the nodes that it was made with.
    let members: [Int: [Int]]

    init(_ picture: PicturedTrace, boxes: inout GraphBoxes) {
        let walk = GraphWalk(picture, boxes: &boxes)
        members = walk.insertions.members
        let idle = Self.idleWork(picture)
        var numbers = [Int?](repeating: nil, count: walk.ways.count)
        steps.reserveCapacity(walk.steps.count)
        for one in walk.steps {
            let number = numbers[one.way] ?? edges.count
            if number == edges.count {
                numbers[one.way] = number
                edges.append(Edge(way: walk.ways[one.way]))
            }
            let (id, thread) = (picture.trace.calls[one.call].id, picture.trace.calls[one.call].thread)
            let step = Step(
                edge: number, call: one.call, source: one.origin ?? one.call,
                isIdle: edges[number].way.kind == .schedule && idle.contains(id), manner: one.manner, object: one.object
            )
            edges[number].passed.add(picture.trace.calls[step.source], step)
            if !edges[number].threads.contains(thread) { edges[number].threads.append(thread) }
            if edges[number].way.kind == .drop, edges[number].losses.count < GraphPassage.mostValues,
                let lost = picture.lost[id]
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
