/// Writes a ``CausalChain`` as one JSON object: the calls of the chain with the trace's facts about them.
public struct CausalChainJSON: Sendable {
    public init() {}

    public func render(
        _ chain: CausalChain, match: EventQuery.Match, of source: any TraceSource, to output: TextOutput
    ) throws {
        var object = try JSONObjectWriter(output)
        try object.add("scenario", source.scenario)
        try object.add("event", match.call)
        try object.add("match", match.ordinal)
        try object.add("matches", match.count)
        try object.add("emission", chain.emission.map { chain.steps[$0].call.id })
        try object.add("omitted", chain.omitted?.count)
        try object.add("steps", chain.steps, indent: 1) { step, row in
            var call = step.call
            call.event = step.event
            call.type = step.call.type ?? step.node?.type
            try row.addMembers(of: call, times: true)
            try row.add("waited", step.waited)
            try row.addSite(step.site)
        }
        try object.add("subscriptions", chain.subscriptions, indent: 1) { try $1.addMembers(of: $0) }
        try object.close()
        try output.write("\n")
    }
}
