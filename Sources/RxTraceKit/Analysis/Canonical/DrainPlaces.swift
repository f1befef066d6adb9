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
                guard let node = call.node, trace.calls[above].operation == .invoke,
                    let schedule = tree.parent(of: above), drain(asking: schedule) == node
                else { continue }
                if first[node]?.run != nil { leaveOut(position) } else { first[node]?.run = position }
            default:
                if let node = trace.calls[above].node, trace.calls[above].operation == .run,
                    crossings.drains.contains(node), let run = first[node]?.run
                {
                    put(position, below: run, as: .joint)
                }
            }
        }
    }

    /// The drain that asks for a step by the call at `position`; nil where that is none.
    private func drain(asking position: Int) -> Int? {
        guard trace.calls[position].operation == .schedule, let above = tree.parent(of: position),
            let node = trace.calls[above].node, crossings.drains.contains(node)
        else { return nil }
        return node
    }
}
