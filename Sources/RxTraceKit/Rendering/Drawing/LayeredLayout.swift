/// Places the boxes of a graph and the labels of its edges in layers, so that none covers another and edges pass between
/// them.
///
/// Boxes are in every second layer and labels in those between. An edge has a place of its own in each layer that it
/// passes.
struct LayeredLayout {
    typealias Size = LayeredGraph.Size

    /// A place in a layer, by its middle.
    struct Place {
        var x = 0.0
        var y = 0.0
        var size: Size
        var layer: Int
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

    private static let gapAcross = 26.0
    private static let gapAlong = 26.0

    /// Those of the boxes come first.
    private(set) var places: [Place]
    private(set) var ways: [Way] = []
    /// By layer, from where to where it goes.
    private(set) var bounds: [(top: Double, bottom: Double)] = []
    private(set) var width = 0.0
    var height: Double { bounds.last?.bottom ?? 0 }

    private var layers: [[Int]] = []
    /// For each place, those it is joined to in the layer above.
    private var above: [[Int]] = []
    private var below: [[Int]] = []

    init(_ boxes: [Size], edges: [LayeredGraph.Edge]) {
        places = []
        let graph = LayeredGraph(count: boxes.count, edges: edges)
        for (size, rank) in zip(boxes, graph.ranks) { _ = add(size, layer: 2 * rank) }
        for edge in graph.edges { ways.append(way(of: edge)) }
        var order = LayerOrder(layers, above: above, below: below)
        order.improve()
        layers = order.layers
        setHeights()
        setWidths()
    }

    private mutating func add(_ size: Size, layer: Int) -> Int {
        while layers.count <= layer { layers.append([]) }
        layers[layer].append(places.count)
        places.append(Place(size: size, layer: layer))
        above.append([])
        below.append([])
        return places.count - 1
    }

    private mutating func join(_ upper: Int, _ lower: Int) {
        below[upper].append(lower)
        above[lower].append(upper)
    }

    private mutating func way(of edge: LayeredGraph.Edge) -> Way {
        let (first, last) = (places[edge.upper].layer, places[edge.lower].layer)
        guard first < last else {
            let label = add(edge.label, layer: first + 1)
            join(edge.upper, label)
            if edge.lower != edge.upper { join(edge.lower, label) }
            return Way(upper: edge.upper, lower: edge.lower, between: [label], label: label)
        }
        // Labels are in the odd layers.
        let middle = (first + last) / 2 - ((first + last) / 2 + 1) % 2
        var between: [Int] = []
        for layer in first + 1..<last {
            between.append(add(layer == middle ? edge.label : Size(width: 0, height: 0), layer: layer))
        }
        for (upper, lower) in zip([edge.upper] + between, between + [edge.lower]) { join(upper, lower) }
        return Way(upper: edge.upper, lower: edge.lower, between: between, label: between[middle - first - 1])
    }

    private mutating func setHeights() {
        var top = 0.0
        for layer in layers {
            let height = layer.map { places[$0].size.height }.max() ?? 0
            for place in layer { places[place].y = top + height / 2 }
            bounds.append((top, top + height))
            top += height + Self.gapAlong
        }
    }

    /// Where edges come to a place: a label stands to the right of its line.
    func line(_ place: Int) -> Double {
        places[place].layer % 2 == 0 ? places[place].x : places[place].x - places[place].size.width / 2 + 2
    }

    private func apart(_ one: Int, _ other: Int) -> Double {
        // Edges that only pass may do so side by side.
        let isNarrow = places[one].size.width == 0 && places[other].size.width == 0
        return (places[one].size.width + places[other].size.width) / 2 + (isNarrow ? 12 : Self.gapAcross)
    }

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
    }
}
