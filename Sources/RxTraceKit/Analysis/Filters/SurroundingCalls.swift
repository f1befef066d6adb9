/// The calls above a call, and its siblings.
struct SurroundingCalls {
    /// The position of the call they surround; nil where the trace has no such call.
    private(set) var center: Int?
    private(set) var calls: Set<Int> = []

    init(_ source: any TraceSource, _ wanted: TraceFilter.Surroundings) throws {
        var positions = CallPositions()
        /// The position of each call's causal parent, plus one.
        var above: [UInt32] = []
        above.reserveCapacity(source.callCount)
        try source.forEachCall { call in
            let position = positions.append(call.id)
            above.append(positions.above(call).map { UInt32($0) + 1 } ?? 0)
            if call.id == wanted.call { center = position }
        }
        guard let center else { return }
        func siblings(_ range: some Sequence<Int>) -> some Sequence<Int> {
            range.lazy.filter { above[$0] == above[center] }.prefix(wanted.siblings)
        }
        calls = Set(siblings((0..<center).reversed())).union(siblings(center + 1..<above.count))
        var next = center
        calls.insert(center)
        while above[next] > 0 {
            next = Int(above[next]) - 1
            calls.insert(next)
        }
    }
}
