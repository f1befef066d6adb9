/// The names of a trace's nodes where people read them: `MapSink#2`, the second of its type in the trace.
///
/// The number is left out where a type has one node only, so that short traces stay free of numbers.
struct NodeNames {
    private let nodes: TraceTable<Trace.Node>
    /// For each node, which of its type it is, from 1.
    private var ordinals: [UInt32] = []
    private var totals: [String: UInt32] = [:]

    init(_ nodes: TraceTable<Trace.Node>) {
        self.nodes = nodes
        ordinals.reserveCapacity(nodes.count)
        for node in nodes {
            let ordinal = totals[node.type, default: 0] + 1
            totals[node.type] = ordinal
            ordinals.append(ordinal)
        }
    }

    init(_ trace: Trace) {
        self.init(TraceTable(trace.nodes))
    }

    /// The name of the node at `position`.
    ///
    /// - Parameter isNumbered: whether to say which of its type it is, where there are several.
    func name(of position: Int, isNumbered: Bool = true) -> String {
        let node = nodes[position]
        var name = TerminalText.escaped(node.type)
        if isNumbered, totals[node.type, default: 0] > 1 { name += "#\(ordinals[position])" }
        if let own = node.name { name += " \(MarkText.quoted(own))" }
        return name
    }
}
