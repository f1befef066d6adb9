extension CausalChain.Side {
    /// - Parameters:
    ///   - steps: those that led to `call` on this side, the nearest first.
    ///   - isKept: whether it is a part that waited.
    init(_ kind: Kind, _ steps: [CausalChain.Step], of call: Trace.Call, isKept: Bool) {
        let first = kind == .trigger ? Self.trigger(in: steps) : 0
        let way = Array(steps[first...])
        let emission = way[0].event == nil ? nil : CausalChain.emission(way)
        self.init(
            kind: kind, call: way[0], emission: emission.flatMap { $0 == 0 ? nil : way[$0] },
            kept: isKept ? call.time(since: way[0].call) : nil)
    }

    private static let ofSubscribing: Set<Trace.Operation> = [.subscribe, .run, .connect, .schedule, .invoke]

    /// The first call outwards that says something to the user: work of a scheduler, an event, the outermost of a row of
    /// subscribes.
    private static func trigger(in steps: [CausalChain.Step]) -> Int {
        for (index, step) in steps.enumerated() {
            switch step.call.operation {
            case .invoke:
                // Work that stays on its thread only waits for the calls around it.
                let scheduler = index + 1 < steps.count ? steps[index + 1] : nil
                guard scheduler?.node?.behaviors.contains(.stays) == true else { return index }
            case .on, .handler, .connect: return index
            case .subscribe:
                let row = steps[index...].prefix { Self.ofSubscribing.contains($0.call.operation) }
                return row.lastIndex { $0.call.operation == .subscribe } ?? index
            default: break
            }
        }
        return 0
    }
}
