/// The closure that ran last elsewhere, between a hop and the element that the hop's work sent.
///
/// The hop made the work run; whether the element came along with it, no call tells. A thread that waits at a semaphore or a
/// task that reads a stream is handed its elements later, by other code.
enum MeanwhileClosure {
    /// The most calls before the element that are looked at.
    private static let limit: UInt32 = 1000

    /// - Parameter emission: the step at which the chain's event came into being.
    /// - Returns: the closure's call and those that led to it, the nearest first; nil where the element came by no hop, and
    ///   where nothing else ran.
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    static func of(
        _ steps: [CausalChain.Step], emittedAt emission: Int, _ links: some CausalLinkSource, in source: any TraceSource
    ) throws -> [Trace.Call]? {
        guard emission + 2 < steps.count, steps[emission].event?.kind == .next,
            steps[emission + 1].call.operation == .invoke, steps[emission + 2].call.operation == .hop,
            let sent = links.position(of: steps[emission].call.id),
            let hop = links.position(of: steps[emission + 2].call.id), hop < sent
        else { return nil }
        let first = max(hop + 1, sent > limit ? sent - limit : 0)
        let calls = try CausalWay.calls(at: first..<sent, in: source)
        for (position, call) in zip(first..<sent, calls).reversed() where call.operation == .handler {
            guard try !isBelow(hop, position, links) else { continue }
            let way = try links.way(from: position, limit: CausalWay.sideLimit.calls)
            return try CausalWay.calls(at: way, in: source)
        }
        return nil
    }

    /// Whether a hop led to the call at a position.
    private static func isBelow(_ hop: UInt32, _ position: UInt32, _ links: some CausalLinkSource) throws -> Bool {
        var next = try links.trigger(of: position)
        while let one = next, one > hop { next = try links.trigger(of: one) }
        return next == hop
    }
}
