/// The lines of a layout's edges, in right angles, from the border of one box between the others to that of another; and
/// how high it all is, for the lines that go across between two layers each have a track.
struct EdgeRoutes {
    typealias Point = (x: Double, y: Double)

    private static let track = 7.0
    /// An arrowhead has this room.
    private static let gap = 12.0
    private static let portGap = 12.0

    /// Along each edge from its upper box to its lower one.
    private(set) var lines: [[Point]] = []
    /// By layer, from where to where it goes.
    private(set) var bounds: [(top: Double, bottom: Double)] = []
    var height: Double { bounds.last?.bottom ?? 0 }

    /// One edge's part between two layers.
    private struct Part {
        var edge: Int
        var way: EdgeTracks.Part
        /// The track, from the top; nil where it goes straight.
        var track: Int?
    }

    /// That it was made of, with the lines moved to where edges come to boxes.
    private(set) var layout: LayeredLayout
    /// By layer, the parts below it.
    private var channels: [[Part]]
    private var upperX: [Double]
    private var lowerX: [Double]

    /// - Parameter ports: for each box, between which places across its edges may come to it.
    init(_ layout: LayeredLayout, ports: [ClosedRange<Double>]) {
        self.layout = layout
        channels = Array(repeating: [], count: layout.layers.count)
        upperX = Array(repeating: 0, count: layout.ways.count)
        lowerX = upperX
        setPorts(ports)
        self.layout.join(upper: upperX, lower: lowerX)
        joinPorts(ports)
        for (edge, way) in layout.ways.enumerated() { addParts(edge, way) }
        for layer in channels.indices {
            let tracks = EdgeTracks(channels[layer].map(\.way)).tracks
            for (index, track) in tracks.enumerated() { channels[layer][index].track = track }
        }
        setHeights()
        var tracks = layout.ways.map { _ in [Part]() }
        for channel in channels { for part in channel { tracks[part.edge].append(part) } }
        lines = layout.ways.indices.map { line(of: $0, tracks[$0]) }
    }

    private func isBow(_ way: LayeredLayout.Way) -> Bool {
        layout.places[way.upper].layer == layout.places[way.lower].layer
    }

    /// Edges leave and come to boxes as straight below what they pass as the borders let them.
    private mutating func setPorts(_ ports: [ClosedRange<Double>]) {
        var tops: [Int: [(edge: Int, isUpper: Bool, wanted: Double)]] = [:]
        var bottoms = tops
        for (edge, way) in layout.ways.enumerated() {
            let (first, last) = (
                layout.line(way.between.first ?? way.label), layout.line(way.between.last ?? way.label)
            )
            bottoms[way.upper, default: []].append((edge, true, first))
            if isBow(way) {
                bottoms[way.lower, default: []].append((edge, false, last + 1))
            } else {
                tops[way.lower, default: []].append((edge, false, last))
            }
        }
        for side in [tops, bottoms] {
            for (box, ends) in side {
                let sorted = ends.sorted { ($0.wanted, $0.edge) < ($1.wanted, $1.edge) }
                let xs = Self.spread(sorted.map(\.wanted), within: ports[box])
                for (end, x) in zip(sorted, xs) {
                    if end.isUpper { upperX[end.edge] = x } else { lowerX[end.edge] = x }
                }
            }
        }
    }

    /// Where a line comes to a box by its side but for a little, it comes straight.
    private mutating func joinPorts(_ ports: [ClosedRange<Double>]) {
        for (edge, way) in layout.ways.enumerated() where !isBow(way) {
            let (first, last) = (layout.line(way.between[0]), layout.line(way.between[way.between.count - 1]))
            if abs(upperX[edge] - first) < 4, ports[way.upper].contains(first) { upperX[edge] = first }
            if abs(lowerX[edge] - last) < 4, ports[way.lower].contains(last) { lowerX[edge] = last }
        }
    }

    /// The wanted places, in their order, moved into the range and apart.
    private static func spread(_ wanted: [Double], within range: ClosedRange<Double>) -> [Double] {
        let room = range.upperBound - range.lowerBound
        let step = min(portGap, room / Double(max(1, wanted.count - 1)))
        var xs = wanted.map { min(max($0, range.lowerBound), range.upperBound) }
        for index in xs.indices.dropFirst() { xs[index] = max(xs[index], xs[index - 1] + step) }
        var bound = range.upperBound
        for index in xs.indices.reversed() {
            xs[index] = min(xs[index], bound)
            bound = xs[index] - step
        }
        return xs
    }

    private mutating func addParts(_ edge: Int, _ way: LayeredLayout.Way) {
        let layer = layout.places[way.upper].layer
        if isBow(way) {
            let label = layout.line(way.label)
            let ends = [upperX[edge], lowerX[edge], label]
            channels[layer].append(
                Part(
                    edge: edge,
                    way: EdgeTracks.Part(
                        upper: upperX[edge], lower: lowerX[edge], span: (ends.min() ?? 0)...(ends.max() ?? 0),
                        hangs: true)))
            return
        }
        let xs = [upperX[edge]] + way.between.map(layout.line) + [lowerX[edge]]
        for (index, (upper, lower)) in zip(xs, xs.dropFirst()).enumerated() {
            channels[layer + index].append(
                Part(
                    edge: edge,
                    way: EdgeTracks.Part(upper: upper, lower: lower, span: min(upper, lower)...max(upper, lower))))
        }
    }

    private mutating func setHeights() {
        var top = 0.0
        for (layer, places) in layout.layers.enumerated() {
            let height = places.map { layout.places[$0].size.height }.max() ?? 0
            bounds.append((top, top + height))
            let tracks = (channels[layer].compactMap(\.track).max() ?? -1) + 1
            let touchesBox =
                places.contains { !layout.places[$0].isPassing }
                || (layer + 1 < layout.layers.count
                    && layout.layers[layer + 1].contains { !layout.places[$0].isPassing })
            let least = touchesBox ? Self.gap : 6
            top += height + least + (tracks > 0 ? Double(tracks - 1) * Self.track + 6 : 0)
        }
        // What hangs below the last boxes.
        let last = channels.indices.last { !channels[$0].isEmpty && $0 == channels.count - 1 }
        if let last, let tracks = channels[last].compactMap(\.track).max() {
            bounds[last].bottom += Self.gap + Double(tracks) * Self.track
        }
    }

    private func line(of edge: Int, _ parts: [Part]) -> [Point] {
        let way = layout.ways[edge]
        var points = [(x: upperX[edge], y: middle(way.upper) + layout.places[way.upper].size.height / 2)]
        let first = layout.places[way.upper].layer
        for (index, part) in parts.enumerated() {
            guard let track = part.track else { continue }
            let y = bounds[first + index].bottom + (index == 0 ? 8 : 4) + Double(track) * Self.track
            points.append((part.way.upper, y))
            points.append((part.way.lower, y))
        }
        let half = layout.places[way.lower].size.height / 2
        points.append((lowerX[edge], middle(way.lower) + (isBow(way) ? half : -half)))
        return points
    }

    /// Where the middle of a place is, downwards.
    func middle(_ place: Int) -> Double {
        let bounds = bounds[layout.places[place].layer]
        return (bounds.top + bounds.bottom) / 2
    }

    /// Where a label begins, downwards: at the top of its layer, near to its line.
    func top(_ place: Int) -> Double { middle(place) - layout.places[place].size.height / 2 }
}
