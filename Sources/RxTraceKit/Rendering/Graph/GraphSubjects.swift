/// For each node of a trace, what it is drawn with.
struct GraphSubjects {
    /// By node; nil where it is not drawn.
    private(set) var subjects: [GraphBoxes.Subject?]

    private let nodes: [Trace.Node]
    private let index: IdentifierIndex
    private let zoom: Zoom
    private var makers: [Int?]

    init(_ trace: Trace, nodes index: IdentifierIndex, homes: SubscriptionHomes, roots: [Int], zoom: Zoom) {
        nodes = trace.nodesWithRoles
        self.index = index
        self.zoom = zoom
        makers = Array(repeating: nil, count: nodes.count)
        subjects = Array(repeating: nil, count: nodes.count)
        findMakers(trace)
        let drawn = nodes.indices.filter { isDrawn($0) }
        // Where there is nothing but insides, they are the story.
        let hasStory = drawn.contains { ![.scheduler, .bag, .object].contains(nodes[$0].role) }
        for node in nodes.indices where hasStory ? isDrawn(node) : nodes[node].role != .item {
            subjects[node] = subject(of: node, homes, roots)
        }
    }

    /// For what the library made while it made something else, that other node.
    private mutating func findMakers(_ trace: Trace) {
        guard zoom != .internals else { return }
        let positions = IdentifierIndex(trace.calls)
        for call in trace.calls where call.operation == .create {
            // A place in the source shows that the user's code made it.
            guard let node = call.node.flatMap({ index[$0] }), nodes[node].site == nil, makers[node] == nil else {
                continue
            }
            var above = call.parent.flatMap { positions[$0] }
            while let position = above, trace.calls[position].operation != .create {
                above = trace.calls[position].parent.flatMap { $0 < trace.calls[position].id ? positions[$0] : nil }
            }
            if let maker = above.flatMap({ trace.calls[$0].node }).flatMap({ index[$0] }), maker != node {
                makers[node] = maker
            }
        }
    }

    /// The node that one is drawn with: its operator's observable, or what it is a part of.
    private func home(_ node: Int) -> Int {
        guard zoom != .internals else { return node }
        var own = node
        for _ in 0..<50 {
            guard let next = nodes[own].owner.flatMap({ index[$0] }) ?? makers[own], next != node else { break }
            own = next
        }
        return own
    }

    private func isDrawn(_ node: Int) -> Bool {
        if zoom == .internals { return nodes[node].role != .item }
        let one = nodes[home(node)]
        if one.behaviors.contains(.inside) || nodes[node].behaviors.contains(.inside) { return false }
        switch one.role {
        case .disposable, .item: return false
        case .scheduler: return !one.behaviors.contains(.stays)
        case .observable, .connectable, .sink: return zoom != .user || one.site != nil
        case .subject, .observer, .bag, .object: return nodes[node].role != .disposable
        }
    }

    private func subject(of node: Int, _ homes: SubscriptionHomes, _ roots: [Int]) -> GraphBoxes.Subject {
        let home = home(node)
        guard zoom != .internals, nodes[home].role == .observer, nodes[home].name == nil, homes.home[home] >= 0 else {
            return .node(home)
        }
        return .subscription(roots[homes.home[home]])
    }
}
