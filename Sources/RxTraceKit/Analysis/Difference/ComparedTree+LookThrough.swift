extension ComparedTree {
    /// Takes the calls of some nodes, by position, out of the tree: the calls below them take their place.
    ///
    /// The calls by which a subscription begins stay, for there is one whatever the chain: of the operator that is next
    /// in the chain, they go instead.
    mutating func lookThrough(_ nodesLookedThrough: Set<Int>) {
        guard !nodesLookedThrough.isEmpty else { return }
        var isThrough = [Bool](repeating: false, count: items.count)
        var pending: Set<Int> = []
        var stack = [(item: 0, isBelowThrough: false)]
        var order: [Int] = []
        while let (item, isBelowThrough) = stack.popLast() {
            order.append(item)
            if let position = items.call(of: item) {
                let call = trace.calls[position]
                let isPart = call.node.flatMap { nodes[$0] }.map(nodesLookedThrough.contains) ?? false
                isThrough[item] = isPart
                switch call.operation {
                case .subscribe:
                    guard let subscription = call.subscription else { break }
                    if isPart, isBeginning(position) {
                        isThrough[item] = false
                        pending.insert(subscription)
                    } else if !isPart, pending.remove(subscription) != nil {
                        isThrough[item] = true
                    }
                case .schedule, .invoke: isThrough[item] = isPart || isBelowThrough
                default: break
                }
            }
            stack += items.children(of: item).reversed().map { ($0, isThrough[item]) }
        }
        for item in order where !isThrough[item] {
            guard items.children(of: item).contains(where: { isThrough[$0] }) else { continue }
            var kept: [Int] = []
            var through: [(before: Int, item: Int)] = []
            var pending = Array(items.children(of: item).reversed())
            while let child = pending.popLast() {
                guard isThrough[child] else {
                    kept.append(child)
                    continue
                }
                through.append((kept.count, child))
                pending += items.children(of: child).reversed()
            }
            items.setChildren(kept, of: item)
            lookedThrough[item] = through
        }
    }

    /// Whether a subscribe is the first of its subscription, or made by that for the same observable.
    private func isBeginning(_ position: Int) -> Bool {
        let call = trace.calls[position]
        guard let subscription = call.subscription.flatMap({ subscriptions[$0] }), let home = homes[subscription] else {
            return false
        }
        return home == position || links.parent(of: position) == home && trace.calls[home].node == call.node
    }
}
