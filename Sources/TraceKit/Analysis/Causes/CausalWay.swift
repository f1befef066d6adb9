/// The calls on the way from a call back to the root of its causal tree, the call itself first.
struct CausalWay {
    private(set) var calls: [Trace.Call] = []
    private(set) var omitted: (count: Int, before: Int)?

    init(to id: Int, in source: any TraceSource) throws {
        var positions = CallPositions()
        /// The position of what each call hangs below, plus one.
        var above: [UInt32] = []
        above.reserveCapacity(source.callCount)
        var target: Int?
        try source.forEachCall { call in
            // What comes after the call cannot have led to it.
            guard target == nil else { return }
            let position = positions.append(call.id)
            above.append(positions.above(call).map { UInt32($0) + 1 } ?? 0)
            if call.id == id { target = position }
        }
        guard let target else { return }
        var way = [UInt32(target)]
        while let last = way.last, above[Int(last)] > 0 { way.append(above[Int(last)] - 1) }
        if way.count > CausalChain.limit {
            let half = CausalChain.limit / 2
            omitted = (way.count - 2 * half, half)
            way.removeSubrange(half..<way.count - half)
        }
        var position: UInt32 = 0
        calls.reserveCapacity(way.count)
        try source.forEachCall { call in
            if way.last == position {
                calls.append(call)
                way.removeLast()
            }
            position += 1
        }
        calls.reverse()
    }
}
