/// The ways of a page's events, of which its marbles and its graphs are made: as in ``Marbles``, each operator and subscription by
/// itself.
///
/// Of a trace that is cut, those along which the page's calls went, and the boxes that they lead between.
struct PageChains {
    struct Way {
        var edge: GraphEdges.Way
        /// The positions of the calls that went along.
        var calls: [Int]
    }

    let ways: [Way]
    /// By box of the page, the position of its node; nil for a subscription, and for the program's own code.
    private let nodes: [Int?]
    /// By the position of each node, and of each subscription, its box of the page.
    private let boxOfNode: [Int?]
    private let boxOfSubscription: [Int?]

    /// - Parameters:
    ///   - graph: that of the operators, which draws each of them or several as one.
    ///   - nodes: how many of the nodes the page holds.
    ///   - subscriptions: how many of the subscriptions.
    ///   - calls: how many of the calls.
    init(
        _ picture: PicturedTrace, graph: GraphPicture, nodes nodeCount: Int, subscriptions: Int,
        calls callCount: Int
    ) {
        let isSingle = graph.made.boxes.areSingle
        // A sequence that an operator hands over has rows of its own, and no box of the graph.
        let handsOver = picture.trace.nodesWithRoles.contains { $0.behaviors.contains(.handedOver) }
        let (boxes, made) = isSingle && !handsOver ? graph.made : Self.single(picture)
        var calls = Array(repeating: [Int](), count: made.edges.count)
        for step in made.steps where step.call < callCount { calls[step.edge].append(step.call) }
        var numbers = [Int?](repeating: nil, count: boxes.boxes.count)
        var nodes: [Int?] = []
        func number(_ box: Int) -> Int {
            if let number = numbers[box] { return number }
            if case .node(let node) = boxes.boxes[box].subject, node < nodeCount {
                nodes.append(node)
            } else {
                nodes.append(nil)
            }
            numbers[box] = nodes.count - 1
            return nodes.count - 1
        }
        // In the order of the trace: rows that nothing else orders stand in it.
        let ofNodes = boxes.boxOfNode.prefix(nodeCount)
        let ofSubscriptions = boxes.boxOfSubscription.prefix(subscriptions)
        let isKnown = Set(ofNodes.compactMap { $0 } + ofSubscriptions.compactMap { $0 })
        for box in isKnown.sorted() { _ = number(box) }
        boxOfNode = ofNodes.map { $0.map(number) }
        boxOfSubscription = ofSubscriptions.map { $0.map(number) }
        ways = made.edges.indices.compactMap { index in
            var edge = made.edges[index].way
            guard [.event, .subscribe, .drop].contains(edge.kind), !calls[index].isEmpty else { return nil }
            (edge.from, edge.to) = (number(edge.from), edge.to.map(number))
            // That of a subscribe tells only who subscribed.
            return Way(edge: edge, calls: edge.kind == .subscribe ? [] : calls[index])
        }
        self.nodes = nodes
    }

    private static func single(_ picture: PicturedTrace) -> (boxes: GraphBoxes, edges: GraphEdges) {
        var boxes = GraphBoxes(picture.trace, zoom: .operators, limit: nil, separates: true)
        let edges = GraphEdges(picture, boxes: &boxes)
        return (boxes, edges)
    }

    func write(_ json: InertJSON) throws {
        func row(_ position: Int?) -> Int { position.map { $0 + 1 } ?? 0 }
        try json.output.write(literal: "{")
        try json.key("nodes", isFirst: true)
        try json.column(nodes.map(row))
        try json.key("boxOfNode")
        try json.column(boxOfNode.map(row))
        try json.key("boxOfSubscription")
        try json.column(boxOfSubscription.map(row))
        try json.key("edges")
        try json.array(ways) { way in
            try json.output.write(literal: "{")
            try json.key("from", isFirst: true)
            try json.output.write(way.edge.from)
            try json.key("to")
            try json.output.write(way.edge.to ?? -1)
            try json.key("kind")
            try json.string("\(way.edge.kind)")
            // Each as the distance from the one before.
            try json.key("calls")
            try json.column(zip(way.calls, [0] + way.calls).map { $0.0 - $0.1 })
            try json.output.write(literal: "}")
        }
        try json.output.write(literal: "}")
    }
}
