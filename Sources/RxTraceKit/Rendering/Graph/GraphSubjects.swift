/// For each node and each subscription of a trace, the box it is drawn with.
struct GraphSubjects {
    /// By node; nil where it is not drawn.
    private(set) var ofNodes: [GraphBoxes.Subject?]
    /// By subscription: that of the user's which led to it, or the operator's that made it.
    private(set) var ofSubscriptions: [GraphBoxes.Subject?]

    private let nodes: [Trace.Node]
    let parts: GraphParts
    private let disposables: UserDisposables
    private let zoom: Zoom

    init(
        _ trace: Trace, nodes index: IdentifierIndex, subscriptions: IdentifierIndex, homes: SubscriptionHomes,
        zoom: Zoom, separates: Bool = false
    ) {
        nodes = trace.nodesWithRoles
        self.zoom = zoom
        disposables = UserDisposables(trace, nodes: nodes, index: index)
        parts = GraphParts(trace, nodes: nodes, index: index, subscriptions: subscriptions, separates: separates)
        ofNodes = Array(repeating: nil, count: nodes.count)
        ofSubscriptions = []
        for (position, parent) in homes.parents.enumerated() {
            if parent >= 0 {
                ofSubscriptions.append(ofSubscriptions[parent])
            } else if zoom != .internals, let asker = parts.askers[position] {
                let whole = parts.whole(of: asker)
                // Of observers, only the user's closures subscribe.
                let isUsers = nodes[whole].role == .observer
                ofSubscriptions.append(isUsers ? .subscription(position) : isDrawn(whole) ? .node(whole) : nil)
            } else {
                ofSubscriptions.append(.subscription(position))
            }
        }
        let drawn = nodes.indices.filter { isDrawn($0) }
        // Where there is nothing but insides, they are the story.
        let hasStory = drawn.contains { ![.scheduler, .bag, .object].contains(nodes[$0].role) }
        for node in nodes.indices where hasStory ? isDrawn(node) : nodes[node].role != .item {
            ofNodes[node] = subject(of: node, homes)
        }
    }

    private func whole(of node: Int) -> Int { zoom == .internals ? node : parts.whole(of: node) }

    private func isDrawn(_ node: Int) -> Bool {
        if zoom == .internals { return nodes[node].role != .item }
        let whole = parts.whole(of: node)
        let one = nodes[whole]
        if one.behaviors.contains(.inside) { return false }
        switch one.role {
        case .disposable: return disposables.contains(whole)
        case .item: return false
        case .scheduler: return !one.behaviors.contains(.stays)
        case .observable, .connectable, .sink: return zoom != .user || one.site != nil
        case .subject, .observer, .bag, .object: return nodes[node].role != .disposable
        }
    }

    private func subject(of node: Int, _ homes: SubscriptionHomes) -> GraphBoxes.Subject? {
        let whole = whole(of: node)
        guard zoom != .internals, nodes[whole].role == .observer, nodes[whole].name == nil, homes.home[whole] >= 0
        else {
            return .node(whole)
        }
        return ofSubscriptions[homes.home[whole]]
    }
}
