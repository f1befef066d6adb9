/// Which row of the statistics a call belongs to.
struct StatisticsGroups {
    struct Row: Hashable {
        var name: String
        var site: Trace.Site?
    }

    private let grouping: TraceStatistics.Grouping
    private let source: any TraceSource
    private let owners: OperatorOwners
    private(set) var rows: [Row] = []
    private var numbers: [Row: Int] = [:]
    /// For each node, subscription or thread, its row plus one; 0 where it has none yet.
    private var known: [UInt32]
    /// For each node, whether it is a sink, whose first disposal ends it.
    private(set) var roles: [Trace.Role]
    /// For each node, whether it gives its elements to those who come late.
    private(set) var replays: [Bool]

    init(_ source: any TraceSource, by grouping: TraceStatistics.Grouping) {
        self.grouping = grouping
        self.source = source
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
    }

    func position(ofNode id: Int?) -> Int? { id.flatMap { source.nodes.position(of: $0) } }

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
            let owner = owners.owner(of: key) ?? key
            return Row(name: CallText.title(source.nodes[owner]), site: site(key, call))
        case .type: return Row(name: source.nodes[owners.owner(of: key) ?? key].type)
        case .site:
            guard let site = site(key, call) else { return nil }
            return Row(name: site.description, site: site)
        }
    }

    /// An observer is the user's, made where it subscribed.
    private func site(_ node: Int, _ call: Trace.Call) -> Trace.Site? {
        if let site = owners.site(of: node) { return site }
        guard roles[node] == .observer else { return nil }
        return call.subscription.flatMap { source.subscriptions[id: $0]?.site }
    }
}
