/// Where strands meet: the nodes and subscriptions of which chance decides on which strand they act.
struct Crossings {
    /// The nodes that take the events of several strands and pass them on: a merge, a zip.
    private(set) var joins: Set<Int> = []
    /// The nodes that take events on one strand and pass them on in work of their own, a step an event or several at
    /// once as it happens: `observe(on:)` a concurrent scheduler.
    private(set) var drains: Set<Int> = []
    /// For each subscription by position, the node that made it for itself; nil where the user's code did.
    private(set) var owners: [Int?]
    /// For each subscription by position, the user's subscription it is part of, where several strands act in that.
    private(set) var shared: [Int?]

    /// - Parameter trace: a trace in its canonical form.
    init(_ trace: Trace, tree: CallTree, strands: Strands, subscriptions: IdentifierIndex) {
        var top = [Int](repeating: 0, count: trace.subscriptions.count)
        // A subscription is made in one with a smaller number, which so has its top already.
        for (position, subscription) in trace.subscriptions.enumerated() {
            let parent = subscription.parent.flatMap { subscriptions[$0] }
            top[position] = parent.map { $0 < position ? top[$0] : position } ?? position
        }
        var strandsOfTop = [Set<Int>](repeating: [], count: trace.subscriptions.count)
        var isDisposal = [Bool](repeating: false, count: trace.calls.count)
        var strandsOfSubscription = [Set<Int>](repeating: [], count: trace.subscriptions.count)
        var owners = [Int?](repeating: nil, count: trace.subscriptions.count)
        var strandsOfEvents: [Int: Set<Int>] = [:]
        var strandsOfSteps: [Int: Set<Int>] = [:]
        for (position, call) in trace.calls.enumerated() {
            let above = tree.parent(of: position)
            // On which strand something is disposed is a matter of chance itself.
            isDisposal[position] = call.operation == .dispose || (above.map { isDisposal[$0] } ?? false)
            guard !isDisposal[position], let subscription = call.subscription.flatMap({ subscriptions[$0] }) else {
                continue
            }
            let strand = strands.ofCall[position]
            strandsOfTop[top[subscription]].insert(strand)
            if call.event != nil { strandsOfSubscription[subscription].insert(strand) }
            if call.operation == .subscribe, owners[subscription] == nil {
                owners[subscription] = Self.owner(of: subscription, subscribedAt: position, trace, tree)
            }
            guard let node = call.node else { continue }
            if call.operation == .on { strandsOfEvents[node, default: []].insert(strand) }
            if call.operation == .run, let above, strands.isHop[above] {
                strandsOfSteps[node, default: []].insert(strand)
            }
        }
        var strandsOfJoin: [Int: Set<Int>] = [:]
        for (subscription, owner) in owners.enumerated() {
            if let owner { strandsOfJoin[owner, default: []].formUnion(strandsOfSubscription[subscription]) }
        }
        for (node, strands) in strandsOfJoin where strands.union(strandsOfEvents[node] ?? []).count > 1 {
            joins.insert(node)
        }
        for (node, strands) in strandsOfSteps where !(strandsOfEvents[node] ?? []).subtracting(strands).isEmpty {
            drains.insert(node)
        }
        self.owners = owners
        shared = top.map { strandsOfTop[$0].count > 1 ? $0 : nil }
    }

    /// The node that subscribed for itself: the one that acted in the outer subscription.
    private static func owner(of position: Int, subscribedAt call: Int, _ trace: Trace, _ tree: CallTree) -> Int? {
        guard let parent = trace.subscriptions[position].parent else { return nil }
        var next = tree.parent(of: call)
        while let above = next {
            if trace.calls[above].subscription == parent, let node = trace.calls[above].node,
                trace.calls[above].operation != .schedule, trace.calls[above].operation != .invoke
            {
                return node
            }
            next = tree.parent(of: above)
        }
        return nil
    }
}
