/// The drawing of a graph.
struct SVGGraph {
    typealias Point = (x: Double, y: Double)

    private static let letter = 11.0
    private static let line = 14.0
    private static let margin = 24.0
    private static let labelLetter = 9.0
    private static let labelLine = 11.0

    private let picture: GraphPicture
    private let layout: LayeredLayout
    /// For each edge, the lines of its label.
    private let labels: [[String]]
    /// For each edge, the box it ends in: events that went nowhere have boxes of their own.
    private let ends: [Int]
    private let top: Double

    init(_ picture: GraphPicture) {
        self.picture = picture
        labels = picture.edges.map { $0.label.isEmpty ? [] : GraphWords.wrapped($0.label) }
        var sizes = picture.boxes.map { box in
            Self.size(of: box.lines, letter: Self.letter, line: Self.line, around: (20, 12))
        }
        var ends: [Int] = []
        var edges: [LayeredGraph.Edge] = []
        for (edge, label) in zip(picture.edges, labels) {
            if edge.to == nil { sizes.append(LayeredLayout.Size(width: 14, height: 14)) }
            let end = edge.to ?? sizes.count - 1
            ends.append(end)
            edges.append(
                LayeredGraph.Edge(
                    upper: edge.isBackward ? end : edge.from, lower: edge.isBackward ? edge.from : end,
                    label: Self.size(of: label, letter: Self.labelLetter, line: Self.labelLine, around: (12, 0)),
                    ranks: edge.ranks))
        }
        self.ends = ends
        layout = LayeredLayout(sizes, edges: edges)
        top = Self.margin + Double(picture.title.count) * 18 + (picture.threads.count > 1 ? 22 : 0) + 14
    }

    private static func size(
        of lines: [String], letter: Double, line: Double, around: (width: Double, height: Double)
    ) -> LayeredLayout.Size {
        guard !lines.isEmpty else { return LayeredLayout.Size(width: 0, height: 0) }
        return LayeredLayout.Size(
            width: (lines.map { SVGText.width($0, size: letter) }.max() ?? 0) + around.width,
            height: Double(lines.count) * line + around.height)
    }

    func write(to output: TextOutput) throws {
        let titleWidth = picture.title.map { SVGText.width($0, size: 15) }.max() ?? 0
        let legendWidth = picture.threads.reduce(0) { $0 + SVGText.width("━ \($1)", size: 11) + 16 }
        let width = max(layout.width, titleWidth, legendWidth) + 2 * Self.margin
        let height = layout.height + top + Self.margin
        try output.write(SVGText.head(width: width, height: height, title: picture.title[0]))
        for (index, line) in picture.title.enumerated() {
            let size = index == 0 ? 15.0 : 11.0
            try output.write(SVGText.text(line, Self.margin, 30 + Double(index) * 18, size: size))
        }
        try writeLegend(to: output)
        let edges = SVGEdges(layout, picture.edges.enumerated().map { ($0.element.from, ends[$0.offset]) })
        for (index, edge) in picture.edges.enumerated() { try write(edge, index, edges, to: output) }
        for (index, box) in picture.boxes.enumerated() { try write(box, index, to: output) }
        for (edge, end) in zip(picture.edges, ends) where edge.to == nil { try writeCross(end, to: output) }
        for (index, edge) in picture.edges.enumerated() { try writeLabel(edge, index, to: output) }
        try output.write("</svg>\n")
    }

    private func writeLegend(to output: TextOutput) throws {
        guard picture.threads.count > 1 else { return }
        var x = Self.margin
        for (place, name) in picture.threads.enumerated() {
            let text = "━ \(name)"
            try output.write(SVGText.text(text, x, top - 14, size: 11, color: GraphColors.thread(place)))
            x += SVGText.width(text, size: 11) + 16
        }
    }

    private func shifted(_ point: Point) -> Point { (point.x + Self.margin, point.y + top) }

    private func write(_ box: GraphPicture.Box, _ index: Int, to output: TextOutput) throws {
        let place = layout.places[index]
        let (x, y) = shifted((place.x, place.y))
        let dashes = box.look == .code ? " stroke-dasharray=\"4 3\"" : ""
        var radius = 2.0
        if case .subscription = box.look { radius = 10 }
        if box.look == .role(.subject) { radius = place.size.height / 2 }
        try output.write(
            "<rect x=\"\(SVGText.number(x - place.size.width / 2))\" y=\"\(SVGText.number(y - place.size.height / 2))\" "
                + "width=\"\(SVGText.number(place.size.width))\" height=\"\(SVGText.number(place.size.height))\" "
                + "rx=\"\(SVGText.number(radius))\" fill=\"\(GraphColors.fill(box.look))\" "
                + "stroke=\"\(GraphColors.border(box.look))\"\(dashes)/>\n")
        for (line, text) in box.lines.enumerated() {
            let at = y + (Double(line) - Double(box.lines.count - 1) / 2) * Self.line + 4
            try output.write(SVGText.text(text, x, at, size: Self.letter, anchor: "middle"))
        }
    }

    private func writeCross(_ box: Int, to output: TextOutput) throws {
        let (x, y) = shifted((layout.places[box].x, layout.places[box].y))
        func stroke(_ one: Double, _ other: Double) -> String {
            "M\(SVGText.number(x - 6)) \(SVGText.number(y + one))L\(SVGText.number(x + 6)) \(SVGText.number(y + other))"
        }
        try output.write(
            "<path d=\"\(stroke(-6, 6))\(stroke(6, -6))\" stroke=\"\(GraphColors.lost)\" stroke-width=\"3\"/>\n")
    }

    private func writeLabel(_ edge: GraphPicture.Edge, _ index: Int, to output: TextOutput) throws {
        let place = layout.places[layout.ways[index].label]
        let (x, y) = shifted((place.x - place.size.width / 2 + 8, place.y - place.size.height / 2))
        let color = edge.hasError ? GraphColors.lost : Self.color(of: edge)
        for (line, text) in labels[index].enumerated() {
            let at = y + Double(line + 1) * Self.labelLine - 2.5
            try output.write(SVGText.text(text, x, at, size: Self.labelLetter, color: color))
        }
    }

    private func write(
        _ edge: GraphPicture.Edge, _ index: Int, _ edges: SVGEdges, to output: TextOutput
    ) throws {
        let color = Self.color(of: edge)
        let line = edges.line(index, shifted: shifted)
        try output.write("<path d=\"\(line.path)\" fill=\"none\" stroke=\"\(color)\" \(Self.style(of: edge.kind))/>\n")
        guard let kind = edge.kind, edge.to != nil else { return }
        let sign = line.pointsDown ? -1.0 : 1.0
        let (shape, fill) =
            kind == .insert
            ? ([(3.5, 5.0), (0, 10), (-3.5, 5)], "#ffffff") : ([(3.5, 8.0), (-3.5, 8)], color)
        let points = shape.map { "L\(SVGText.number(line.end.x + $0.0)) \(SVGText.number(line.end.y + sign * $0.1))" }
        try output.write(
            "<path d=\"M\(SVGText.number(line.end.x)) \(SVGText.number(line.end.y))\(points.joined())Z\" "
                + "fill=\"\(fill)\" stroke=\"\(color)\" stroke-width=\"0.8\"/>\n")
    }

    private static func color(of edge: GraphPicture.Edge) -> String {
        switch edge.kind {
        case .drop: GraphColors.lost
        case .kept: GraphColors.kept
        case nil: GraphColors.mark
        default: edge.threads.first.map(GraphColors.thread) ?? "#333333"
        }
    }

    private static func style(of kind: GraphEdges.Kind?) -> String {
        switch kind {
        case .event, .drop: "stroke-width=\"1.8\""
        case .subscribe, .insert: "stroke-width=\"0.8\""
        case .schedule, .invoke, .act, .kept: "stroke-dasharray=\"5 3\""
        case .dispose, nil: "stroke-dasharray=\"1.5 3\""
        }
    }
}
