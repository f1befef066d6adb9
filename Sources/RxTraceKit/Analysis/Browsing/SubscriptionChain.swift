/// The calls that a picture of one subscription needs.
package enum SubscriptionChain {
    /// The calls of a subscription, of those made within it, of all that led to these, and what the subjects among them were
    /// sent besides.
    ///
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    /// - Complexity: holds all calls in memory while it looks for them.
    package static func calls(of id: Int, in source: any TraceSource) throws -> any TraceSource {
        let family = source.subscriptions(within: [id])
        var trace = try source.trace()
        var kept = CallsWithCauses(trace.calls)
        kept.keep { $0.subscription.map(family.contains) ?? false }
        let named = Set(kept.calls.compactMap(\.node))
        let subjects = named.filter { source.nodes[id: $0]?.role == .subject }
        kept.keep { call in
            guard let node = call.node else { return false }
            return subjects.contains(node) && call.event != nil
        }
        let made = named.union(named.compactMap { source.nodes[id: $0]?.owner })
        kept.keep { $0.operation == .create && $0.node.map(made.contains) ?? false }
        trace.calls = kept.calls
        trace.subscriptions.removeAll { !family.contains($0.id) }
        for index in trace.calls.indices where trace.calls[index].subscription.map(family.contains) == false {
            trace.calls[index].subscription = nil
        }
        return TraceInMemory(trace)
    }
}

/// Some of the calls of a trace, with all that led to them.
private struct CallsWithCauses {
    private let all: [Trace.Call]
    private let index: IdentifierIndex
    private var isKept: [Bool]

    init(_ calls: [Trace.Call]) {
        all = calls
        index = IdentifierIndex(calls)
        isKept = Array(repeating: false, count: calls.count)
    }

    var calls: [Trace.Call] { all.indices.filter { isKept[$0] }.map { all[$0] } }

    mutating func keep(_ isWanted: (Trace.Call) -> Bool) {
        // What leads to a call comes before it.
        for position in all.indices.reversed() {
            let call = all[position]
            if isWanted(call) { isKept[position] = true }
            guard isKept[position] else { continue }
            for id in [call.parent, call.cause, call.origin].compactMap({ $0 }) + call.parts {
                if let other = index[id], other < position { isKept[other] = true }
            }
        }
    }
}
