/// Places the boxes of a graph and the labels of its edges in layers, so that none covers another and edges pass between
/// them.
///
/// Below each layer of boxes there are layers of labels. An edge has a place of its own in each layer that it passes.
struct LayeredLayout {
    typealias Size = LayeredGraph.Size

    /// A place in a layer, by its middle.
    struct Place {
        var x = 0.0
        var size: Size
        var layer: Int
        /// Whether a line passes or a label stands here, rather than a box.
        var isPassing = false
    }

    /// The way of an edge.
    struct Way {
        var upper: Int
        var lower: Int
        /// The places it passes on its way down.
        var between: [Int]
        /// The place of its label, one of those. An edge in one layer has it below both boxes.
        var label: Int
    }

    static let gapAcross = 20.0
    /// Between lines that pass side by side.
    private static let gapOfLines = 10.0

    /// Those of the boxes come first.
    var places: [Place]
    private(set) var ways: [Way] = []
    /// By layer, its places from the left.
    private(set) var layers: [[Int]] = []
    private(set) var width = 0.0

    let limit: Double
    /// For each place, those it is joined to in the layer above.
    private var above: [[Int]] = []
    private var below: [[Int]] = []

    /// - Parameter limit: how wide the whole should be; wider where a single box or label is.
    init(_ boxes: [Size], edges: [LayeredGraph.Edge], limit: Double = .infinity) {
        self.limit = limit
        places = []
        let graph = LayeredGraph(boxes.map(\.width), edges: edges, limit: limit)
        let labels = LabelLayers(graph, limit: limit)
        for (size, rank) in zip(boxes, graph.ranks) {
            _ = add(size, layer: labels.layer(ofRank: rank), isPassing: false)
        }
        for (index, edge) in graph.edges.enumerated() { ways.append(way(of: edge, labels.layers[index])) }
        var order = LayerOrder(layers, above: above, below: below)
        order.improve()
        layers = order.layers
        setWidths()
    }

    private mutating func add(_ size: Size, layer: Int, isPassing: Bool = true) -> Int {
        while layers.count <= layer { layers.append([]) }
        layers[layer].append(places.count)
        places.append(Place(size: size, layer: layer, isPassing: isPassing))
        above.append([])
        below.append([])
        return places.count - 1
    }

    private mutating func join(_ upper: Int, _ lower: Int) {
        below[upper].append(lower)
        above[lower].append(upper)
    }

    private mutating func way(of edge: LayeredGraph.Edge, _ labelLayer: Int) -> Way {
        let (first, last) = (places[edge.upper].layer, places[edge.lower].layer)
        guard first < last else {
            let label = add(edge.label, layer: labelLayer)
            join(edge.upper, label)
            if edge.lower != edge.upper { join(edge.lower, label) }
            return Way(upper: edge.upper, lower: edge.lower, between: [label], label: label)
        }
        let between = (first + 1..<last).map { layer in
            add(layer == labelLayer ? edge.label : Size(width: 0, height: 0), layer: layer)
        }
        for (upper, lower) in zip([edge.upper] + between, between + [edge.lower]) { join(upper, lower) }
        return Way(upper: edge.upper, lower: edge.lower, between: between, label: between[labelLayer - first - 1])
    }

    /// Where edges come to a place: a label stands to the right of its line.
    func line(_ place: Int) -> Double {
        let (x, size) = (places[place].x, places[place].size)
        return places[place].isPassing ? x - size.width / 2 + 2 : x - size.side / 2
    }

    func apart(_ one: Int, _ other: Int) -> Double {
        // Lines may pass side by side.
        let isNarrow = places[one].size.width == 0 && places[other].size.width == 0
        let isLabel = places[one].isPassing && places[other].isPassing
        return (places[one].size.width + places[other].size.width) / 2
            + (isNarrow ? Self.gapOfLines : isLabel ? 12 : Self.gapAcross)
    }
}

// MARK: - Across

extension LayeredLayout {
    private mutating func setWidths() {
        for layer in layers {
            for (index, place) in layer.enumerated().dropFirst() {
                places[place].x = places[layer[index - 1]].x + apart(layer[index - 1], place)
            }
        }
        for sweep in 0..<12 {
            let isDown = sweep % 2 == 0
            for layer in isDown ? layers : layers.reversed() { settle(layer, isDown ? above : below) }
        }
        for _ in 0..<3 { straighten() }
        let least = places.map { $0.x - $0.size.width / 2 }.min() ?? 0
        for place in places.indices { places[place].x -= least }
        width = places.map { $0.x + $0.size.width / 2 }.max() ?? 0
    }

    /// Moves the places of a layer to the middle of their neighbours, and apart again where they would meet.
    private mutating func settle(_ layer: [Int], _ neighbours: [[Int]]) {
        let wanted = layer.map { place in
            let near = neighbours[place]
            guard !near.isEmpty else { return places[place].x }
            return near.reduce(0) { $0 + line($1) } / Double(near.count) + places[place].x - line(place)
        }
        var right = wanted
        for index in layer.indices.dropFirst() {
            right[index] = max(right[index], right[index - 1] + apart(layer[index - 1], layer[index]))
        }
        var left = wanted
        for index in layer.indices.dropLast().reversed() {
            left[index] = min(left[index], left[index + 1] - apart(layer[index], layer[index + 1]))
        }
        // The mean of both keeps all distances, for each of them does.
        for (index, place) in layer.enumerated() { places[place].x = (right[index] + left[index]) / 2 }
        if limit.isFinite { keepWithin(layer) }
    }

    /// Moves what stands out of the limits back in, the left one last: what is too wide stands out on the right.
    private mutating func keepWithin(_ layer: [Int]) {
        var bound = limit
        for (index, place) in layer.enumerated().reversed() {
            let half = index == layer.count - 1 ? places[place].size.width / 2 : apart(place, layer[index + 1])
            places[place].x = min(places[place].x, bound - half)
            bound = places[place].x
        }
        bound = 0
        for (index, place) in layer.enumerated() {
            let half = index == 0 ? places[place].size.width / 2 : apart(layer[index - 1], place)
            places[place].x = max(places[place].x, bound + half)
            bound = places[place].x
        }
    }
}
