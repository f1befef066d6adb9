/// Writes a ``CausalChain`` as one JSON object: the calls of the chain with the trace's facts about them.
public struct CausalChainJSON: Sendable {
    /// Makes a renderer.
    public init() {}

    /// Writes the chain of an event that was found.
    public func render(
        _ chain: CausalChain, match: EventQuery.Match, of source: any TraceSource, to output: TextOutput
    ) throws {
        var object = JSONObjectWriter(output)
        try object.begin()
        try object.add("scenario", source.scenario)
        try object.add("event", match.call)
        try object.add("match", match.ordinal)
        try object.add("matches", match.count)
        try object.add("emission", chain.emission.map { chain.steps[$0].call.id })
        try object.add("omitted", chain.omitted?.count)
        try object.add("steps", chain.steps, indent: 1) { step, row in
            try row.addMembers(of: step)
            try row.add("waited", step.waited)
            try row.add("kept", step.kept)
            try row.add("elementsBefore", step.elementsBefore)
            if !step.sides.isEmpty { try row.add("sides", step.sides, indent: 2) { try $1.addMembers(of: $0) } }
        }
        try object.add("subscriptions", chain.subscriptions, indent: 1) { try $1.addMembers(of: $0) }
        try object.end()
        try output.write("\n")
    }
}

extension JSONObjectWriter {
    /// The call, with the event, the type and the place that it has in the chain.
    mutating func addMembers(of step: CausalChain.Step) throws {
        var call = step.call
        call.event = step.event
        call.type = step.call.type ?? step.node?.type
        call.site = step.site
        try addMembers(of: call, times: true)
        try add("variable", step.node?.variable)
    }

    fileprivate mutating func addMembers(of side: CausalChain.Side) throws {
        switch side.kind {
        case .trigger: try add("kind", "trigger")
        case .part(let number, let count):
            try add("kind", "part")
            try add("part", number)
            try add("parts", count)
        case .end: try add("kind", "end")
        case .meanwhile: try add("kind", "meanwhile")
        }
        try add("call") {
            try $0.addMembers(of: side.call)
            try $0.add("waited", side.call.waited)
        }
        if let emission = side.emission {
            try add("emission") { try $0.addMembers(of: emission) }
        }
        try add("kept", side.kept)
    }
}
