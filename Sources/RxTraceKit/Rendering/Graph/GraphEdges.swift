/// The edges of a graph: all that passed between its boxes, counted for each pair and kind.
struct GraphEdges {
    enum Kind: Hashable { case subscribe, event, schedule, invoke, insert, dispose, act, kept, drop }

    /// Between which boxes something passes, and of which kind it is.
    struct Way: Hashable {
        var from: Int
        /// nil for events that went nowhere.
        var to: Int?
        var kind: Kind
        /// The word for an act.
        var label: String?
    }

    struct Edge {
        var way: Way
        var count = 0
        var next = 0
        var error = 0
        var completed = 0
        /// The first values of elements.
        var values: [String] = []
        /// Why nobody took the first events that went nowhere.
        var losses: [LostEvent] = []
        /// The threads it was gone along on, in the order of time.
        var threads: [Int] = []
    }

    /// So many elements of an edge have their values told.
    static let mostValues = 5

    /// In the order in which they were first gone along.
    private(set) var edges: [Edge] = []
    /// Each time that one was, in the order of time: its place in ``edges``, and the call's position.
    private(set) var steps: [(edge: Int, call: Int)] = []

    init(_ picture: PicturedTrace, boxes: inout GraphBoxes) {
        let walk = GraphWalk(picture, boxes: &boxes)
        var numbers = [Int?](repeating: nil, count: walk.ways.count)
        steps.reserveCapacity(walk.steps.count)
        for step in walk.steps {
            let number = numbers[step.way] ?? edges.count
            if number == edges.count {
                numbers[step.way] = number
                edges.append(Edge(way: walk.ways[step.way]))
            }
            let call = picture.trace.calls[step.call]
            edges[number].count(call)
            if edges[number].way.kind == .drop, edges[number].losses.count < Self.mostValues,
                let lost = picture.lost[call.id]
            {
                edges[number].losses.append(lost)
            }
            steps.append((number, step.call))
        }
    }
}

extension GraphEdges.Edge {
    fileprivate mutating func count(_ call: Trace.Call) {
        count += 1
        if !threads.contains(call.thread) { threads.append(call.thread) }
        switch call.event?.kind {
        case .next:
            next += 1
            if values.count < GraphEdges.mostValues, let value = call.event?.value { values.append(value) }
        case .error: error += 1
        case .completed: completed += 1
        case nil: break
        }
    }
}
