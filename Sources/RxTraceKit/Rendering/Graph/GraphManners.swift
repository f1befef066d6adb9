/// How events came to boxes of a graph, and what became of them, where the boxes alone do not tell it.
struct GraphManners {
    enum Manner: UInt8 {
        case plain
        /// An element that was sent before its observer came.
        case replayed
        /// An error that goes no further: the operator subscribed again to its source, or to another.
        case retried, caught
    }

    private let trace: Trace
    private let tree: CallTree
    private let boxes: GraphBoxes
    /// By box, what its node does.
    private let behaviors: [Trace.Behaviors]

    /// - Parameter nodes: those of the trace, with their roles.
    init(_ trace: Trace, _ tree: CallTree, _ nodes: [Trace.Node], _ boxes: GraphBoxes) {
        (self.trace, self.tree, self.boxes) = (trace, tree, boxes)
        behaviors = boxes.boxes.map { box in
            if case .node(let node) = box.subject { nodes[node].behaviors } else { [] }
        }
    }

    /// Notes them in steps, which are in the order of time.
    func note(in steps: inout [GraphWalk.Step], _ ways: [GraphEdges.Way]) {
        guard behaviors.contains(where: { !$0.isDisjoint(with: [.replays, .retries, .continues]) }) else { return }
        /// By box, the errors that came to it of which it is not known yet what became.
        var errors: [Int: [Int]] = [:]
        for index in steps.indices {
            let way = ways[steps[index].way]
            switch (way.kind, trace.calls[steps[index].call].eventKind) {
            case (.subscribe, _):
                let manner: Manner = behaviors[way.from].contains(.retries) ? .retried : .caught
                for error in errors.removeValue(forKey: way.from) ?? [] { steps[error].manner = manner }
            case (.event, .error):
                errors[way.from] = nil
                if let to = way.to, !behaviors[to].isDisjoint(with: [.retries, .continues]) {
                    errors[to, default: []].append(index)
                }
            case (.event, .next) where behaviors[way.from].contains(.replays):
                if isWithinSubscribe(steps[index].call, to: way.from) { steps[index].manner = .replayed }
            default: break
            }
        }
    }

    /// Whether a box sends by itself as it is subscribed to, rather than because something came to it.
    private func isWithinSubscribe(_ call: Int, to box: Int) -> Bool {
        var around = tree.parent(of: call)
        while let position = around {
            let call = trace.calls[position]
            if let own = boxes.box(ofNode: call.node) {
                guard own == box, call.operation.row.edge != .event else { return false }
                if call.operation == .subscribe { return true }
            }
            around = tree.parent(of: position)
        }
        return false
    }
}
