/// Which row of the statistics a call belongs to.
struct StatisticsGroups {
    struct Row: Hashable {
        var name: String
        var site: Trace.Site?
    }

    private let grouping: TraceStatistics.Grouping
    private let source: any TraceSource
    private let nodes: TraceTable<Trace.Node>
    private let owners: OperatorOwners
    private(set) var rows: [Row] = []
    private var numbers: [Row: Int] = [:]
    /// For each node, subscription or thread, its row plus one; 0 where it has none yet.
    private var known: [UInt32]
    /// By node, the number of the row of the operator that made it for itself.
    private var makers: [Int: Int] = [:]
    /// By the row of what an operator made for itself, the operator's.
    private var parts: [Int: Int] = [:]
    /// By row, what the user's source calls the operator.
    private var variables: [Int: String] = [:]
    /// By node, the operator at whose line it was made for the operator's own use.
    private var words: [Int: String] = [:]
    /// For each node, whether it is a sink, whose first disposal ends it.
    private(set) var roles: [Trace.Role]
    /// For each node, the position of the operator for which it works, or its own.
    private(set) var operators: [Int32] = []
    /// For each node, whether it gives its elements to those who come late.
    private(set) var replays: [Bool]

    init(_ source: any TraceSource, by grouping: TraceStatistics.Grouping) {
        self.grouping = grouping
        self.source = source
        nodes = source.nodes
        owners = OperatorOwners(source)
        roles = source.nodes.map(\.role)
        replays = source.nodes.map { node in
            node.behaviors.union(node.owner.flatMap { source.nodes[id: $0]?.behaviors } ?? []).contains(.replays)
        }
        let count =
            switch grouping {
            case .operator, .type, .site: source.nodes.count
            case .subscription: source.subscriptions.count
            case .thread: source.threads.count
            }
        known = Array(repeating: 0, count: count)
        operators = source.nodes.indices.map { Int32(truncatingIfNeeded: operatorPosition(of: $0)) }
    }

    /// Takes the call that makes a node, before its row is asked for.
    ///
    /// - Parameter maker: the row of the operator in whose code it was made; nil where a closure of the user's made it.
    mutating func note(_ create: Trace.Call, of node: Int, by maker: Int?) {
        guard grouping == .operator, NodeMakers.areMade(roles[node]), source.nodes[node].name == nil else { return }
        if roles[node] == .subject { words[node] = create.label }
        if let maker, maker >= 0, source.nodes[node].site == nil { makers[node] = parts[maker] ?? maker }
    }

    func position(ofNode id: Int?) -> Int? { id.flatMap { nodes.position(of: $0) } }

    /// The row of `call`; nil where there is none, as for a call outside all subscriptions.
    mutating func row(of call: Trace.Call, node: Int?) -> Int? {
        let key: Int?
        switch grouping {
        case .operator, .type, .site:
            if call.operation == .hop { return row(ofHop: call) }
            key = node
        case .subscription: key = call.subscription.flatMap { source.subscriptions.position(of: $0) }
        case .thread: key = source.threads.position(of: call.thread)
        }
        guard let key else { return nil }
        if known[key] > 0 { return Int(known[key]) - 1 }
        guard let row = make(key, for: call) else { return nil }
        let number = number(of: row)
        if grouping == .operator {
            let owner = operatorPosition(of: key)
            if let maker = makers[owner] { parts[number] = maker }
            if let variable = source.nodes[owner].variable, source.nodes[owner].name == nil {
                variables[number] = variable
            }
        }
        known[key] = UInt32(number) + 1
        return number
    }

    /// The program's own hop has no node: a row is for those by one way, and at one place.
    private mutating func row(ofHop call: Trace.Call) -> Int? {
        switch grouping {
        case .site: call.site.map { number(of: Row(name: $0.description, site: $0)) }
        default: number(of: Row(name: call.label ?? call.operation.name, site: call.site))
        }
    }

    private mutating func number(of row: Row) -> Int {
        if let number = numbers[row] { return number }
        rows.append(row)
        numbers[row] = rows.count - 1
        return rows.count - 1
    }

    private func make(_ key: Int, for call: Trace.Call) -> Row? {
        switch grouping {
        case .thread:
            let thread = source.threads[key]
            return Row(name: thread.name.isEmpty ? "thread \(thread.id)" : thread.name)
        case .subscription:
            let one = source.subscriptions[key]
            let observable = source.nodes[id: one.node].map(CallText.title) ?? ""
            let name = one.name.map { " \"\($0)\"" } ?? ""
            return Row(name: "\(one.id)\(name) \(observable)", site: one.site)
        case .operator:
            let owner = operatorPosition(of: key)
            return part(owner) ?? Row(name: CallText.title(source.nodes[owner]), site: site(owner, call))
        case .type: return Row(name: source.nodes[operatorPosition(of: key)].type)
        case .site:
            guard let site = site(operatorPosition(of: key), call) else { return nil }
            return Row(name: site.description, site: site)
        }
    }

    /// The row of what a source is: by name and place.
    func row(ofSource id: Int) -> Row? {
        guard let position = source.nodes.position(of: id) else { return nil }
        return part(position) ?? Row(name: CallText.title(source.nodes[position]), site: owners.site(of: position))
    }

    /// The row of what an operator made for itself, which the user's code has no word for: `PublishSubject of published`.
    private func part(_ position: Int) -> Row? {
        let node = source.nodes[position]
        if let maker = makers[position] {
            return Row(name: "\(node.type) of \(variables[maker] ?? rows[maker].name)", site: rows[maker].site)
        }
        guard node.variable == nil, let word = words[position] else { return nil }
        return Row(name: "\(node.type) of \(word)", site: node.site)
    }

    /// The number of the row that a node's calls belong to; nil where they are in none.
    func number(ofNode id: Int) -> Int? {
        guard let position = position(ofNode: id), position < known.count, known[position] > 0 else { return nil }
        return Int(known[position]) - 1
    }

    /// The position of the operator for which a sink or an inner observer works; of other nodes, their own.
    private func operatorPosition(of position: Int) -> Int {
        var position = position
        // An inner observer works for a sink, and that for an operator; nothing works for itself.
        for _ in 0..<4 {
            let node = source.nodes[position]
            guard node.role == .sink || node.role == .observer,
                let owner = node.owner.flatMap({ source.nodes.position(of: $0) })
            else { break }
            position = owner
        }
        return position
    }

    /// An observer is the user's, made where it subscribed.
    private func site(_ node: Int, _ call: Trace.Call) -> Trace.Site? {
        if let site = owners.site(of: node) { return site }
        guard roles[node] == .observer else { return nil }
        return call.subscription.flatMap { source.subscriptions[id: $0]?.site }
    }
}
