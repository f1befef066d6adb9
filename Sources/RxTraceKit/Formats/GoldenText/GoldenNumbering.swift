/// Gives the rows of a golden trace their places and numbers in the canonical form.
enum GoldenNumbering {
    /// - Parameters:
    ///   - told: a trace whose calls, objects and subscriptions stand in the order of the file and are named by their
    ///     places in it, and whose calls' threads are told by theirs; -1 for a node that is not known.
    ///   - threadID: the number of the first thread.
    static func numbered(_ told: Trace, threadID: Int) -> Trace {
        var trace = told
        let order = GoldenTree(told).order
        var idOfCall = [Int](repeating: 0, count: told.calls.count)
        for (rank, row) in order.enumerated() { idOfCall[row] = rank + 1 }
        var nodes = Numbers(count: told.nodes.count)
        var subscriptions = Numbers(count: told.subscriptions.count)
        for row in order {
            if let node = told.calls[row].node { nodes.give(to: node) }
            if let subscription = told.calls[row].subscription {
                subscriptions.give(to: subscription, after: told.subscriptions)
            }
        }
        for subscription in subscriptions.rows { nodes.give(to: told.subscriptions[subscription].node) }
        for subscription in told.subscriptions.indices {
            subscriptions.give(to: subscription, after: told.subscriptions)
        }
        for subscription in subscriptions.rows { nodes.give(to: told.subscriptions[subscription].node) }
        for node in told.nodes.indices { nodes.give(to: node) }

        trace.nodes = nodes.rows.enumerated().map { number, position in
            var node = told.nodes[position]
            node.id = number + 1
            return node
        }
        trace.subscriptions = subscriptions.rows.enumerated().map { number, position in
            var subscription = told.subscriptions[position]
            subscription.id = number + 1
            subscription.parent = subscription.parent.flatMap { subscriptions.ids[$0] }
            subscription.node = nodes.ids.indices.contains(subscription.node) ? nodes.ids[subscription.node] ?? 0 : 0
            return subscription
        }
        trace.calls = order.enumerated().map { rank, row in
            var call = told.calls[row]
            call.id = rank + 1
            call.thread += threadID
            call.parent = call.parent.map { idOfCall[$0] }
            call.cause = call.cause.map { idOfCall[$0] }
            call.origin = call.origin.map { idOfCall[$0] }
            call.parts = call.parts.map { idOfCall[$0] }
            call.node = call.node.flatMap { nodes.ids[$0] }
            call.subscription = call.subscription.flatMap { subscriptions.ids[$0] }
            return call
        }
        return trace
    }

    private struct Numbers {
        private(set) var ids: [Int?]
        private(set) var rows: [Int] = []

        init(count: Int) { ids = Array(repeating: nil, count: count) }

        mutating func give(to row: Int) {
            guard ids.indices.contains(row), ids[row] == nil else { return }
            rows.append(row)
            ids[row] = rows.count
        }

        /// Those that a subscription was made in come first.
        mutating func give(to row: Int, after all: [Trace.Subscription]) {
            var chain: [Int] = []
            var next: Int? = row
            while let current = next, ids[current] == nil, chain.count <= all.count {
                chain.append(current)
                next = all[current].parent
            }
            for current in chain.reversed() { give(to: current) }
        }
    }
}
