/// Which nodes and subscriptions a graph draws, which stand for many of their shape, and which box each lies in.
///
/// Nodes and subscriptions are named by their position in the trace; -1 is the graph itself, outside all subscriptions.
struct DOTShapes {
    let nodeIndex: IdentifierIndex
    /// For each node, the one that is drawn for it; nil where none is.
    private var drawn: [Int?]
    private var nodeCounts: [Int]
    private var clusterCounts: [Int]
    private var nodesInside: [Int: [Int]] = [:]
    private var clustersInside: [Int: [Int]] = [:]

    private struct SubscriptionShape: Hashable {
        var parent: Int
        var type: String?
        var nodeSite: Trace.Site?
        var site: Trace.Site?
        var name: String?
        var isLive: Bool
    }

    private struct NodeShape: Hashable {
        /// The shape of the subscription around it; -1 for none.
        var around: Int
        var type: String
        var role: Trace.Role
        var site: Trace.Site?
        var name: String?
        var isEarly: Bool
        /// Which one of its like within the subscription it is.
        var ordinal: Int
    }

    private struct Place: Hashable {
        var subscription: Int
        var type: String
        var site: Trace.Site?
    }

    init(_ trace: Trace, zoom: Zoom, limit: Int) {
        nodeIndex = IdentifierIndex(trace.nodes)
        let homes = SubscriptionHomes(trace, nodes: nodeIndex)
        var shapes = Interner<SubscriptionShape>()
        var shapeOf: [Int] = []
        for (position, one) in trace.subscriptions.enumerated() {
            let node = nodeIndex[one.node].map { trace.nodes[$0] }
            let parent = homes.parents[position]
            shapeOf.append(
                shapes.insert(
                    SubscriptionShape(
                        parent: parent < 0 ? -1 : shapeOf[parent], type: node?.type, nodeSite: node?.site,
                        site: one.site, name: one.name, isLive: one.ended == nil),
                    at: position))
        }
        let clusterDrawn = shapeOf.enumerated().map { shapes.drawn($0.offset, shape: $0.element, limit: limit) }
        clusterCounts = shapeOf.map { shapes.count(of: $0, limit: limit) }

        var nodeShapes = Interner<NodeShape>()
        var nodeShapeOf: [Int?] = []
        var ordinals: [Place: Int] = [:]
        for (position, node) in trace.nodesWithRoles.enumerated() {
            guard Self.isDrawn(node, zoom: zoom) else {
                nodeShapeOf.append(nil)
                continue
            }
            let home = homes.home[position]
            let place = Place(subscription: home, type: node.type, site: node.site)
            let ordinal = home < 0 ? 0 : ordinals[place, default: 0]
            ordinals[place] = ordinal + 1
            nodeShapeOf.append(
                nodeShapes.insert(
                    NodeShape(
                        around: home < 0 ? -1 : shapeOf[home], type: node.type, role: node.role, site: node.site,
                        name: node.name, isEarly: node.isEarly, ordinal: ordinal),
                    at: position))
        }
        nodeCounts = nodeShapeOf.map { $0.map { nodeShapes.count(of: $0, limit: limit) } ?? 0 }
        drawn = nodeShapeOf.enumerated().map { entry in
            entry.element.map { nodeShapes.drawn(entry.offset, shape: $0, limit: limit) }
        }
        for node in drawn.indices where drawn[node] == node {
            let home = homes.home[node]
            nodesInside[home < 0 ? -1 : clusterDrawn[home], default: []].append(node)
        }
        nest(clusterDrawn, parents: homes.parents)
    }

    /// Keeps the clusters that hold a node, at any depth.
    private mutating func nest(_ clusterDrawn: [Int], parents: [Int]) {
        for cluster in clusterDrawn.indices.reversed() where clusterDrawn[cluster] == cluster {
            guard nodesInside[cluster] != nil || clustersInside[cluster] != nil else { continue }
            let parent = parents[cluster]
            clustersInside[parent < 0 ? -1 : clusterDrawn[parent], default: []].append(cluster)
        }
        clustersInside = clustersInside.mapValues { $0.reversed() }
    }

    /// Items are left out always: the edges to and from their scheduler show the work.
    private static func isDrawn(_ node: Trace.Node, zoom: Zoom) -> Bool {
        switch node.role {
        case .observable, .connectable, .subject, .observer, .bag: true
        case .sink, .object: zoom != .user
        case .disposable: zoom == .internals
        case .item: false
        case .scheduler: zoom == .internals || !node.behaviors.contains(.stays)
        }
    }

    var foldsAny: Bool { nodeCounts.contains { $0 > 1 } || clusterCounts.contains { $0 > 1 } }

    /// The node that is drawn for the one with this id; nil where none is.
    func drawn(for id: Int?) -> Int? { id.flatMap { nodeIndex[$0] }.flatMap { drawn[$0] } }

    func nodes(in cluster: Int) -> [Int] { nodesInside[cluster] ?? [] }
    func clusters(in cluster: Int) -> [Int] { clustersInside[cluster] ?? [] }
    /// How many nodes of the trace the drawn one stands for.
    func count(ofNode node: Int) -> Int { nodeCounts[node] }
    func count(ofCluster cluster: Int) -> Int { clusterCounts[cluster] }
}
