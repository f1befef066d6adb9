/// In which layer the label of each edge stands: between two ranks of boxes there are as many as hold the labels side by
/// side.
struct LabelLayers {
    /// For each edge, the layer of its label.
    private(set) var layers: [Int] = []
    /// By rank, the layer of its boxes.
    private var bases: [Int] = []

    func layer(ofRank rank: Int) -> Int { bases[rank] }

    init(_ graph: LayeredGraph, limit: Double) {
        let count = (graph.ranks.max() ?? 0) + 1
        // By gap below a rank, how much room its labels take; an edge takes the emptiest gap it passes, the middle one of
        // several.
        var loads = [Double](repeating: 0, count: count)
        let gaps = graph.edges.map { edge -> Int in
            let (first, last) = (graph.ranks[edge.upper], graph.ranks[edge.lower])
            let middle = (first + last - 1) / 2
            let all = first < last ? Array(first..<last) : [first]
            let gap = all.min { (loads[$0], abs($0 - middle)) < (loads[$1], abs($1 - middle)) } ?? first
            loads[gap] += Self.room(edge)
            return gap
        }
        var used = Array(repeating: [0.0], count: count)
        var within: [Int] = []
        for (edge, gap) in zip(graph.edges, gaps) {
            let isInOneRank = graph.ranks[edge.upper] == graph.ranks[edge.lower]
            let room = Self.room(edge)
            // A bow hangs in the first.
            let free = isInOneRank ? 0 : used[gap].firstIndex { $0 == 0 || $0 + room <= limit }
            let layer = free ?? used[gap].count
            if layer == used[gap].count { used[gap].append(0) }
            used[gap][layer] += room
            within.append(layer)
        }
        var next = 0
        for gap in 0..<count {
            bases.append(next)
            next += 1 + used[gap].count
        }
        layers = zip(gaps, within).map { bases[$0.0] + 1 + $0.1 }
    }

    private static func room(_ edge: LayeredGraph.Edge) -> Double { edge.label.width + 12 }
}
