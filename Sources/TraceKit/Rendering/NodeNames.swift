/// What the nodes of a trace are called where people read them: `MapSink#2`, the second of its type in the trace.
///
/// The number is left out where a type has one node only, so that short traces stay free of numbers.
struct NodeNames {
    /// The name of each node, by its position in the trace.
    let names: [String]
    /// For each node, a number it shares with the nodes that only their identity tells apart from it.
    let kinds: [Int]

    private struct Kind: Hashable {
        var type: String
        var role: Trace.Role
        var site: Trace.Site?
        var name: String?
    }

    init(_ trace: Trace) {
        let total = trace.nodes.reduce(into: [String: Int]()) { $0[$1.type, default: 0] += 1 }
        var ordinals: [String: Int] = [:]
        var kindNumbers: [Kind: Int] = [:]
        var names: [String] = []
        var kinds: [Int] = []
        names.reserveCapacity(trace.nodes.count)
        kinds.reserveCapacity(trace.nodes.count)
        for node in trace.nodes {
            var name = TerminalText.escaped(node.type)
            if total[node.type, default: 0] > 1 {
                let ordinal = ordinals[node.type, default: 0] + 1
                ordinals[node.type] = ordinal
                name += "#\(ordinal)"
            }
            if let own = node.name { name += " \"\(TerminalText.escaped(own))\"" }
            names.append(name)
            let kind = Kind(type: node.type, role: node.role, site: node.site, name: node.name)
            let number = kindNumbers[kind] ?? kindNumbers.count
            kindNumbers[kind] = number
            kinds.append(number)
        }
        self.names = names
        self.kinds = kinds
    }
}
