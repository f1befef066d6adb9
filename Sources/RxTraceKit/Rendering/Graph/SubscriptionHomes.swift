/// The subscription each node belongs to: the innermost one around all calls that name the node. Schedulers, bags and
/// watched objects belong to none.
struct SubscriptionHomes {
    /// For each node, the position of its subscription; -1 where it belongs to none, or to several that share none.
    private(set) var home: [Int]
    /// For each subscription, the position of the one around it; -1 for those the user made.
    let parents: [Int]
    private let depths: [Int]

    init(_ trace: Trace, nodes: IdentifierIndex) {
        let subscriptions = IdentifierIndex(trace.subscriptions)
        var parents: [Int] = []
        var depths: [Int] = []
        for (position, one) in trace.subscriptions.enumerated() {
            // A subscription is made after the one around it; anything else in a foreign trace is not followed.
            let parent = one.parent.flatMap { subscriptions[$0] }.flatMap { $0 < position ? $0 : nil } ?? -1
            parents.append(parent)
            depths.append(parent < 0 ? 0 : depths[parent] + 1)
        }
        self.parents = parents
        self.depths = depths
        let unknown = -2
        home = Array(repeating: unknown, count: trace.nodes.count)
        for call in trace.calls where call.operation != .create {
            guard let node = call.node.flatMap({ nodes[$0] }), home[node] != -1,
                let subscription = call.subscription.flatMap({ subscriptions[$0] })
            else { continue }
            home[node] = home[node] == unknown ? subscription : common(home[node], subscription)
        }
        for (position, node) in trace.nodes.enumerated() {
            let isShared = node.role == .scheduler || node.role == .bag || node.role == .object
            if isShared || home[position] == unknown { home[position] = -1 }
        }
    }

    /// The innermost subscription around both; -1 where there is none.
    private func common(_ one: Int, _ other: Int) -> Int {
        var (left, right) = (one, other)
        while left != right {
            guard left >= 0, right >= 0 else { return -1 }
            if depths[left] >= depths[right] { left = parents[left] } else { right = parents[right] }
        }
        return left
    }
}
