/// Places boxes in layers by the way events go, ordered so that few edges cross.
struct LayeredLayout {
    struct Size {
        var width: Double
        var height: Double
    }

    private static let sweeps = 10
    private static let gapAcross = 34.0

    /// The middle of each box.
    private(set) var x: [Double]
    private(set) var y: [Double]
    private(set) var width = 0.0
    private(set) var height = 0.0
    /// For each edge, the middles of the places it passes through between its ends, from the first box to the second.
    private(set) var passing: [[(x: Double, y: Double)]]

    private let sizes: [Size]
    /// The boxes of each layer, and the places kept for edges that pass through it, which count up from the boxes.
    private var layers: [[Int]] = []
    private var before: [[Int]]
    private var after: [[Int]]

    /// - Parameter edges: pairs of boxes, the first of which is to lie above the second.
    init(_ sizes: [Size], edges: [(from: Int, to: Int)], gapAlong: Double = 64) {
        self.sizes = sizes
        x = Array(repeating: 0, count: sizes.count)
        y = x
        before = Array(repeating: [], count: sizes.count)
        after = before
        passing = []
        let forward = Self.withoutCircles(sizes.count, edges)
        let ranks = Self.ranks(sizes.count, forward)
        var chains: [[Int]] = []
        for (node, rank) in ranks.enumerated() { put(node, rank) }
        for edge in forward { chains.append(connect(edge, ranks)) }
        orderLayers()
        place(gapAlong)
        passing = zip(chains, zip(edges, forward)).map { chain, pair in
            let points = chain.map { (x: x[$0], y: y[$0]) }
            return pair.0.from == pair.1.from ? points : points.reversed()
        }
        x.removeLast(x.count - sizes.count)
        y.removeLast(y.count - sizes.count)
    }

    /// The edges, with those turned round that would close a circle.
    private static func withoutCircles(_ count: Int, _ edges: [(from: Int, to: Int)]) -> [(from: Int, to: Int)] {
        var out: [[Int]] = Array(repeating: [], count: count)
        for (index, edge) in edges.enumerated() where edge.from != edge.to { out[edge.from].append(index) }
        var result = edges
        // 0 for a box that was not come to, 1 for one that is open on the way, 2 for one that is done.
        var state = [UInt8](repeating: 0, count: count)
        for root in 0..<count where state[root] == 0 {
            var stack = [(node: root, next: 0)]
            state[root] = 1
            while let (node, next) = stack.last {
                guard next < out[node].count else {
                    state[node] = 2
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let index = out[node][next]
                let to = edges[index].to
                if state[to] == 1 { result[index] = (from: to, to: node) }
                if state[to] == 0 {
                    state[to] = 1
                    stack.append((to, 0))
                }
            }
        }
        return result
    }

    /// The layer of each box: one below the last of those that lead to it; sources stand close to what they lead to.
    private static func ranks(_ count: Int, _ edges: [(from: Int, to: Int)]) -> [Int] {
        var out: [[Int]] = Array(repeating: [], count: count)
        var waiting = [Int](repeating: 0, count: count)
        for edge in edges where edge.from != edge.to {
            out[edge.from].append(edge.to)
            waiting[edge.to] += 1
        }
        let isSource = waiting.map { $0 == 0 }
        var rank = [Int](repeating: 0, count: count)
        var ready = (0..<count).filter { isSource[$0] }
        var index = 0
        while index < ready.count {
            for to in out[ready[index]] {
                rank[to] = max(rank[to], rank[ready[index]] + 1)
                waiting[to] -= 1
                if waiting[to] == 0 { ready.append(to) }
            }
            index += 1
        }
        for node in 0..<count where isSource[node] {
            if let least = out[node].map({ rank[$0] }).min() { rank[node] = least - 1 }
        }
        return rank
    }

    private mutating func put(_ item: Int, _ layer: Int) {
        while layers.count <= layer { layers.append([]) }
        layers[layer].append(item)
    }

    /// Leads an edge through the layers between its ends; answers the places kept for it.
    private mutating func connect(_ edge: (from: Int, to: Int), _ ranks: [Int]) -> [Int] {
        guard ranks[edge.from] < ranks[edge.to] else { return [] }
        var last = edge.from
        var places: [Int] = []
        for layer in (ranks[edge.from] + 1)...ranks[edge.to] {
            var item = edge.to
            if layer < ranks[edge.to] {
                item = before.count
                before.append([])
                after.append([])
                x.append(0)
                y.append(0)
                put(item, layer)
                places.append(item)
            }
            after[last].append(item)
            before[item].append(last)
            last = item
        }
        return places
    }

    /// Orders each layer by the middle of its neighbours, to and fro.
    private mutating func orderLayers() {
        var position = [Double](repeating: 0, count: before.count)
        func number(_ layer: [Int]) { for (index, item) in layer.enumerated() { position[item] = Double(index) } }
        layers.forEach(number)
        for sweep in 0..<Self.sweeps {
            let isDown = sweep % 2 == 0
            let turn = isDown ? Array(layers.indices.dropFirst()) : Array(layers.indices.dropLast().reversed())
            for index in turn {
                var key: [Int: Double] = [:]
                for item in layers[index] {
                    let near = (isDown ? before : after)[item].map { position[$0] }.sorted()
                    key[item] = near.isEmpty ? position[item] : (near[(near.count - 1) / 2] + near[near.count / 2]) / 2
                }
                layers[index].sort { (key[$0] ?? 0, position[$0]) < (key[$1] ?? 0, position[$1]) }
                number(layers[index])
            }
        }
    }

    private func width(_ item: Int) -> Double { item < sizes.count ? sizes[item].width : 12 }

    private mutating func place(_ gapAlong: Double) {
        var top = 0.0
        for layer in layers {
            let tall = layer.map { $0 < sizes.count ? sizes[$0].height : 0 }.max() ?? 0
            var next = 0.0
            for item in layer {
                x[item] = next + width(item) / 2
                y[item] = top + tall / 2
                next += width(item) + Self.gapAcross
            }
            top += tall + gapAlong
        }
        height = max(0, top - gapAlong)
        for sweep in 0..<8 {
            for layer in sweep % 2 == 0 ? layers : layers.reversed() { settle(layer, sweep % 2 == 0 ? before : after) }
        }
        let least = layers.joined().map { x[$0] - width($0) / 2 }.min() ?? 0
        for item in x.indices { x[item] -= least }
        width = layers.joined().map { x[$0] + width($0) / 2 }.max() ?? 0
    }

    /// Moves a layer's items to the middle of their neighbours, and apart again where they would meet.
    private mutating func settle(_ layer: [Int], _ neighbours: [[Int]]) {
        let wanted = layer.map { item in
            let near = neighbours[item]
            return near.isEmpty ? x[item] : near.reduce(0) { $0 + x[$1] } / Double(near.count)
        }
        func apart(_ one: Int, _ other: Int) -> Double { (width(one) + width(other)) / 2 + Self.gapAcross }
        var right = wanted
        for index in layer.indices.dropFirst() {
            right[index] = max(right[index], right[index - 1] + apart(layer[index - 1], layer[index]))
        }
        var left = wanted
        for index in layer.indices.dropLast().reversed() {
            left[index] = min(left[index], left[index + 1] - apart(layer[index], layer[index + 1]))
        }
        // The mean of both keeps all distances, for each of them does.
        for (index, item) in layer.enumerated() { x[item] = (right[index] + left[index]) / 2 }
    }
}
