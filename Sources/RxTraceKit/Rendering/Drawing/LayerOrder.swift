/// The order of places in layers, such that few edges cross.
struct LayerOrder {
    private static let sweeps = 12

    private(set) var layers: [[Int]]
    private let above: [[Int]]
    private let below: [[Int]]
    private var position: [Double]

    /// - Parameters:
    ///   - above: for each place, those it is joined to in the layer above.
    init(_ layers: [[Int]], above: [[Int]], below: [[Int]]) {
        self.layers = layers
        self.above = above
        self.below = below
        position = Array(repeating: 0, count: above.count)
        for layer in layers { number(layer) }
    }

    /// Orders each layer by the middle of its neighbours, to and fro, and keeps the best.
    mutating func improve() {
        var best = (layers: layers, crossings: crossings())
        for sweep in 0..<Self.sweeps where best.crossings > 0 {
            let isDown = sweep % 2 == 0
            for index in isDown ? Array(layers.indices) : layers.indices.reversed() {
                sort(index, by: isDown ? above : below)
            }
            let crossings = crossings()
            if crossings < best.crossings { best = (layers, crossings) }
        }
        layers = best.layers
    }

    private mutating func number(_ layer: [Int]) {
        for (index, place) in layer.enumerated() { position[place] = Double(index) }
    }

    private mutating func sort(_ layer: Int, by neighbours: [[Int]]) {
        let places = layers[layer].map { place in
            let near = neighbours[place].map { position[$0] }.sorted()
            let middle = near.isEmpty ? position[place] : (near[(near.count - 1) / 2] + near[near.count / 2]) / 2
            return (place: place, middle: middle, before: position[place])
        }
        layers[layer] = places.sorted { ($0.middle, $0.before) < ($1.middle, $1.before) }.map(\.place)
        number(layers[layer])
    }

    /// How often edges between neighbouring layers cross.
    private func crossings() -> Int {
        layers.reduce(0) { sum, layer in
            // Gone through from the left, an edge crosses those before it that end further right.
            var ends: [Double] = []
            var count = 0
            for place in layer {
                let own = below[place].map { position[$0] }.sorted()
                for end in own { count += ends.count - firstAbove(end, ends) }
                for end in own { ends.insert(end, at: firstAbove(end, ends)) }
            }
            return sum + count
        }
    }

    /// How many of the sorted numbers are not above another one.
    private func firstAbove(_ number: Double, _ sorted: [Double]) -> Int {
        sorted.partitioningIndex { $0 > number }
    }
}
