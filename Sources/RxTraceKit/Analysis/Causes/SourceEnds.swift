/// After which ends the sources on a causal chain were subscribed to, by operators that go on to the next source when one has
/// ended: `concat`, `catch`, `retry`.
///
/// Who sends into such a source says why an event came; only the end of the source before it says why anybody listened.
struct SourceEnds {
    /// An end that led to a subscription.
    struct End {
        /// The step of the chain at which the subscription's events are first.
        var step: Int
        /// The id of the call that handed the operator the end.
        var call: Int
    }

    private var wanted: Set<Int>
    private var operators: OperatorSources
    /// By sink, the last call that handed it or its inner observers an event, if that was an end.
    private var ends: [Int: Int] = [:]
    /// By subscription, the call that subscribed and the end before it.
    private var found: [Int: (subscribe: Int, end: Int)] = [:]

    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    static func of(_ steps: [CausalChain.Step], in source: any TraceSource) throws -> [End] {
        let inner = Set(steps.lazy.compactMap(\.call.subscription)).filter {
            source.subscriptions[id: $0]?.parent != nil
        }
        guard !inner.isEmpty else { return [] }
        var ends = SourceEnds(inner, source)
        try source.forEachCall { ends.add($0) }
        return ends.along(steps)
    }

    private init(_ wanted: Set<Int>, _ source: any TraceSource) {
        self.wanted = wanted
        operators = OperatorSources(source)
    }

    private mutating func add(_ call: Trace.Call) {
        operators.add(call)
        switch call.operation {
        case .on:
            guard let kind = call.eventKind, let sink = operators.sink(of: call.node),
                operators.behaviors(of: sink).contains(.continues)
            else { return }
            ends[sink] = kind == .next ? nil : call.id
        case .subscribe:
            guard let subscription = call.subscription, wanted.remove(subscription) != nil,
                let asker = operators.asker(of: subscription), let end = ends[asker]
            else { return }
            found[subscription] = (call.id, end)
        default: break
        }
    }

    private func along(_ steps: [CausalChain.Step]) -> [End] {
        let calls = Set(steps.map(\.call.id))
        let told = Set(steps.flatMap(\.sides).map(\.call.call.id))
        var places: [Int: Int] = [:]
        for (place, step) in steps.enumerated() {
            guard let subscription = step.call.subscription, let found = found[subscription] else { continue }
            // The subscribe itself says it best, else what came through it first.
            guard places[subscription].map({ steps[$0].call.id != found.subscribe }) ?? true else { continue }
            places[subscription] = place
        }
        return places.sorted { $0.value < $1.value }.compactMap { subscription, place in
            guard let end = found[subscription]?.end, !calls.contains(end), !told.contains(end) else { return nil }
            return End(step: place, call: end)
        }
    }
}
