/// After which ends the sources on a causal chain were subscribed to, by operators that go on to another source when one has
/// ended: `concat`, `catch`, `retry`.
///
/// Who sends into such a source says why an event came; only the end of the source before it says why anybody listened.
/// The subscribe is made in the call that handed the operator the end, or in work which that asked for: the causes of the
/// subscribe lead to the end.
struct SourceEnds {
    /// An end that led to a subscription.
    struct End {
        /// The step of the chain at which the subscription's events are first.
        var step: Int
        /// The call that handed the operator the end, and those that led to it.
        var calls: [Trace.Call]
    }

    /// The most subscriptions of a chain that are looked at.
    private static let limit = 20

    private var operators: OperatorSources

    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    static func of(
        _ steps: [CausalChain.Step], _ links: some CausalLinkSource, in source: any TraceSource
    ) throws -> [End] {
        let told = Set(steps.map(\.call.id) + steps.flatMap(\.sides).map(\.call.call.id))
        var found: [(step: Int, positions: [UInt32])] = []
        var seen = Set<Int>()
        for (index, step) in steps.enumerated() where found.count < limit {
            guard let subscription = step.call.subscription, source.subscriptions[id: subscription]?.parent != nil,
                seen.insert(subscription).inserted, let subscribe = try links.subscribe(of: subscription)
            else { continue }
            found.append((index, try links.triggers(from: subscribe, limit: CausalWay.sideLimit.calls)))
        }
        var calls = try CausalWay.calls(at: found.flatMap(\.positions), in: source)[...]
        var search = SourceEnds(operators: OperatorSources(source))
        var ends: [(step: Int, way: [UInt32])] = []
        for (step, positions) in found {
            let led = Array(calls.prefix(positions.count))
            calls = calls.dropFirst(positions.count)
            guard let end = search.end(in: led), !told.contains(led[end].id) else { continue }
            // The subscribe itself says it best.
            let subscribe = steps.firstIndex { $0.call.id == led[0].id }
            ends.append((subscribe ?? step, try links.way(from: positions[end], limit: CausalWay.sideLimit.calls)))
        }
        calls = try CausalWay.calls(at: ends.flatMap(\.way), in: source)[...]
        return ends.map { step, way in
            defer { calls = calls.dropFirst(way.count) }
            return End(step: step, calls: Array(calls.prefix(way.count)))
        }
    }

    /// The place of the call that handed an end to the operator which subscribed; nil where no end led there.
    ///
    /// - Parameter led: the subscribe, and the calls that made it run.
    private mutating func end(in led: [Trace.Call]) -> Int? {
        var asker: Int?
        for (place, call) in led.enumerated().dropFirst() {
            guard let sink = operators.sink(of: call.node) else { continue }
            let asking = asker ?? sink
            asker = asking
            let behaviors = operators.behaviors(of: asking)
            guard behaviors.contains(.continues) || behaviors.contains(.retries) else { return nil }
            guard call.operation == .on, sink == asking, let kind = call.eventKind else { continue }
            if kind != .next { return place }
            // An element of its own, a source to be subscribed to, made it go on.
            if behaviors.contains(.follows) { return nil }
        }
        return nil
    }
}
