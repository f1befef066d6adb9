/// The names of a trace's nodes where people read them: `query`, as the source calls it, or `MapSink#2`, the second of its
/// type in the trace.
///
/// A sink of an operator that the source names is `MapSink of results`. The number is left out where one node only is called
/// so, so that short traces stay free of numbers.
struct NodeNames {
    private enum Key: Hashable {
        case type(String)
        case variable(String)
        /// The sinks of one type that the observable at a position has.
        case sink(Int, String)
    }

    private let nodes: TraceTable<Trace.Node>
    /// For each node, which of those called so it is, from 1.
    private var ordinals: [UInt32] = []
    private var totals: [Key: UInt32] = [:]
    /// By position, what the source calls a node that has no other name.
    private var variables: [Int: String] = [:]
    /// By the position of a sink, that of its observable, where the source has a name for it.
    private var owners: [Int: Int] = [:]

    init(_ nodes: TraceTable<Trace.Node>) {
        self.nodes = nodes
        ordinals.reserveCapacity(nodes.count)
        for (position, node) in nodes.enumerated() {
            if node.name == nil, let variable = node.variable {
                variables[position] = variable
            } else if !variables.isEmpty, let owner = Self.owner(of: node, in: nodes), variables[owner] != nil {
                owners[position] = owner
            }
            let key = key(of: position, node)
            let ordinal = totals[key, default: 0] + 1
            totals[key] = ordinal
            ordinals.append(ordinal)
        }
    }

    init(_ trace: Trace) {
        self.init(TraceTable(trace.nodes))
    }

    private static func owner(of node: Trace.Node, in nodes: TraceTable<Trace.Node>) -> Int? {
        guard node.role == .sink, node.name == nil else { return nil }
        return node.owner.flatMap { nodes.position(of: $0) }
    }

    private func key(of position: Int, _ node: Trace.Node) -> Key {
        if let variable = variables[position] { return .variable(variable) }
        if let owner = owners[position] { return .sink(owner, node.type) }
        return .type(node.type)
    }

    /// The name of the node at `position`.
    ///
    /// - Parameter isNumbered: whether to say which of those called so it is, where there are several.
    func name(of position: Int, isNumbered: Bool = true) -> String {
        var name = shortName(of: position, isNumbered: isNumbered)
        if let owner = owners[position] { name += " of \(self.name(of: owner, isNumbered: isNumbered))" }
        if let own = nodes[position].name { name += " \(MarkText.quoted(own))" }
        return name
    }

    /// What the source calls the node at `position`, or its type: without its owner, and without a name that it was given.
    ///
    /// - Parameter isNumbered: whether to say which of those called so it is, where there are several.
    func shortName(of position: Int, isNumbered: Bool = true) -> String {
        let node = nodes[position]
        let name = TerminalText.escaped(variables[position] ?? node.type)
        return isNumbered && totals[key(of: position, node), default: 0] > 1 ? "\(name)#\(ordinals[position])" : name
    }

    /// The name of the operator that the node at `position` is, or whose sink it is, where the source has one for it; else
    /// the node's own.
    func operatorName(of position: Int) -> String { name(of: owners[position] ?? position) }

    /// Whether the source has a name for any node.
    var hasVariables: Bool { !variables.isEmpty }

    /// What the source calls the node at `position`, or the operator whose sink it is; nil where its type is its name.
    func variable(of position: Int) -> String? { variables[position] ?? owners[position].flatMap { variables[$0] } }

    /// The type behind the name of the node at `position`; nil where the name tells it.
    func type(behindNameOf position: Int) -> String? {
        variables[position] == nil ? nil : TerminalText.escaped(nodes[position].type)
    }
}

/// The titles of nodes in a text that is read from its start: behind a name of the source, the type stands once.
final class NodeTitles {
    private struct Told: Hashable {
        var variable: String
        var type: String
    }

    let names: NodeNames
    private let tellsTypes: Bool
    private var told: Set<Told> = []

    /// - Parameter tellsTypes: whether any type is told; else the reader knows them from elsewhere.
    init(_ names: NodeNames, tellsTypes: Bool = true) {
        (self.names, self.tellsTypes) = (names, tellsTypes)
    }

    /// The type to tell behind the name of the node at `position`: nil where the name tells it, or it was told before.
    func newType(of position: Int) -> String? {
        guard tellsTypes, let variable = names.variable(of: position), let type = names.type(behindNameOf: position),
            told.insert(Told(variable: variable, type: type)).inserted
        else { return nil }
        return type
    }

    /// The title in one piece, such as `query (PublishSubject)`.
    func title(of position: Int) -> String {
        let name = names.name(of: position)
        return newType(of: position).map { "\(name) (\($0))" } ?? name
    }
}
