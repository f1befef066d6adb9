/// The causal parent of each call, gathered while the calls go by: four bytes per call.
struct CausalLinks {
    private var positions = CallPositions()
    /// The position of what each call hangs below, plus one.
    private var above: [UInt32] = []

    init(capacity: Int) {
        above.reserveCapacity(capacity)
    }

    mutating func add(_ call: Trace.Call) {
        positions.append(call.id)
        above.append(positions.above(call).map { UInt32($0) + 1 } ?? 0)
    }

    /// The positions on the way from a call back to the root, the call itself first; nil where no call has the id.
    func way(to id: Int) -> [UInt32]? {
        guard let target = positions[id] else { return nil }
        var way = [UInt32(target)]
        while let last = way.last, above[Int(last)] > 0 { way.append(above[Int(last)] - 1) }
        return way
    }
}

/// The calls on the way from a call back to the root of its causal tree, the call itself first, and the observables
/// their sinks work for.
struct CausalWay {
    private(set) var calls: [Trace.Call] = []
    private(set) var owners: OperatorOwners
    private(set) var omitted: (count: Int, before: Int)?

    /// - Returns: nil where no call has the id.
    init?(to id: Int, _ links: CausalLinks, in source: any TraceSource) throws {
        guard var way = links.way(to: id) else { return nil }
        if way.count > CausalChain.limit {
            let half = CausalChain.limit / 2
            omitted = (way.count - 2 * half, half)
            way.removeSubrange(half..<way.count - half)
        }
        var owners = OperatorOwners(nodes: source.nodes)
        var calls: [Trace.Call] = []
        calls.reserveCapacity(way.count)
        var position: UInt32 = 0
        try source.forEachCall { call in
            owners.add(call)
            if way.last == position {
                calls.append(call)
                way.removeLast()
            }
            position += 1
        }
        self.calls = calls.reversed()
        self.owners = owners
    }
}
