/// Which layer each box of a graph is in, by the way its edges go.
struct LayeredGraph {
    struct Size {
        var width: Double
        var height: Double
        /// How much of the width, on the right, no edge comes to.
        var side = 0.0
    }

    struct Edge {
        /// The box that is to lie above the other.
        var upper: Int
        var lower: Int
        var label = Size(width: 0, height: 0)
        /// Whether the edge says which of its boxes is above; else it takes them as they come.
        var ranks = true
    }

    /// By box, its layer, from 0 at the top.
    let ranks: [Int]
    /// The edges, those turned round that would lead upwards. The boxes of some are in one layer.
    let edges: [Edge]

    /// - Parameters:
    ///   - widths: how wide each box is.
    ///   - limit: how wide a layer may be: boxes that have no room in it are in one of their own below.
    init(_ widths: [Double], edges: [Edge], limit: Double = .infinity) {
        let count = widths.count
        var ranking = edges.map { $0.ranks && $0.upper != $0.lower }
        Self.turnCircles(count, edges, &ranking)
        let ranks = Self.divided(Self.ranks(count, zip(edges, ranking).filter(\.1).map(\.0)), widths, limit)
        self.ranks = ranks
        self.edges = edges.map { edge in
            var edge = edge
            if ranks[edge.upper] > ranks[edge.lower] { (edge.upper, edge.lower) = (edge.lower, edge.upper) }
            return edge
        }
    }

    /// The layers of boxes whatever their widths.
    init(count: Int, edges: [Edge]) { self.init(Array(repeating: 0, count: count), edges: edges) }

    /// Takes out of the ranking the edges that would close a circle.
    private static func turnCircles(_ count: Int, _ edges: [Edge], _ ranking: inout [Bool]) {
        var out: [[Int]] = Array(repeating: [], count: count)
        for (index, edge) in edges.enumerated() where ranking[index] { out[edge.upper].append(index) }
        // 0 for a box that was not come to, 1 for one that is open on the way, 2 for one that is done.
        var state = [UInt8](repeating: 0, count: count)
        for root in 0..<count where state[root] == 0 {
            var stack = [(box: root, next: 0)]
            state[root] = 1
            while let (box, next) = stack.last {
                guard next < out[box].count else {
                    state[box] = 2
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let index = out[box][next]
                let lower = edges[index].lower
                if state[lower] == 1 { ranking[index] = false }
                if state[lower] == 0 {
                    state[lower] = 1
                    stack.append((lower, 0))
                }
            }
        }
    }

    /// The ranks, with those divided into several that hold more boxes than have room side by side.
    private static func divided(_ ranks: [Int], _ widths: [Double], _ limit: Double) -> [Int] {
        var boxes: [Int: [Int]] = [:]
        for (box, rank) in ranks.enumerated() { boxes[rank, default: []].append(box) }
        var divided = ranks
        var next = 0
        for rank in boxes.keys.sorted() {
            var width = 0.0
            for box in boxes[rank] ?? [] {
                if width > 0, width + widths[box] > limit {
                    next += 1
                    width = 0
                }
                divided[box] = next
                width += widths[box] + LayeredLayout.gapAcross
            }
            next += 1
        }
        return divided
    }

    /// One below the last of those that lead to it; a source stands close to the boxes it leads to, with those that only it
    /// leads to.
    private static func ranks(_ count: Int, _ edges: [Edge]) -> [Int] {
        var out: [[Int]] = Array(repeating: [], count: count)
        var waiting = [Int](repeating: 0, count: count)
        for edge in edges {
            out[edge.upper].append(edge.lower)
            waiting[edge.lower] += 1
        }
        let isSource = waiting.map { $0 == 0 }
        var rank = [Int](repeating: 0, count: count)
        var ready = (0..<count).filter { isSource[$0] }
        var index = 0
        while index < ready.count {
            for lower in out[ready[index]] {
                rank[lower] = max(rank[lower], rank[ready[index]] + 1)
                waiting[lower] -= 1
                if waiting[lower] == 0 { ready.append(lower) }
            }
            index += 1
        }
        // Of each box, whether all that lead to it do so by it alone: they come along.
        var isLoose = isSource
        for box in ready where !isSource[box] { isLoose[box] = true }
        for box in ready {
            let targets = Set(out[box])
            if !isLoose[box] || targets.count > 1 { for target in targets { isLoose[target] = false } }
        }
        for box in ready.reversed() where isLoose[box] {
            if let least = out[box].map({ rank[$0] }).min() { rank[box] = least - 1 }
        }
        return rank
    }
}
