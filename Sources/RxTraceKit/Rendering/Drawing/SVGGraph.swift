/// The drawing of a graph.
struct SVGGraph {
    typealias Point = GraphDrawing.Point

    private static let margin = 24.0
    private static let radius = 4.0

    private let picture: GraphPicture
    private let drawing: GraphDrawing
    private let legend: SVGLegend
    private let top: Double

    init(_ picture: GraphPicture) {
        self.picture = picture
        drawing = GraphDrawing(picture)
        legend = SVGLegend(picture, room: max(drawing.width, 420))
        top = Self.margin + Double(picture.title.count) * 18 + legend.height + 20
    }

    func write(to output: TextOutput) throws {
        let titleWidth = picture.title.map { SVGText.width($0, size: 15) }.max() ?? 0
        let width = max(drawing.width, titleWidth, legend.width) + 2 * Self.margin
        let height = drawing.height + top + Self.margin
        try output.write(SVGText.head(width: width, height: height, title: picture.title[0]))
        for (index, line) in picture.title.enumerated() {
            let size = index == 0 ? 15.0 : 11.0
            try output.write(SVGText.text(line, Self.margin, 30 + Double(index) * 18, size: size))
        }
        try legend.write(left: Self.margin, top: top - legend.height - 14, to: output)
        for (index, edge) in picture.edges.enumerated() { try write(edge, index, to: output) }
        for (index, box) in picture.boxes.enumerated() { try write(box, drawing.boxes[index], to: output) }
        for (index, edge) in picture.edges.enumerated() where edge.to == nil { try writeCross(index, to: output) }
        for (index, edge) in picture.edges.enumerated() { try writeLabel(edge, index, to: output) }
        try output.write("</svg>\n")
    }

    private func shifted(_ point: Point) -> Point { (point.x + Self.margin, point.y + top) }

    private func write(_ box: GraphPicture.Box, _ frame: GraphDrawing.Frame, to output: TextOutput) throws {
        let (x, y) = shifted((frame.x, frame.y))
        let dashes = box.look == .code ? " stroke-dasharray=\"4 3\"" : ""
        let radius = GraphDrawing.radius(of: box.look, height: frame.height)
        try output.write(
            "<rect x=\"\(SVGText.number(x - frame.width / 2))\" y=\"\(SVGText.number(y - frame.height / 2))\" "
                + "width=\"\(SVGText.number(frame.width))\" height=\"\(SVGText.number(frame.height))\" "
                + "rx=\"\(SVGText.number(radius))\" fill=\"\(GraphColors.fill(box.look))\" "
                + "stroke=\"\(GraphColors.border(box.look))\"\(dashes)/>\n")
        for (line, text) in box.lines.enumerated() {
            let at = y + (Double(line) - Double(box.lines.count - 1) / 2) * GraphDrawing.line + 4
            try output.write(SVGText.text(text, x, at, size: GraphDrawing.letter, anchor: "middle"))
        }
    }

    private func writeCross(_ edge: Int, to output: TextOutput) throws {
        guard let last = drawing.lines[edge].last, let before = drawing.lines[edge].dropLast().last else { return }
        // The place of the cross begins where the line ends.
        let isAcross = last.y == before.y
        let (x, y) = shifted((last.x + (isAcross ? 7 : 0), last.y + (isAcross ? 0 : last.y >= before.y ? 7 : -7)))
        func stroke(_ one: Double, _ other: Double) -> String {
            "M\(SVGText.number(x - 6)) \(SVGText.number(y + one))L\(SVGText.number(x + 6)) \(SVGText.number(y + other))"
        }
        try output.write(
            "<path d=\"\(stroke(-6, 6))\(stroke(6, -6))\" stroke=\"\(GraphColors.lost)\" stroke-width=\"3\"/>\n")
    }

    private func writeLabel(_ edge: GraphPicture.Edge, _ index: Int, to output: TextOutput) throws {
        guard let label = drawing.labels[index] else { return }
        let (x, y) = shifted((label.x, label.y))
        for (place, line) in label.lines.enumerated() {
            let at = y + Double(place + 1) * GraphDrawing.labelLine - 2.5
            let color = line.isError ? GraphColors.lost : Self.color(of: edge)
            try output.write(SVGText.text(line.text, x, at, size: GraphDrawing.labelLetter, color: color))
        }
    }

    private func write(_ edge: GraphPicture.Edge, _ index: Int, to output: TextOutput) throws {
        let color = Self.color(of: edge)
        let points = drawing.lines[index].map(shifted)
        // The diamond is at what holds the other, as the field draws it.
        let isDiamond = edge.kind == .insert
        let ends = isDiamond ? Array(points.prefix(2).reversed()) : Array(points.suffix(2))
        guard let end = ends.last, let before = ends.dropLast().last else { return }
        let path = Self.path(points)
        try output.write("<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\" \(Self.style(of: edge.kind))/>\n")
        guard edge.kind != nil, edge.to != nil else { return }
        // The head points the way of the last stretch.
        let length = max(abs(end.x - before.x) + abs(end.y - before.y), 0.1)
        let way = (x: (before.x - end.x) / length, y: (before.y - end.y) / length)
        let (shape, fill) =
            isDiamond
            ? ([(3.5, 5.0), (0, 10), (-3.5, 5)], "#ffffff") : ([(3.5, 8.0), (-3.5, 8)], color)
        let head = shape.map { across, back in
            "L\(SVGText.number(end.x + way.x * back + way.y * across)) "
                + SVGText.number(end.y + way.y * back + way.x * across)
        }
        try output.write(
            "<path d=\"M\(SVGText.number(end.x)) \(SVGText.number(end.y))\(head.joined())Z\" "
                + "fill=\"\(fill)\" stroke=\"\(color)\" stroke-width=\"0.8\"/>\n")
    }

    /// A line through the points, its corners rounded.
    private static func path(_ points: [Point]) -> String {
        func text(_ point: Point) -> String { "\(SVGText.number(point.x)) \(SVGText.number(point.y))" }
        var path = "M\(text(points[0]))"
        for (index, corner) in points.enumerated().dropFirst().dropLast() {
            let (before, after) = (points[index - 1], points[index + 1])
            let near = Self.point(corner, towards: before)
            path += "L\(text(near))Q\(text(corner)) \(text(Self.point(corner, towards: after)))"
        }
        return path + "L\(text(points[points.count - 1]))"
    }

    private static func point(_ corner: Point, towards other: Point) -> Point {
        let length = abs(other.x - corner.x) + abs(other.y - corner.y)
        let share = length > 0 ? min(radius, length / 2) / length : 0
        return (corner.x + (other.x - corner.x) * share, corner.y + (other.y - corner.y) * share)
    }

    private static func color(of edge: GraphPicture.Edge) -> String {
        color(of: edge.kind, thread: edge.threads.first)
    }

    static func color(of kind: GraphEdges.Kind?, thread: Int?) -> String {
        switch kind {
        case .drop: GraphColors.lost
        case .kept: GraphColors.kept
        case nil: GraphColors.mark
        default: thread.map(GraphColors.thread) ?? "#333333"
        }
    }

    static func style(of kind: GraphEdges.Kind?) -> String {
        switch kind {
        case .event, .drop: "stroke-width=\"1.8\""
        case .subscribe, .insert: "stroke-width=\"0.8\""
        case .schedule, .invoke, .act, .kept: "stroke-dasharray=\"5 3\""
        case .dispose, nil: "stroke-dasharray=\"1.5 3\""
        }
    }
}
