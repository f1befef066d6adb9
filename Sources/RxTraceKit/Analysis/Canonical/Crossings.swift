/// Where strands meet: the nodes and subscriptions of which chance decides on which strand they act.
struct Crossings {
    /// The nodes that take the events of several strands and pass them on: a merge, a zip.
    private(set) var joints: Set<Int> = []
    /// The nodes that take events on one strand and pass them on in work of their own, a step an event or several at
    /// once as it happens: `observe(on:)` a concurrent scheduler.
    private(set) var drains: Set<Int> = []
    /// For each subscription by position, the node that made it for itself; nil where the user's code did.
    private(set) var owners: [Int?]
    /// For each subscription by position, the user's subscription it is part of, where several strands act in that.
    private(set) var shared: [Int?]
    /// For each subscription by position, the subscribe that begins it; nil where that is not recorded.
    private(set) var homes: [Int?]
    /// For each of the user's subscriptions by position, the first of those with which it shares a source.
    private let sharers: [Int]

    /// The first of the user's subscriptions that share a source with one of them, which may be that itself.
    func first(sharing top: Int) -> Int { sharers[top] }

    init(_ trace: Trace, tree: CallTree, strands: Strands, subscriptions: IdentifierIndex) {
        var top = [Int](repeating: 0, count: trace.subscriptions.count)
        // A subscription is made in one with a smaller number, which so has its top already.
        for (position, subscription) in trace.subscriptions.enumerated() {
            let parent = subscription.parent.flatMap { subscriptions[$0] }
            top[position] = parent.map { $0 < position ? top[$0] : position } ?? position
        }
        sharers = Self.sharers(trace, subscriptions, top)
        var strandOfTop = [Strand](repeating: .none, count: trace.subscriptions.count)
        var isDisposal = [Bool](repeating: false, count: trace.calls.count)
        var strandsOfSubscription = [Set<Int>](repeating: [], count: trace.subscriptions.count)
        var owners = [Int?](repeating: nil, count: trace.subscriptions.count)
        var homes = owners
        var strandsOfEvents: [Int: Set<Int>] = [:]
        var strandsOfSteps: [Int: Set<Int>] = [:]
        for (position, call) in trace.calls.enumerated() {
            let above = tree.parent(of: position)
            isDisposal[position] = call.operation == .dispose || (above.map { isDisposal[$0] } ?? false)
            guard let subscription = call.subscription.flatMap({ subscriptions[$0] }) else { continue }
            let strand = Int(strands.ofCall[position])
            // Whoever disposes it acts in it too: two may be about to.
            strandOfTop[sharers[top[subscription]]].add(strand)
            // Which strand comes first to dispose is a matter of chance itself, and so is all that it does then.
            guard !isDisposal[position] else { continue }
            if call.event != nil { strandsOfSubscription[subscription].insert(strand) }
            if call.operation == .subscribe, homes[subscription] == nil {
                homes[subscription] = position
                owners[subscription] = Self.owner(of: subscription, subscribedAt: position, trace, tree)
            }
            guard let node = call.node else { continue }
            if call.operation == .on { strandsOfEvents[node, default: []].insert(strand) }
            if call.operation == .run, let above, strands.isHop[above] {
                strandsOfSteps[node, default: []].insert(strand)
            }
        }
        var strandsOfJoint: [Int: Set<Int>] = [:]
        for (subscription, owner) in owners.enumerated() {
            if let owner { strandsOfJoint[owner, default: []].formUnion(strandsOfSubscription[subscription]) }
        }
        for (node, strands) in strandsOfJoint where strands.union(strandsOfEvents[node] ?? []).count > 1 {
            joints.insert(node)
        }
        for (node, strands) in strandsOfSteps where !(strandsOfEvents[node] ?? []).subtracting(strands).isEmpty {
            drains.insert(node)
        }
        self.owners = owners
        self.homes = homes
        shared = top.map { [sharers] in strandOfTop[sharers[$0]] == .several ? $0 : nil }
    }

    /// Whether there are none: everything is then told where it was called.
    var isEmpty: Bool { joints.isEmpty && drains.isEmpty && shared.allSatisfy { $0 == nil } }

    private static func sharers(_ trace: Trace, _ subscriptions: IdentifierIndex, _ top: [Int]) -> [Int] {
        var sharers = Array(top.indices)
        let nodes = IdentifierIndex(trace.nodes)
        let isShared = trace.nodesWithRoles.map { $0.behaviors.contains(.shares) }
        var first: [Int: Int] = [:]
        for call in trace.calls where call.operation == .subscribe {
            guard let node = call.node, let position = nodes[node], isShared[position],
                let subscription = call.subscription.flatMap({ subscriptions[$0] })
            else { continue }
            let sharer = top[subscription]
            let known = first[node] ?? sharer
            first[node] = known
            // The one that is in fewer sources stands for it in all of them.
            if sharers[sharer] == sharer { sharers[sharer] = sharers[known] }
        }
        return sharers
    }

    /// The strands that act in a subscription, as far as that matters.
    private enum Strand: Equatable {
        case none
        case one(Int)
        case several

        mutating func add(_ strand: Int) {
            switch self {
            case .none: self = .one(strand)
            case .one(let known): if known != strand { self = .several }
            case .several: break
            }
        }
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
