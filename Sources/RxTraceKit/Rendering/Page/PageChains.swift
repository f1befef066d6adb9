/// The ways of a page's events, of which its marbles are made: as in ``Marbles``, each operator and subscription by itself.
struct PageChains {
    private let boxes: GraphBoxes
    private let edges: [GraphEdges.Edge]
    /// By edge, the positions of the calls that went along.
    private let calls: [[Int]]
    /// Of nodes, how many the page holds.
    private let nodeCount: Int

    /// - Parameters:
    ///   - nodes: how many of the nodes the page holds.
    ///   - count: how many of the calls.
    init(_ picture: PicturedTrace, nodes: Int, calls count: Int) {
        var boxes = GraphBoxes(picture.trace, zoom: .operators, limit: nil)
        let made = GraphEdges(picture, boxes: &boxes)
        var calls = Array(repeating: [Int](), count: made.edges.count)
        for step in made.steps where step.call < count { calls[step.edge].append(step.call) }
        (self.boxes, edges, self.calls, nodeCount) = (boxes, made.edges, calls, nodes)
    }

    func write(_ json: InertJSON) throws {
        let ways = edges.indices.filter { [.event, .subscribe, .drop].contains(edges[$0].way.kind) }
        try json.output.write(literal: "{")
        // The node that each box stands for; 0 for a subscription, and for the program's own code.
        try json.key("nodes", isFirst: true)
        try json.numbers(
            boxes.boxes.map { box in
                guard case .node(let node) = box.subject, node < nodeCount else { return 0 }
                return node + 1
            })
        try json.key("boxOfNode")
        try json.numbers(boxes.boxOfNode.prefix(nodeCount).map { $0.map { $0 + 1 } ?? 0 })
        try json.key("boxOfSubscription")
        try json.numbers(boxes.boxOfSubscription.map { $0.map { $0 + 1 } ?? 0 })
        try json.key("edges")
        try json.array(ways) { way in
            let edge = edges[way].way
            try json.output.write(literal: "{")
            try json.key("from", isFirst: true)
            try json.output.write(edge.from)
            try json.key("to")
            try json.output.write(edge.to ?? -1)
            try json.key("kind")
            try json.string("\(edge.kind)")
            // Each as the distance from the one before. That of a subscribe tells only who subscribed.
            let calls = edge.kind == .subscribe ? [] : calls[way]
            try json.key("calls")
            try json.numbers(zip(calls, [0] + calls).map { $0.0 - $0.1 })
            try json.output.write(literal: "}")
        }
        try json.output.write(literal: "}")
    }
}
