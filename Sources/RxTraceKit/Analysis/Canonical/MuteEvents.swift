// Events that reach nobody: no closure of the user's runs for them, and nothing is made of them. Whether they are still
// sent is a matter of timing, where another strand may have ended the subscription by then.
extension CanonicalPlaces {
    /// - Parameter undelivered: those of an operator that brings them to a scheduler, and was disposed before it did.
    mutating func leaveOutMuteEvents(_ undelivered: Set<Int>) {
        let isMute = muteEvents()
        let disposals = usersDisposals()
        var isPointless = pointlessEvents(isMute, disposals)
        for position in undelivered where isMute[position] { isPointless[position] = true }
        // From the last call to the first: a call is pointless with all that leads to nothing else.
        for position in trace.calls.indices.reversed() where isPointless[position] {
            if let above = parent(of: position), isMute[above] { isPointless[above] = true }
        }
        var isCut = [Bool](repeating: false, count: trace.calls.count)
        for position in trace.calls.indices where isMute[position] && !isLeftOut(position) {
            let above = parent(of: position)
            if let above, isMute[above] {
                // What led here goes with all that follows from it.
                if isCut[above] || isLeftOut(above) { leaveOut(position) }
            } else if isPointless[position] {
                // What the user's code sends, it sends in every run.
                if isUsers(above) { isCut[position] = true } else { leaveOut(position) }
            }
        }
        noteEnds(isCut, disposals)
    }

    /// The events below which there are only others.
    private func muteEvents() -> [Bool] {
        var isMute = trace.calls.map(\.operation.hasEvent)
        for position in trace.calls.indices.reversed() where !isMute[position] && !isLeftOut(position) {
            var next = parent(of: position)
            while let above = next, isMute[above] {
                isMute[above] = false
                next = parent(of: above)
            }
        }
        return isMute
    }

    /// Those of them that there may be or not.
    private func pointlessEvents(_ isMute: [Bool], _ disposals: [Int: String]) -> [Bool] {
        var isPointless = [Bool](repeating: false, count: trace.calls.count)
        let isUsed = usedEvents()
        let patient = patientJoints()
        let seen = seenEnds()
        // When a node was disposed, and when it had its last event.
        var disposed: [Int: Int] = [:]
        var ended: [Int: Int] = [:]
        for (position, call) in trace.calls.enumerated() {
            guard let node = call.node, let top = sharedTop(of: position) else { continue }
            if call.operation == .dispose, disposed[node] == nil { disposed[node] = position }
            guard let event = call.event else { continue }
            if isMute[position], !isLeftOut(position) {
                let isLate = disposed[node] != nil || call.operation == .on && ended[node] != nil
                let isNeedless =
                    joint(takingIn: position, of: node).map { joint in
                        event.kind == .next
                            ? !isUsed[position] && tree.children(of: position).isEmpty : !patient.contains(joint)
                    } ?? false
                let isUnseen = event.kind != .next && disposals[top] != nil && !seen.contains(top)
                isPointless[position] = isLate || isNeedless || isUnseen
            }
            // An observer stops as it is told, a sink as it tells.
            let stops = nodes[node].map { trace.nodes[$0].role == .observer } ?? false ? Trace.Operation.on : .forwardOn
            if event.kind != .next, call.operation == stops, ended[node] == nil { ended[node] = position }
        }
        return isPointless
    }

    /// The joint that is handed an event: itself, or by one of the observers of its sources.
    private func joint(takingIn position: Int, of node: Int) -> Int? {
        guard trace.calls[position].operation == .on else { return nil }
        if crossings.joints.contains(node) { return node }
        guard let place = nodes[node], trace.nodes[place].role == .observer, let owner = trace.nodes[place].owner,
            crossings.joints.contains(owner)
        else { return nil }
        return owner
    }

    /// The joints that completed and cannot before each of their sources has.
    private func patientJoints() -> Set<Int> {
        let choosing: [Trace.Behavior] = [.ends, .drops, .selects, .switches]
        let patient = jointsThat { behaviors in
            !choosing.contains(where: behaviors.contains)
                && !(behaviors.contains(.combines) && behaviors.contains(.queues))
        }
        var completed: Set<Int> = []
        for call in trace.calls where call.operation == .forwardOn && call.event?.kind == .completed {
            if let node = call.node, patient.contains(node) { completed.insert(node) }
        }
        return completed
    }

    /// The user's subscriptions whose end a closure of the user's was told of.
    private func seenEnds() -> Set<Int> {
        var seen: Set<Int> = []
        for (position, call) in trace.calls.enumerated() where call.operation == .handler {
            guard let above = parent(of: position), let kind = trace.calls[above].event?.kind, kind != .next,
                let top = ownSubscription(of: above), crossings.shared[top] == top
            else { continue }
            seen.insert(top)
        }
        return seen
    }

    /// The calls that others name as those that handed in their elements.
    private func usedEvents() -> [Bool] {
        var isUsed = [Bool](repeating: false, count: trace.calls.count)
        for (position, call) in trace.calls.enumerated() where !isLeftOut(position) {
            if let origin = call.origin.flatMap({ tree.position(of: $0) }) { isUsed[origin] = true }
            for part in call.parts { if let part = tree.position(of: part) { isUsed[part] = true } }
        }
        return isUsed
    }

    /// How the user's code disposes subscriptions of its own, by their positions: by a bag or otherwise.
    private func usersDisposals() -> [Int: String] {
        var disposals: [Int: String] = [:]
        for (position, call) in trace.calls.enumerated() where call.operation == .dispose {
            guard let top = sharedTop(of: position) else { continue }
            var next = tree.parent(of: position)
            while let above = next, trace.calls[above].operation == .dispose { next = tree.parent(of: above) }
            if let next, [.deinit, .insert, .add].contains(trace.calls[next].operation) {
                let isBag = trace.calls[next].node.flatMap { nodes[$0] }.map { trace.nodes[$0].role == .bag } ?? false
                disposals[top] = disposals[top] ?? (isBag ? "bag" : "disposed")
            } else if isUsers(next) {
                disposals[top] = "disposed"
            }
        }
        return disposals
    }

    /// Whether what is called right below is called by the user's code.
    private func isUsers(_ above: Int?) -> Bool {
        guard let above else { return true }
        return trace.calls[above].operation.isUserCode || trace.calls[above].isWorkOfHop
    }

    /// A subscription that an event was not delivered to did not end by it; what is part of another ends with that.
    private mutating func noteEnds(_ isCut: [Bool], _ disposals: [Int: String]) {
        var delivered = [String?](repeating: nil, count: trace.subscriptions.count)
        for (position, call) in trace.calls.enumerated() where call.operation == .on && !isLeftOut(position) {
            guard let event = call.event, event.kind != .next, !isCut[position],
                let subscription = ownSubscription(of: position), delivered[subscription] == nil
            else { continue }
            delivered[subscription] = event.kind.name
        }
        for (position, subscription) in trace.subscriptions.enumerated() {
            guard let top = crossings.shared[position], let recorded = subscription.ended, recorded != "connection"
            else { continue }
            if let event = delivered[position] {
                ends[position] = event
            } else if position == top {
                ends[position] = disposals[top] ?? recorded
            } else if disposals[top] != nil || crossings.owners[position].map(crossings.joints.contains) ?? false,
                let parent = subscription.parent.flatMap({ subscriptions[$0] })
            {
                ends[position] = (ends[parent] ?? trace.subscriptions[parent].ended) ?? recorded
            }
        }
    }
}
