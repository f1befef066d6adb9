/// The observables that events of a graph carry, where the calls tell which they are, and when each has its turn.
///
/// A value is known by its type alone. But an operator that is handed an observable subscribes to it, at once or when it
/// has its turn; and where a closure made one, the event that follows carries it.
struct GraphStreams {
    /// By the place of a step, the position of the node that its event carries.
    private(set) var carried: [Int: Int] = [:]
    /// By the place of an event's step, that of the subscription which its element had to wait for.
    private(set) var turns: [Int: Int] = [:]

    /// By the place of a step, the observable that a subscribe goes to, or that an event comes from, by the position of its
    /// node: one that an event carried.
    private(set) var parts: [Int: Int] = [:]

    /// Nobody reads the values of so many steps.
    private static let mostSteps = 20_000

    private let made: GraphEdges
    private let causes: GraphCauses
    private let trace: Trace
    private let nodes: [Trace.Node]
    private let index: IdentifierIndex
    private let positions: IdentifierIndex
    /// By box, the steps of the events that wait for their turn.
    private var pending: [Int: [Int]] = [:]

    init(_ made: GraphEdges, _ causes: GraphCauses, in trace: Trace, _ positions: IdentifierIndex) {
        (self.made, self.causes, self.trace, self.positions) = (made, causes, trace, positions)
        nodes = trace.nodesWithRoles
        index = IdentifierIndex(nodes)
        guard made.steps.count <= Self.mostSteps else { return }
        let creations = creations()
        for place in made.steps.indices {
            switch made.edges[made.steps[place].edge].way.kind {
            case .event: noteEvent(place, creations)
            case .subscribe: noteSubscribe(place)
            default: break
            }
        }
        guard !carried.isEmpty else { return }
        let streams = Set(carried.values)
        for place in made.steps.indices { parts[place] = part(of: place, streams) }
    }

    /// By the step around them, the calls that made observables.
    private func creations() -> [Int: [Int]] {
        var creations: [Int: [Int]] = [:]
        for (position, call) in trace.calls.enumerated() where call.operation == .create {
            if let step = causes.step(around: position) { creations[step, default: []].append(position) }
        }
        return creations
    }

    private func node(of step: Int) -> Int? { trace.calls[made.steps[step].call].node.flatMap { index[$0] } }

    private func value(of step: Int) -> String? {
        let call = trace.calls[made.steps[step].source]
        return call.eventKind == .next ? call.eventValue : nil
    }

    private mutating func noteEvent(_ place: Int, _ creations: [Int: [Int]]) {
        guard let value = value(of: place), let box = made.edges[made.steps[place].edge].way.to else { return }
        if let outer = causes.outer[place] {
            if self.value(of: outer) == value, let same = carried[outer] {
                carried[place] = same
            } else {
                let before = creations[outer]?.last { call in
                    call < made.steps[place].call && isOfType(trace.calls[call].node.flatMap { index[$0] }, value)
                }
                carried[place] = before.flatMap { trace.calls[$0].node }.flatMap { index[$0] }
            }
        }
        // What waits for its turn comes from the operator's source; its inner sources have observers of their own.
        if let node = node(of: place), nodes[node].role == .sink, nodes[node].behaviors.contains(.queues),
            nodes[node].behaviors.contains(.follows)
        {
            pending[box, default: []].append(place)
        }
    }

    private func isOfType(_ node: Int?, _ value: String) -> Bool {
        guard let node, [.observable, .connectable, .subject].contains(nodes[node].role) else { return false }
        return nodes[node].generic == value
    }

    private mutating func noteSubscribe(_ place: Int) {
        let box = made.edges[made.steps[place].edge].way.from
        guard let node = node(of: place), let outer = causes.outer[place] else { return }
        let around = made.edges[made.steps[outer].edge].way
        guard around.to == box else { return }
        guard pending[box]?.last != outer else {
            pending[box]?.removeLast()
            return carry(node, outer)
        }
        if let value = value(of: outer), isOfType(node, value) { return carry(node, outer) }
        guard around.kind == .event, let first = pending[box]?.first else { return }
        pending[box]?.removeFirst()
        turns[first] = place
        carry(node, first)
    }

    /// Notes that an event carried a node, and those that handed it on.
    private mutating func carry(_ node: Int, _ place: Int) {
        guard let value = value(of: place), isOfType(node, value) else { return }
        var step: Int? = place
        while let each = step, carried[each] == nil, self.value(of: each) == value {
            carried[each] = node
            step = causes.outer[each]
        }
    }

    private func part(of place: Int, _ streams: Set<Int>) -> Int? {
        let step = made.steps[place]
        switch made.edges[step.edge].way.kind {
        case .subscribe: return node(of: place).flatMap { streams.contains($0) ? $0 : nil }
        case .event:
            let caller = trace.calls[step.call].parent.flatMap { positions[$0] }
            let own = caller.flatMap { trace.calls[$0].node }.flatMap { index[$0] }
            let owner = own.flatMap { nodes[$0].owner }.flatMap { index[$0] }
            return [own, owner].lazy.compactMap { $0 }.first { streams.contains($0) }
        default: return nil
        }
    }
}
