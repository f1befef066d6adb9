/// The whole that each node of a trace is a part of. An operator has its sinks, and the signals, subjects and observers
/// that the library made for it.
struct GraphParts {
    /// By subscription, the node whose code subscribed; nil where the user's did.
    private(set) var askers: [Int?]
    /// By node, the one it is a part of.
    private var wholes: [Int?]

    private let nodes: [Trace.Node]
    private let index: IdentifierIndex
    private let subscriptions: IdentifierIndex
    private var hasBegun: [Bool]
    /// By sequence that an operator hands over, as `window` does, the operator.
    private(set) var makers: [Int: Int] = [:]
    /// By subject that an operator made for such a sequence, the sequence.
    private var sequences: [Int: Int] = [:]
    private var asked: [Asked: Int?] = [:]

    /// An observable and a subscription within which it was subscribed.
    private struct Asked: Hashable {
        var node: Int
        var subscription: Int
    }

    /// - Parameter separates: whether a sequence that an operator hands over is no part of the operator.
    init(
        _ trace: Trace, nodes: [Trace.Node], index: IdentifierIndex, subscriptions: IdentifierIndex,
        separates: Bool = false
    ) {
        self.nodes = nodes
        self.index = index
        self.subscriptions = subscriptions
        // The sequence of an object's events is no part of the object.
        wholes = nodes.map { $0.owner.flatMap { index[$0] }.flatMap { nodes[$0].role == .object ? nil : $0 } }
        askers = Array(repeating: nil, count: trace.subscriptions.count)
        hasBegun = Array(repeating: false, count: trace.subscriptions.count)
        // Without places in the source, nothing tells the library's own nodes from those that the user's closures made.
        let hasSites = nodes.contains { $0.site != nil }
        let positions = IdentifierIndex(trace.calls)
        let ends = Self.ends(trace, nodes, index)
        var running = [Int?](repeating: nil, count: trace.calls.count)
        for (position, call) in trace.calls.enumerated() {
            let above = (call.cause ?? call.parent).flatMap { positions[$0] }.flatMap { $0 < position ? $0 : nil }
            let caller = above.flatMap { running[$0] }
            running[position] = caller
            guard let node = call.node.flatMap({ index[$0] }), Self.hasCode(nodes[node].role) else { continue }
            running[position] = node
            switch call.operation {
            case .create:
                if nodes[node].site == nil, wholes[node] == nil, caller != node { wholes[node] = caller }
            case .subscribe:
                let isInHandler = !hasSites && above.map { trace.calls[$0].operation == .handler } ?? false
                noteSubscribe(call, node, by: caller, isInHandler: isInHandler, trace)
            case .on:
                guard nodes[node].role == .observer, wholes[node] == nil, !ends.contains(node), let caller,
                    let subscription = call.subscription.flatMap({ subscriptions[$0] })
                else { break }
                wholes[node] = asked[Asked(node: sender(caller), subscription: subscription)] ?? nil
            case .handler where !hasSites: running[position] = nil
            case .schedule, .invoke: running[position] = caller
            default: break
            }
        }
        if separates { separate() }
    }

    /// Takes each sequence that an operator hands over out of the operator, with the subject that it hands its elements.
    private mutating func separate() {
        for (position, node) in nodes.enumerated() where node.behaviors.contains(.handedOver) {
            // A sink has the behaviors of its observable.
            guard node.role == .observable, wholes[position] != nil else { continue }
            let maker = whole(of: position)
            if maker != position { makers[position] = maker }
        }
        for sequence in makers.keys { wholes[sequence] = nil }
        for (subject, sequence) in sequences where makers[sequence] != nil { wholes[subject] = sequence }
    }

    /// The observers that have closures of the user's or hand events on to their own type: a chain ends at them.
    private static func ends(_ trace: Trace, _ nodes: [Trace.Node], _ index: IdentifierIndex) -> Set<Int> {
        var ends: Set<Int> = []
        for call in trace.calls where call.operation == .handler || call.operation == .onCore {
            if let node = call.node.flatMap({ index[$0] }), nodes[node].role == .observer { ends.insert(node) }
        }
        return ends
    }

    private static func hasCode(_ role: Trace.Role) -> Bool {
        switch role {
        case .observable, .connectable, .subject, .sink, .observer, .object: true
        case .disposable, .bag, .scheduler, .item: false
        }
    }

    private mutating func noteSubscribe(
        _ call: Trace.Call, _ node: Int, by caller: Int?, isInHandler: Bool, _ trace: Trace
    ) {
        // The library's own signal is a part of the one that subscribes to it.
        if nodes[node].behaviors.contains(.inside), wholes[node] == nil, caller != node { wholes[node] = caller }
        if nodes[node].role == .subject, nodes[node].site == nil, wholes[node] != nil, let caller {
            let sequence = sender(caller)
            if nodes[sequence].behaviors.contains(.handedOver) { sequences[node] = sequence }
        }
        guard let position = call.subscription.flatMap({ subscriptions[$0] }) else { return }
        let key = Asked(node: node, subscription: position)
        if !hasBegun[position] {
            hasBegun[position] = true
            let one = trace.subscriptions[position]
            let isUsers = one.parent == nil && (one.site != nil || isInHandler)
            askers[position] = isUsers ? nil : caller
            if asked[key] == nil { asked[key] = .some(askers[position]) }
        } else if asked[key] == nil {
            asked[key] = .some(caller)
        }
    }

    /// The observable whose sink sends.
    private func sender(_ node: Int) -> Int {
        var own = node
        for _ in 0..<50 {
            guard nodes[own].role == .sink || nodes[own].role == .observer,
                let owner = nodes[own].owner.flatMap({ index[$0] }), owner != own
            else { break }
            own = owner
        }
        return own
    }

    /// The node that the one at `position` is a part of, or itself.
    func whole(of position: Int) -> Int {
        var own = position
        // A foreign trace may lead in a circle.
        for _ in 0..<100 {
            guard let next = wholes[own], next != own, next != position else { break }
            own = next
        }
        return own
    }
}
