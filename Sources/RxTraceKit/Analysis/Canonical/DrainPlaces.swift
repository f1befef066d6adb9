// What drains do in however many steps.
extension CanonicalPlaces {
    /// Of the steps in which a drain passes events on, the first is told, with what the others did.
    mutating func placeDrains() {
        guard !crossings.drains.isEmpty else { return }
        var first: [Int: (schedule: Int?, invoke: Int?, run: Int?)] = [:]
        for (position, call) in trace.calls.enumerated() {
            guard let above = tree.parent(of: position) else { continue }
            switch call.operation {
            case .schedule:
                guard let node = drain(asking: position) else { continue }
                if first[node]?.schedule != nil {
                    leaveOut(position)
                } else {
                    first[node, default: (nil, nil, nil)].schedule = position
                    if let home = ownSubscription(of: position).flatMap({ crossings.homes[$0] }) {
                        put(position, below: home, as: .joint)
                    }
                }
            case .invoke:
                guard let node = drain(asking: above) else { continue }
                if first[node]?.invoke != nil { leaveOut(position) } else { first[node]?.invoke = position }
            case .run:
                // A scheduler of the main thread runs what that asks for within the call.
                let asks = trace.calls[above].operation == .invoke ? tree.parent(of: above) : above
                guard let node = call.node, let asks, drain(asking: asks) == node else { continue }
                if first[node]?.run != nil { leaveOut(position) } else { first[node]?.run = position }
            default:
                if let node = trace.calls[above].node, trace.calls[above].operation == .run,
                    crossings.drains.contains(node), let run = first[node]?.run
                {
                    put(position, below: run, as: .joint)
                }
            }
        }
        leaveOutReplaced()
    }

    /// Leaves out what drains let go of as they ask for another step: how often they do is a matter of timing, up to not
    /// at all. A drain that is disposed itself has let go of it in any case.
    private mutating func leaveOutReplaced() {
        let disposed = trace.calls.lazy.filter { $0.operation == .dispose }.compactMap(\.node)
        let live = crossings.drains.subtracting(disposed)
        guard !live.isEmpty else { return }
        var isReplaced = [Bool](repeating: false, count: trace.calls.count)
        for (position, call) in trace.calls.enumerated() where call.operation == .dispose && isHelper(call) {
            guard let above = tree.parent(of: position) else { continue }
            isReplaced[position] = isReplaced[above] || takesIn(above, for: live)
            if isReplaced[position] { leaveOut(position) }
        }
    }

    private func isHelper(_ call: Trace.Call) -> Bool {
        call.node.flatMap { nodes[$0] }.map { trace.nodes[$0].role == .disposable } ?? false
    }

    /// Whether one of some drains is handed an event by the call at `position`.
    private func takesIn(_ position: Int, for drains: Set<Int>) -> Bool {
        let call = trace.calls[position]
        guard call.operation == .on || call.operation == .onCore else { return false }
        return call.node.map(drains.contains) ?? false
    }

    /// The drain that asks for a step by the call at `position`; nil where that is none.
    private func drain(asking position: Int) -> Int? {
        guard trace.calls[position].operation == .schedule, let above = tree.parent(of: position),
            let node = trace.calls[above].node, crossings.drains.contains(node)
        else { return nil }
        return node
    }
}
