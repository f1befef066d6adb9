/// Which of several lists of patterns match a call, as bits: the first list is bit 0.
struct PatternMatches {
    private var words: PatternWords
    private let nodes: TraceTable<Trace.Node>
    private let subscriptions: TraceTable<Trace.Subscription>
    /// For each node, the bits that match anything about it.
    private var ofNode: [UInt8] = []

    init(_ source: any TraceSource, _ lists: [[TracePattern]]) {
        words = PatternWords(lists)
        nodes = source.nodes
        subscriptions = source.subscriptions
        let owners = OperatorOwners(source)
        ofNode.reserveCapacity(nodes.count)
        for (position, node) in nodes.enumerated() {
            var bits = words.word(node.type)
            if let generic = node.generic { bits |= words.word(generic) }
            if let name = node.name { bits |= words.word(name) }
            if let variable = owners.variable(of: position) { bits |= words.word(variable) }
            if let site = owners.site(of: position) { bits |= words.site(site) }
            ofNode.append(bits)
        }
    }

    /// Those that matched nothing so far.
    var unmatched: Set<TracePattern> { words.unmatched }

    mutating func matches(of call: Trace.Call) -> UInt8 {
        var bits: UInt8 = 0
        let node = call.node.flatMap { nodes.position(of: $0) }
        if let label = call.label {
            let own = words.label(label, of: call)
            bits |= own
            // A node that `map` made is a `Map`, but `share` makes many things: they are all known by the operator's
            // name.
            if call.operation == .create, own != 0, let node { ofNode[node] |= own }
        }
        if let type = call.type { bits |= words.word(type) }
        if let node { bits |= ofNode[node] }
        if call.operation == .subscribe, let one = call.subscription.flatMap({ subscriptions[id: $0] }) {
            if let site = one.site { bits |= words.site(site) }
            if let name = one.name { bits |= words.word(name) }
        }
        return bits
    }
}
