/// Which observable each sink works for, so that a sink's calls can be told by the line of source that made the
/// operator: a recording knows the place of observables only.
struct OperatorOwners {
    private let nodes: TraceTable<Trace.Node>

    init(_ source: any TraceSource) {
        nodes = source.nodes
    }

    /// The position of the observable for which the node at `position` works; nil where that is not known.
    func owner(of position: Int) -> Int? { owner(of: nodes[position]) }

    /// Where the user's code made the operator of the node at `position`.
    func site(of position: Int) -> Trace.Site? {
        let node = nodes[position]
        return node.site ?? owner(of: node).flatMap { nodes[$0].site }
    }

    /// What the source calls the operator of the node at `position`.
    func variable(of position: Int) -> String? {
        let node = nodes[position]
        return node.variable ?? owner(of: node).flatMap { nodes[$0].variable }
    }

    private func owner(of node: Trace.Node) -> Int? {
        node.role == .sink ? node.owner.flatMap { nodes.position(of: $0) } : nil
    }
}
