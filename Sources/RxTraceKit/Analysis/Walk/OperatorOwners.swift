/// Which observable each sink works for, so that a sink's calls can be told by the line of source that made the
/// operator: a recording knows the place of observables only.
///
/// A sink that is run is run by its observable. Any other goes to the observable that was run last in its subscription
/// without a sink so far and whose type is the sink's without `Sink`: events come from the far end of a chain, so
/// the one run last is the first whose sink shows.
struct OperatorOwners {
    private struct Place: Hashable {
        var subscription: Int
        var type: String
    }

    private let nodes: TraceTable<Trace.Node>
    /// For each node, the position of its observable plus one; 0 where there is none.
    private var owners: [UInt32]
    private var isKnown: [Bool]
    private var waiting: [Place: [Int]] = [:]
    /// For each thread, the last observable that was run, and in which call.
    private var running: [Int: (call: Int, node: Int)] = [:]

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
        guard let id = call.node, let node = nodes.position(of: id), call.operation == .run || !isKnown[node]
        else { return }
        add(call, node)
    }

    private mutating func add(_ call: Trace.Call, _ position: Int) {
        let node = nodes[position]
        let subscription = call.subscription ?? 0
        switch node.role {
        case .observable, .connectable:
            guard call.operation == .run else { return }
            running[call.thread] = (call.id, position)
            waiting[Place(subscription: subscription, type: node.type), default: []].append(position)
        case .sink where !isKnown[position]:
            isKnown[position] = true
            if call.operation == .run, let owner = running[call.thread], owner.call == call.parent {
                owners[position] = UInt32(owner.node) + 1
                take(owner.node, from: Place(subscription: subscription, type: nodes[owner.node].type))
            } else if node.type.hasSuffix("Sink") {
                let place = Place(subscription: subscription, type: String(node.type.dropLast(4)))
                guard let owner = waiting[place]?.last else { return }
                owners[position] = UInt32(owner) + 1
                take(owner, from: place)
            }
        default: isKnown[position] = true
        }
    }

    private mutating func take(_ owner: Int, from place: Place) {
        guard let index = waiting[place]?.lastIndex(of: owner) else { return }
        waiting[place]?.remove(at: index)
        if waiting[place]?.isEmpty == true { waiting[place] = nil }
    }

    /// The position of the observable for which the node at `position` works; nil where that is not known.
    func owner(of position: Int) -> Int? { owners[position] == 0 ? nil : Int(owners[position]) - 1 }

    /// Where the user's code made the operator of the node at `position`.
    func site(of position: Int) -> Trace.Site? {
        nodes[position].site ?? owner(of: position).flatMap { nodes[$0].site }
    }
}
