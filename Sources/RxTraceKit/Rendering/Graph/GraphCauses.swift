/// By what each step of a graph came about, as far as the order of its numbers does not tell it.
struct GraphCauses {
    /// For each step, the place of the one that it came within; nil for none.
    private(set) var outer: [Int?]
    /// For each step, the event by which an operator subscribed, disposed of something or ran a closure, or the work in which
    /// it did; nil where another step of that kind, or nothing, came before it.
    private(set) var reasons: [Int?]
    /// For each call, the place of the last step of it, or of the nearest call around it that has one; -1 for none.
    private var inner: [Int32]

    init(_ made: GraphEdges, in trace: Trace, _ positions: IdentifierIndex) {
        outer = Array(repeating: nil, count: made.steps.count)
        reasons = outer
        inner = Array(repeating: -1, count: trace.calls.count)
        /// By box, the step by which it sent its end.
        var ends: [Int: Int] = [:]
        var next = 0
        for (position, call) in trace.calls.enumerated() {
            let above = (call.cause ?? call.parent).flatMap { positions[$0] }.flatMap { $0 < position ? $0 : nil }
            let around = above.map { inner[$0] } ?? -1
            inner[position] = around
            while next < made.steps.count, made.steps[next].call == position {
                let way = made.edges[made.steps[next].edge].way
                if around >= 0 {
                    outer[next] = Int(around)
                    reasons[next] = Self.reason(for: way, within: Int(around), ends, made)
                }
                if way.kind == .event, call.eventKind != .next { ends[way.from] = next }
                if way.kind != .drop, way.kind != .kept { inner[position] = Int32(next) }
                next += 1
            }
        }
    }

    /// The place of the last step of a call, or of the nearest call around it that has one.
    func step(around call: Int) -> Int? { inner[call] < 0 ? nil : Int(inner[call]) }

    private static func reason(
        for way: GraphEdges.Way, within around: Int, _ ends: [Int: Int], _ made: GraphEdges
    ) -> Int? {
        guard [.subscribe, .dispose, .act].contains(way.kind) else { return nil }
        let outer = made.edges[made.steps[around].edge].way
        switch outer.kind {
        case .event, .invoke: return around
        case .subscribe where way.kind != .subscribe && outer.to == way.from:
            // It has ended before it was subscribed to all through.
            return ends[way.from].flatMap { $0 > around ? $0 : nil }
        default: return nil
        }
    }
}
