/// Which of several lists of patterns match a call, as bits: the first list is bit 0.
///
/// Names repeat a million times in a long trace: each is matched once.
struct PatternMatches {
    private let lists: [[TracePattern]]
    private let nodes: TraceTable<Trace.Node>
    private let subscriptions: TraceTable<Trace.Subscription>
    /// For each node, the bits that match anything about it.
    private var ofNode: [UInt8] = []
    private var ofWord: [String: UInt8] = [:]

    init(_ source: any TraceSource, _ lists: [[TracePattern]]) {
        self.lists = lists
        nodes = source.nodes
        subscriptions = source.subscriptions
        let owners = OperatorOwners(source)
        ofNode.reserveCapacity(nodes.count)
        for (position, node) in nodes.enumerated() {
            var bits = word(node.type)
            if let generic = node.generic { bits |= word(generic) }
            if let name = node.name { bits |= word(name) }
            if let site = owners.site(of: position) { bits |= Self.bits(lists) { $0.matches(site) } }
            ofNode.append(bits)
        }
    }

    mutating func matches(of call: Trace.Call) -> UInt8 {
        var bits: UInt8 = 0
        let node = call.node.flatMap { nodes.position(of: $0) }
        if let label = call.label {
            // No two marks need have the same text: those that are remembered would be without number.
            let own = call.operation == .mark ? Self.bits(lists) { $0.matches(label) } : word(label)
            bits |= own
            // A node that `map` made is a `Map`, but `share` makes many things: they are all known by the operator's
            // name.
            if call.operation == .create, own != 0, let node { ofNode[node] |= own }
        }
        if let type = call.type { bits |= word(type) }
        if let node { bits |= ofNode[node] }
        if call.operation == .subscribe, let one = call.subscription.flatMap({ subscriptions[id: $0] }) {
            if let site = one.site { bits |= Self.bits(lists) { $0.matches(site) } }
            if let name = one.name { bits |= word(name) }
        }
        return bits
    }

    private mutating func word(_ text: String) -> UInt8 {
        if let known = ofWord[text] { return known }
        let bits = Self.bits(lists) { $0.matches(text) }
        ofWord[text] = bits
        return bits
    }

    private static func bits(_ lists: [[TracePattern]], _ matches: (TracePattern) -> Bool) -> UInt8 {
        lists.enumerated().reduce(0) { bits, entry in
            entry.element.contains(where: matches) ? bits | 1 << UInt8(entry.offset) : bits
        }
    }
}
