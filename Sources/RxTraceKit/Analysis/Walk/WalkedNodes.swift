/// The nodes of a trace as a walk asks for them: what is asked of each call's node is kept in a few bytes.
struct WalkedNodes {
    /// The part that a node plays, and what it does.
    struct Traits {
        /// nil where the trace tells nothing of the node.
        var role: Trace.Role?
        var behaviors: Trace.Behaviors = []
    }

    private let table: TraceTable<Trace.Node>
    /// By position in the table.
    private var known: [Traits?]
    private var nodes: [Int: Trace.Node] = [:]

    init(_ table: TraceTable<Trace.Node>) {
        self.table = table
        known = Array(repeating: nil, count: table.count)
    }

    mutating func traits(of id: Int?) -> Traits {
        guard let id, let position = table.position(of: id) else { return Traits() }
        if let traits = known[position] { return traits }
        let node = table[position]
        let traits = Traits(role: node.role, behaviors: node.behaviors)
        known[position] = traits
        return traits
    }

    subscript(id: Int) -> Trace.Node? {
        mutating get {
            if let known = nodes[id] { return known }
            let node = table[id: id]
            nodes[id] = node
            return node
        }
    }
}
