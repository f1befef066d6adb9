// What joints do on whichever strand happens to be the one.
extension CanonicalPlaces {
    mutating func placeJoints() {
        guard !crossings.joints.isEmpty else { return }
        let combining = jointsThat { $0.contains(.combines) }
        for (position, call) in trace.calls.enumerated() {
            guard let node = call.node, crossings.joints.contains(node), isMadeByAll(position, combining),
                let home = ownSubscription(of: position).flatMap({ crossings.homes[$0] })
            else { continue }
            put(position, below: home, as: .joint)
        }
        placeSources(
            waiting: jointsThat { $0.contains(.follows) && $0.contains(.queues) },
            following: jointsThat { ($0.contains(.follows) || $0.contains(.continues)) && !$0.contains(.queues) })
    }

    /// Whether a joint does this for all of its sources, on the strand of whichever comes last: makes an element of
    /// several, runs the user's closure for that, or ends.
    private func isMadeByAll(_ position: Int, _ combining: Set<Int>) -> Bool {
        let call = trace.calls[position]
        switch call.operation {
        case .forwardOn:
            guard let kind = call.event?.kind, kind == .next else { return true }
            return call.parts.count > 1 || call.node.map(combining.contains) ?? false
        case .handler:
            return tree.parent(of: position).map { above in
                trace.calls[above].node != call.node || isInner(above, of: call.node)
            } ?? false
        default: return false
        }
    }

    /// Whether a call is made in a subscription that the node made for itself.
    private func isInner(_ position: Int, of node: Int?) -> Bool {
        guard let node else { return false }
        return ownSubscription(of: position).map { crossings.owners[$0] == node } ?? false
    }

    /// The joints whose behaviors are such.
    func jointsThat(_ isSuch: (Trace.Behaviors) -> Bool) -> Set<Int> {
        let known = trace.nodesWithRoles
        return crossings.joints.filter { joint in
            guard let node = nodes[joint].map({ known[$0] }) else { return false }
            let owner = node.owner.flatMap { nodes[$0] }.map { known[$0] }
            return isSuch(node.behaviors.union(owner?.behaviors ?? []))
        }
    }

    /// Puts the sources of joints that subscribe to them in turn where they always are.
    ///
    /// One that waits for its turn is subscribed to as soon as it is made or, where others are not through yet, in the
    /// trampoline of the strand on which one of these ends: it is told as if it had not had to wait. One that follows
    /// another is subscribed to where that was, if that ends at once, or on the strand on which it ends: it is told beside
    /// it.
    private mutating func placeSources(waiting: Set<Int>, following: Set<Int>) {
        guard !waiting.isEmpty || !following.isEmpty else { return }
        var isSource = [Bool](repeating: false, count: trace.calls.count)
        var first: [Int: Int] = [:]
        for (subscription, owner) in crossings.owners.enumerated() {
            guard let owner, waiting.contains(owner) || following.contains(owner),
                let home = crossings.homes[subscription]
            else { continue }
            isSource[home] = true
            let element = trace.calls[home].origin.flatMap { tree.position(of: $0) }
            if waiting.contains(owner), let element, element < home, trace.calls[element].node == owner {
                leaveOutTrampoline(above: home)
                put(home, below: element, as: .call)
            } else if following.contains(owner) {
                let above = first[owner] ?? tree.parent(of: home)
                first[owner] = above
                if let above, tree.parent(of: home) != above {
                    leaveOutTrampoline(above: home)
                    put(home, below: above, as: .call)
                }
            }
        }
        for (position, call) in trace.calls.enumerated() {
            guard let above = tree.parent(of: position), isSource[above] else { continue }
            if call.operation == .subscribe { isSource[position] = true }
            if call.operation == .schedule, stays(call) { leaveOut(position) }
        }
    }

    private mutating func leaveOutTrampoline(above position: Int) {
        var next = tree.parent(of: position)
        while let above = next {
            let call = trace.calls[above]
            next = tree.parent(of: above)
            switch call.operation {
            case .invoke:
                guard let next, trace.calls[next].operation == .schedule, stays(trace.calls[next]) else { return }
                leaveOut(above)
            case .schedule where stays(call): return leaveOut(above)
            default: return
            }
        }
    }

    /// Whether work is handed to a scheduler whose work stays on the thread.
    private func stays(_ call: Trace.Call) -> Bool {
        guard let position = call.node.flatMap({ nodes[$0] }), trace.nodes[position].role == .scheduler else {
            return false
        }
        return trace.nodes[position].behaviors.contains(.stays)
            || OlderRoles.behaviors(ofType: trace.nodes[position].type).contains(.stays)
    }
}
