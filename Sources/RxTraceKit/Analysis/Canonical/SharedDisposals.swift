// The disposals of subscriptions that several strands act in.
extension CanonicalPlaces {
    /// A thing that is disposed, once for each subscription of the user's.
    private enum Disposed: Hashable {
        case node(Int)
        case kind(type: String, site: Trace.Site?, name: String?, top: Int)
    }

    mutating func placeDisposals() {
        var isDisposal = [Bool](repeating: false, count: trace.calls.count)
        var told: [Disposed: Int] = [:]
        let homesOfBags = homesOfBags()
        let firstUses = firstUses()
        for (position, call) in trace.calls.enumerated() where !isLeftOut(position) {
            let above = tree.parent(of: position)
            if call.operation == .dispose, let own = sharedTop(of: position) {
                let (disposed, isHelper) = disposed(call, in: own, firstUses)
                // Whose it is that holds what several share is as much a matter of timing.
                let top = isHelper ? crossings.first(sharing: own) : own
                guard let home = crossings.homes[top] else { continue }
                isDisposal[position] = true
                if isStep(call) {
                    leaveOut(position)
                    continue
                }
                if isHelper { tell(position, in: top) }
                if let known = told[disposed] {
                    // Which of several is told is settled by the calls that name them, if any.
                    if isHelper { add(position, standingFor: known, firstUses) }
                    leaveOut(position)
                    continue
                }
                told[disposed] = position
                if isHelper { add(position, standingFor: position, firstUses) }
                put(position, below: home, as: .disposal)
            } else if let above, isDisposal[above] {
                // The user's closure that was run by it, by whoever came first.
                guard let home = sharedTop(of: above).flatMap({ crossings.homes[$0] }) else { continue }
                put(position, below: home, as: .disposal)
            } else if call.operation == .deinit, let home = call.node.flatMap({ homesOfBags[$0] }) {
                put(position, below: home, as: .disposal)
            }
        }
    }

    /// The user's subscription that a call is part of, where several strands act in that.
    func sharedTop(of position: Int) -> Int? { ownSubscription(of: position).flatMap { crossings.shared[$0] } }

    private func disposed(_ call: Trace.Call, in top: Int, _ uses: [Int32]) -> (Disposed, isHelper: Bool) {
        let top = crossings.first(sharing: top)
        guard let position = call.node.flatMap({ nodes[$0] }) else {
            return (.kind(type: call.type ?? "", site: nil, name: nil, top: top), true)
        }
        let node = trace.nodes[position]
        switch node.role {
        // One that runs a closure of the user's is known by that.
        case .disposable where uses[position] != .max: return (.node(node.id), false)
        // How many disposables it takes to hold one piece of work after the other is a matter of timing.
        case .disposable, .item, .scheduler:
            return (.kind(type: node.type, site: node.site, name: node.name, top: top), true)
        default: return (.node(node.id), false)
        }
    }

    /// Whether a step of a recursion is disposed: one that began before anybody held it, nobody disposes.
    private func isStep(_ call: Trace.Call) -> Bool {
        call.node.flatMap { nodes[$0] }.map { trace.nodes[$0].behaviors.contains(.step) } ?? false
    }

    /// For each node by position, the first call on it that disposes nothing.
    private func firstUses() -> [Int32] {
        var uses = [Int32](repeating: .max, count: trace.nodes.count)
        for (position, call) in trace.calls.enumerated() where call.operation != .dispose && !isLeftOut(position) {
            guard let node = call.node.flatMap({ nodes[$0] }), uses[node] == .max else { continue }
            uses[node] = Int32(position)
        }
        return uses
    }

    private mutating func add(_ position: Int, standingFor told: Int, _ uses: [Int32]) {
        guard let node = trace.calls[position].node.flatMap({ nodes[$0] }) else { return }
        likes[told, default: []].append((node, uses[node] == .max ? nil : Int(uses[node])))
    }

    /// The subscribes below which the ends of bags hang, by the bags' nodes: the first that each holds of those that
    /// several strands act in. Which of them lets go of it last is a matter of timing.
    private func homesOfBags() -> [Int: Int] {
        var homes: [Int: Int] = [:]
        for call in trace.calls where call.operation == .insert {
            guard let bag = call.node, homes[bag] == nil, let position = nodes[bag],
                trace.nodes[position].role == .bag
            else { continue }
            homes[bag] = call.subscription.flatMap { subscriptions[$0] }.flatMap { crossings.shared[$0] }
                .flatMap { crossings.homes[$0] }
        }
        return homes
    }
}
