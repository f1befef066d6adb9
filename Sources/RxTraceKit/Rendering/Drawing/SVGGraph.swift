/// The drawing of a graph.
struct SVGGraph {
    private typealias Point = (x: Double, y: Double)

    private static let letter = 11.0
    private static let line = 14.0
    private static let margin = 24.0

    private let picture: GraphPicture
    private let sizes: [LayeredLayout.Size]
    private let layout: LayeredLayout
    private let top: Double
    /// For each edge, its place among those between the same two boxes, and how many these are.
    private var lanes: [(lane: Int, of: Int)] = []
    /// For each edge, where it is in the layout, and whether it goes against it; nil where it is not.
    private var laidOut: [(index: Int, isReversed: Bool)?] = []

    init(_ picture: GraphPicture) {
        self.picture = picture
        // Events that went nowhere end in boxes of their own.
        var sizes = picture.boxes.map { box in
            LayeredLayout.Size(
                width: (box.lines.map { SVGText.width($0, size: Self.letter) }.max() ?? 0) + 20,
                height: Double(box.lines.count) * Self.line + 12)
        }
        var edges: [(from: Int, to: Int)] = []
        for edge in picture.edges {
            var end = edge.to ?? 0
            if edge.to == nil {
                end = sizes.count
                sizes.append(LayeredLayout.Size(width: 20, height: 20))
            }
            switch edge.kind {
            case .invoke, .dispose, nil: laidOut.append(nil)
            case .subscribe, .insert:
                laidOut.append((edges.count, true))
                edges.append((end, edge.from))
            case .event, .schedule, .act, .drop:
                laidOut.append((edges.count, false))
                edges.append((edge.from, end))
            }
        }
        self.sizes = sizes
        layout = LayeredLayout(sizes, edges: edges)
        top = Double(picture.title.count) * 18 + (picture.threads.count > 1 ? 22 : 0) + 14
        var counts: [[Int]: Int] = [:]
        let pairs = picture.edges.map { [min($0.from, $0.to ?? -1), max($0.from, $0.to ?? -1)] }
        var seen: [[Int]: Int] = [:]
        for pair in pairs { counts[pair, default: 0] += 1 }
        for pair in pairs {
            lanes.append((seen[pair, default: 0], counts[pair] ?? 1))
            seen[pair, default: 0] += 1
        }
    }

    func write(to output: TextOutput) throws {
        let titleWidth = picture.title.map { SVGText.width($0, size: 15) }.max() ?? 0
        let width = max(layout.width, titleWidth) + 2 * Self.margin + 90
        let height = layout.height + top + 2 * Self.margin
        try output.write(SVGText.head(width: width, height: height, title: picture.title[0]))
        for (index, line) in picture.title.enumerated() {
            try writeText(line, Self.margin, 24 + Double(index) * 18, size: index == 0 ? 15 : 11, anchor: "start")
        }
        try writeLegend(to: output)
        var labels: [(text: String, at: Point, color: String)] = []
        var cross = picture.boxes.count
        for (index, edge) in picture.edges.enumerated() {
            let end = edge.to ?? cross
            if edge.to == nil { cross += 1 }
            labels.append(try writeEdge(edge, index, to: end, output))
        }
        for (index, box) in picture.boxes.enumerated() { try writeBox(box, index, to: output) }
        for index in picture.boxes.count..<max(picture.boxes.count, sizes.count) { try writeCross(index, to: output) }
        for label in labels where !label.text.isEmpty {
            try write(
                label.text, label.at.x, label.at.y, size: 9,
                attributes: "fill=\"\(label.color)\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"",
                to: output)
        }
        try output.write("</svg>\n")

        func writeText(_ text: String, _ x: Double, _ y: Double, size: Double, anchor: String) throws {
            try write(text, x, y, size: size, attributes: "fill=\"#222222\" text-anchor=\"\(anchor)\"", to: output)
        }
    }

    private func write(
        _ text: String, _ x: Double, _ y: Double, size: Double, attributes: String, to output: TextOutput
    ) throws {
        try output.write(
            "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" font-size=\"\(SVGText.number(size))\" "
                + "\(attributes)>\(SVGText.escaped(text))</text>\n")
    }

    private func writeLegend(to output: TextOutput) throws {
        guard picture.threads.count > 1 else { return }
        var x = Self.margin
        for (place, name) in picture.threads.enumerated() {
            let text = "━ \(name)"
            try write(
                text, x, top - 8, size: 11, attributes: "fill=\"\(GraphColors.thread(place))\"", to: output)
            x += SVGText.width(text, size: 11) + 16
        }
    }

    private func middle(_ box: Int) -> Point { (layout.x[box] + Self.margin, layout.y[box] + Self.margin + top) }

    private func writeBox(_ box: GraphPicture.Box, _ index: Int, to output: TextOutput) throws {
        let (x, y) = middle(index)
        let size = sizes[index]
        let dashes = box.look == .code ? " stroke-dasharray=\"4 3\"" : ""
        var radius = 2.0
        if case .subscription = box.look { radius = 10 }
        if box.look == .role(.subject) { radius = size.height / 2 }
        try output.write(
            "<rect x=\"\(SVGText.number(x - size.width / 2))\" y=\"\(SVGText.number(y - size.height / 2))\" "
                + "width=\"\(SVGText.number(size.width))\" height=\"\(SVGText.number(size.height))\" "
                + "rx=\"\(SVGText.number(radius))\" fill=\"\(GraphColors.fill(box.look))\" "
                + "stroke=\"\(GraphColors.border(box.look))\"\(dashes)/>\n")
        for (line, text) in box.lines.enumerated() {
            let at = y + (Double(line) - Double(box.lines.count - 1) / 2) * Self.line + 4
            try write(text, x, at, size: Self.letter, attributes: "fill=\"#222222\" text-anchor=\"middle\"", to: output)
        }
    }

    private func writeCross(_ index: Int, to output: TextOutput) throws {
        let (x, y) = middle(index)
        func stroke(_ one: Double, _ other: Double) -> String {
            "M\(SVGText.number(x - 6)) \(SVGText.number(y + one))L\(SVGText.number(x + 6)) \(SVGText.number(y + other))"
        }
        try output.write(
            "<path d=\"\(stroke(-6, 6))\(stroke(6, -6))\" stroke=\"\(GraphColors.lost)\" stroke-width=\"3\"/>\n")
    }
}

// MARK: Edges

extension SVGGraph {
    /// Draws an edge, and answers its label and where that goes.
    private func writeEdge(
        _ edge: GraphPicture.Edge, _ index: Int, to end: Int, _ output: TextOutput
    ) throws -> (text: String, at: Point, color: String) {
        let color = Self.color(of: edge)
        var points = [middle(edge.from)]
        if let place = laidOut[index] {
            let passing = layout.passing[place.index].map { (x: $0.x + Self.margin, y: $0.y + Self.margin + top) }
            points += place.isReversed ? passing.reversed() : passing
        }
        points.append(middle(end))
        let offset = (Double(lanes[index].lane) - Double(lanes[index].of - 1) / 2) * 26
        let (path, label, tip) = Self.path(points, sizes[edge.from], sizes[end], offset: offset)
        try output.write("<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\" \(Self.style(of: edge.kind))/>\n")
        if edge.kind != nil, edge.to != nil {
            try output.write(
                "<path d=\"M0 0L-8 -3.5L-8 3.5Z\" fill=\"\(color)\" transform=\"translate(\(SVGText.number(tip.x)) "
                    + "\(SVGText.number(tip.y))) rotate(\(SVGText.number(tip.angle)))\"/>\n")
        }
        let isLong = edge.label.count > 40
        let text = isLong ? "\(edge.label.prefix(39))…" : edge.label
        return (text, (label.x + 4, label.y), edge.hasError ? GraphColors.lost : color)
    }

    /// A curve along `points`, from the border of one box to that of another, and the middle and the end of it.
    private static func path(
        _ points: [Point], _ from: LayeredLayout.Size, _ to: LayeredLayout.Size, offset: Double
    ) -> (path: String, label: Point, tip: (x: Double, y: Double, angle: Double)) {
        var points = points
        let last = points.count - 1
        let shiftFrom = max(-from.width / 2 + 6, min(from.width / 2 - 6, offset))
        let shiftTo = max(-to.width / 2 + 6, min(to.width / 2 - 6, offset))
        let goesDown = points[last].y - points[0].y
        guard abs(goesDown) > 1 else { return sidePath(points[0], points[last], from, to, offset: offset) }
        let sign: Double = goesDown > 0 ? 1 : -1
        points[0] = (points[0].x + shiftFrom, points[0].y + sign * from.height / 2)
        points[last] = (points[last].x + shiftTo, points[last].y - sign * to.height / 2)
        var text = "M\(SVGText.number(points[0].x)) \(SVGText.number(points[0].y))"
        for (one, other) in zip(points, points.dropFirst()) {
            let half = SVGText.number((one.y + other.y) / 2)
            text += "C\(SVGText.number(one.x)) \(half) \(SVGText.number(other.x)) \(half) "
            text += "\(SVGText.number(other.x)) \(SVGText.number(other.y))"
        }
        let pair = (points[(last - 1) / 2], points[(last - 1) / 2 + 1])
        // Labels of edges side by side stand at different heights.
        let share = 0.5 + max(-0.3, min(0.3, offset / 130))
        let down = sign > 0 ? share : 1 - share
        let label = (
            x: pair.0.x + (pair.1.x - pair.0.x) * down, y: pair.0.y + (pair.1.y - pair.0.y) * down
        )
        return (text, label, (points[last].x, points[last].y, sign * 90))
    }

    /// A bow between boxes side by side.
    private static func sidePath(
        _ one: Point, _ other: Point, _ from: LayeredLayout.Size, _ to: LayeredLayout.Size, offset: Double
    ) -> (path: String, label: Point, tip: (x: Double, y: Double, angle: Double)) {
        let sign: Double = other.x >= one.x ? 1 : -1
        let start = (x: one.x + sign * from.width / 2, y: one.y + offset / 3)
        let end = (x: other.x - sign * to.width / 2, y: other.y + offset / 3)
        let bow = one.y + offset - 12
        let middle = (start.x + end.x) / 2
        let text =
            "M\(SVGText.number(start.x)) \(SVGText.number(start.y))Q\(SVGText.number(middle)) \(SVGText.number(bow)) "
            + "\(SVGText.number(end.x)) \(SVGText.number(end.y))"
        return (text, (middle, bow + 4), (end.x, end.y, sign > 0 ? 0 : 180))
    }

    private static func color(of edge: GraphPicture.Edge) -> String {
        if edge.kind == .drop { return GraphColors.lost }
        return edge.kind == nil ? "#b7950b" : edge.threads.first.map(GraphColors.thread) ?? "#333333"
    }

    private static func style(of kind: GraphEdges.Kind?) -> String {
        switch kind {
        case .event, .drop: "stroke-width=\"1.8\""
        case .subscribe, .insert: "stroke-width=\"0.8\""
        case .schedule, .invoke, .act: "stroke-dasharray=\"5 3\""
        case .dispose, nil: "stroke-dasharray=\"1.5 3\""
        }
    }
}
