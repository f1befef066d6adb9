extension Trace {
    /// A contradiction in the trace, in words; nil if there is none.
    ///
    /// In a consistent trace every id is given once and every id that is named exists. The parent of a call or a
    /// subscription has a smaller id than itself, which leaves no room for a circle.
    func inconsistency() -> String? {
        let threadIndex = IdentifierIndex(threads)
        let nodeIndex = IdentifierIndex(nodes)
        let subscriptionIndex = IdentifierIndex(subscriptions)
        let callIndex = IdentifierIndex(calls)
        let indexes = [
            ("thread", threadIndex), ("node", nodeIndex), ("subscription", subscriptionIndex), ("call", callIndex),
        ]
        for (kind, index) in indexes {
            if let id = index.duplicate { return "there are two with the id of \(kind) \(id)" }
        }

        func missing(_ kind: String, _ id: Int?, _ index: IdentifierIndex) -> String? {
            guard let id, index[id] == nil else { return nil }
            return "names \(kind) \(id), which is not in the trace"
        }
        func misplaced(_ role: String, _ above: Int?, of id: Int) -> String? {
            guard let above, above >= id else { return nil }
            return "has \(above) for a \(role), which is not before it"
        }

        for node in nodes {
            if let problem = missing("node", node.owner, nodeIndex) { return "node \(node.id) \(problem)" }
        }
        for subscription in subscriptions {
            let problems = [
                missing("node", subscription.node, nodeIndex),
                missing("subscription", subscription.parent, subscriptionIndex),
                misplaced("parent", subscription.parent, of: subscription.id),
            ]
            for case let problem? in problems { return "subscription \(subscription.id) \(problem)" }
        }
        for call in calls {
            let problems = [
                missing("thread", call.thread, threadIndex),
                missing("node", call.node, nodeIndex),
                missing("subscription", call.subscription, subscriptionIndex),
                missing("call", call.parent, callIndex),
                missing("call", call.cause, callIndex),
                missing("call", call.origin, callIndex),
                misplaced("parent", call.parent, of: call.id),
                misplaced("cause", call.cause, of: call.id),
                call.origin == call.id ? "has itself for an origin" : nil,
                missing("node", call.disposable, nodeIndex),
            ]
            for case let problem? in problems { return "call \(call.id) \(problem)" }
            for part in call.parts {
                if let problem = missing("call", part, callIndex) { return "call \(call.id) \(problem)" }
            }
        }
        return nil
    }
}
