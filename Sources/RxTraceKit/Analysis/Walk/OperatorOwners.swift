/// Which observable each sink works for, so that a sink's calls can be told by the line of source that made the
/// operator: a recording knows the place of observables only.
struct OperatorOwners {
    private let nodes: TraceTable<Trace.Node>
    /// For each node, the position of its observable plus one; 0 where there is none.
    private var owners: [UInt32]
    private var isKnown: [Bool]

    init(_ source: any TraceSource) throws {
        self.init(nodes: source.nodes)
        try source.forEachCall { add($0) }
    }

    /// For calls that are added as they go by.
    init(nodes: TraceTable<Trace.Node>) {
        self.nodes = nodes
        owners = Array(repeating: 0, count: nodes.count)
        isKnown = Array(repeating: false, count: nodes.count)
    }

    mutating func add(_ call: Trace.Call) {
        guard let id = call.node, let position = nodes.position(of: id), !isKnown[position] else { return }
        isKnown[position] = true
        let node = nodes[position]
        guard node.role == .sink, let owner = node.owner.flatMap({ nodes.position(of: $0) }) else { return }
        owners[position] = UInt32(owner) + 1
    }

    /// The position of the observable for which the node at `position` works; nil where that is not known.
    func owner(of position: Int) -> Int? { owners[position] == 0 ? nil : Int(owners[position]) - 1 }

    /// Where the user's code made the operator of the node at `position`.
    func site(of position: Int) -> Trace.Site? {
        nodes[position].site ?? owner(of: position).flatMap { nodes[$0].site }
    }
}
