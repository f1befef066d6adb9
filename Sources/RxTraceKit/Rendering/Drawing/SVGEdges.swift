/// The lines of a drawing's edges, from the border of one box between the others to that of another.
struct SVGEdges {
    struct Line {
        var path: String
        var end: SVGGraph.Point
        /// Whether it comes to its end from above.
        var pointsDown: Bool
    }

    private static let gap = 22.0

    private let layout: LayeredLayout
    private let edges: [(from: Int, to: Int)]
    /// For each edge, where it leaves its upper and where it comes to its lower box: places across.
    private var upperX: [Double]
    private var lowerX: [Double]

    /// - Parameter edges: for each of the layout's ways, the boxes by the direction of the edge.
    init(_ layout: LayeredLayout, _ edges: [(from: Int, to: Int)]) {
        self.layout = layout
        self.edges = edges
        upperX = Array(repeating: 0, count: edges.count)
        lowerX = upperX
        /// By box, the edges that come to its upper and those that come to its lower border: with the place of the other
        /// end, and whether it is the edge's upper end.
        var tops: [Int: [(edge: Int, isUpper: Bool, other: Double)]] = [:]
        var bottoms = tops
        for (edge, way) in layout.ways.enumerated() {
            let (first, last) = (way.between.first ?? way.label, way.between.last ?? way.label)
            bottoms[way.upper, default: []].append((edge, true, layout.line(first) - 1))
            if layout.places[way.upper].layer == layout.places[way.lower].layer {
                bottoms[way.lower, default: []].append((edge, false, layout.line(last) + 1))
            } else {
                tops[way.lower, default: []].append((edge, false, layout.line(last)))
            }
        }
        for side in [tops, bottoms] {
            for (box, ends) in side {
                let place = layout.places[box]
                let sorted = ends.sorted { ($0.other, $0.edge) < ($1.other, $1.edge) }
                let step = min(Self.gap, max(0, place.size.width - 16) / Double(max(1, sorted.count - 1)))
                for (index, end) in sorted.enumerated() {
                    let x = place.x + (Double(index) - Double(sorted.count - 1) / 2) * step
                    if end.isUpper { upperX[end.edge] = x } else { lowerX[end.edge] = x }
                }
            }
        }
    }

    /// - Parameter shifted: where a point of the layout is in the drawing.
    func line(_ edge: Int, shifted: (SVGGraph.Point) -> SVGGraph.Point) -> Line {
        let way = layout.ways[edge]
        let (upper, lower) = (layout.places[way.upper], layout.places[way.lower])
        let start = (x: upperX[edge], y: upper.y + upper.size.height / 2)
        guard upper.layer != lower.layer else {
            return bow(edge, start, (lowerX[edge], lower.y + lower.size.height / 2), shifted)
        }
        let end = (x: lowerX[edge], y: lower.y - lower.size.height / 2)
        // Straight through each layer, in curves from one to the next.
        var path = "M\(Self.text(shifted(start)))L\(Self.text(shifted((start.x, layout.bounds[upper.layer].bottom))))"
        var last = (x: start.x, y: layout.bounds[upper.layer].bottom)
        for place in way.between {
            let (x, layer) = (layout.line(place), layout.bounds[layout.places[place].layer])
            path += Self.curve(last, (x, layer.top), shifted)
            last = (x, layer.bottom)
            path += "L\(Self.text(shifted(last)))"
        }
        path += Self.curve(last, (end.x, layout.bounds[lower.layer].top), shifted) + "L\(Self.text(shifted(end)))"
        let isDown = edges[edge].to == way.lower
        return Line(path: path, end: shifted(isDown ? end : start), pointsDown: isDown)
    }

    /// A bow below two boxes of one layer, or from one box to itself; its label hangs at it.
    private func bow(
        _ edge: Int, _ start: SVGGraph.Point, _ end: SVGGraph.Point, _ shifted: (SVGGraph.Point) -> SVGGraph.Point
    ) -> Line {
        let way = layout.ways[edge]
        let label = layout.places[way.label]
        let depth = layout.bounds[label.layer].top - 2
        let low = (x: label.x, y: depth)
        let path =
            "M\(Self.text(shifted(start)))C\(Self.text(shifted((start.x, depth)))) "
            + "\(Self.text(shifted(((start.x + low.x) / 2, depth)))) \(Self.text(shifted(low)))C"
            + "\(Self.text(shifted(((end.x + low.x) / 2, depth)))) \(Self.text(shifted((end.x, depth)))) "
            + Self.text(shifted(end))
        let isForward = edges[edge].to == way.lower
        return Line(path: path, end: shifted(isForward ? end : start), pointsDown: false)
    }

    private static func text(_ point: SVGGraph.Point) -> String {
        "\(SVGText.number(point.x)) \(SVGText.number(point.y))"
    }

    private static func curve(
        _ one: SVGGraph.Point, _ other: SVGGraph.Point, _ shifted: (SVGGraph.Point) -> SVGGraph.Point
    ) -> String {
        let half = (one.y + other.y) / 2
        return "C\(text(shifted((one.x, half)))) \(text(shifted((other.x, half)))) \(text(shifted(other)))"
    }
}
