/// The calls along an edge of a page's graph: those of the page's ways that it holds, and the others.
struct EdgeCalls {
    /// The places of the ways.
    private(set) var ways: [Int] = []
    /// The positions of the other calls, in the order of time.
    private(set) var others: [Int] = []

    /// - Parameters:
    ///   - edges: those of the graph.
    ///   - calls: for each, the positions of its calls in the order of time.
    ///   - ways: the page's. Of one kind, a call went along one of them.
    ///   - callCount: how many calls the page holds.
    static func of(
        _ edges: [GraphPicture.Edge], _ calls: [[Int]], ways: [PageChains.Way], callCount: Int
    ) -> [EdgeCalls] {
        var wayOfCall: [GraphEdges.Kind: [Int32]] = [:]
        for (place, way) in ways.enumerated() where !way.calls.isEmpty {
            for call in way.calls {
                wayOfCall[way.edge.kind, default: Array(repeating: -1, count: callCount)][call] = Int32(place)
            }
        }
        return zip(edges, calls).map { edge, calls in
            guard let wayOfCall = edge.kind.flatMap({ wayOfCall[$0] }) else { return EdgeCalls(others: calls) }
            return EdgeCalls(calls, ways, wayOfCall)
        }
    }

    private init(others: [Int]) {
        self.others = others
    }

    /// Those ways stand for their calls of which all are here.
    private init(_ calls: [Int], _ ways: [PageChains.Way], _ wayOfCall: [Int32]) {
        var counts: [Int32: Int] = [:]
        for call in calls where wayOfCall[call] >= 0 { counts[wayOfCall[call], default: 0] += 1 }
        let whole = counts.filter { ways[Int($0.key)].calls.count == $0.value }
        self.ways = whole.keys.sorted().map(Int.init)
        others = calls.filter { whole[wayOfCall[$0]] == nil }
    }
}
