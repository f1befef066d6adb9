/// Where everything of a graph's picture is drawn: the one layout of the svg, the page and the positions of dot.
struct GraphDrawing {
    typealias Point = EdgeRoutes.Point

    /// Sizes of letters and lines, in units of the drawing.
    static let letter = 11.5
    static let line = 14.0
    /// Bold letters are so much wider.
    private static let bold = 1.08
    static let labelLetter = 10.0
    static let labelLine = 12.0
    /// From the line to its label.
    static let besideLine = 6.0

    /// A box by its middle.
    struct Frame {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    struct Label {
        /// Its left upper corner.
        var x: Double
        var y: Double
        var lines: [GraphLabel.Line]
    }

    private(set) var boxes: [Frame] = []
    /// For each edge, its line from the box it leaves to the one it goes to.
    private(set) var lines: [[Point]] = []
    /// For each edge, its label; nil where it has none.
    private(set) var labels: [Label?] = []
    private(set) var width: Double
    private(set) var height: Double

    private let picture: GraphPicture

    /// - Parameter limit: how wide it should be; infinite for as wide as it comes out.
    init(_ picture: GraphPicture, limit: Double = .infinity) {
        self.picture = picture
        let columns = limit < 500 ? 22 : 32
        let texts = picture.edges.map { $0.words.lines(of: columns) }
        var cores = picture.boxes.map { Self.size(ofBox: $0.lines) }
        let beside = EdgesBeside(picture.edges, texts, boxes: cores, limit: limit)
        for (box, height) in beside.heights { cores[box].height = max(cores[box].height, height) }
        // Events that went nowhere, and have no room beside their box, end at a place of their own.
        var sizes = cores
        for (box, width) in beside.widths {
            sizes[box].width += width
            sizes[box].side = width
        }
        var laid: [(edge: Int, end: Int)] = []
        var edges: [LayeredGraph.Edge] = []
        for (index, edge) in picture.edges.enumerated() where !beside.contains(index) {
            if edge.to == nil { sizes.append(LayeredGraph.Size(width: 14, height: 14)) }
            let end = edge.to ?? sizes.count - 1
            laid.append((index, end))
            var size = Self.size(of: texts[index])
            if size.width > 0 { size.width += Self.besideLine + 4 }
            edges.append(
                LayeredGraph.Edge(
                    upper: edge.isBackward ? end : edge.from, lower: edge.isBackward ? edge.from : end, label: size,
                    ranks: edge.ranks))
        }
        let layout = LayeredLayout(sizes, edges: edges, limit: limit)
        let routes = EdgeRoutes(
            layout,
            ports: sizes.indices.map { box in
                let left = layout.places[box].x - sizes[box].width / 2
                guard box < cores.count else { return left + 7...left + 7 }
                // Round corners have no edges, where there is room beside them.
                let radius = Self.radius(of: picture.boxes[box].look, height: cores[box].height)
                let inset = min(max(10, min(radius, cores[box].width / 2 - 24)), cores[box].width / 2)
                return left + inset...left + cores[box].width - inset
            })
        (width, height) = (layout.width, routes.height)
        boxes = cores.enumerated().map { box, size in
            let left = layout.places[box].x - sizes[box].width / 2
            return Frame(x: left + size.width / 2, y: routes.middle(box), width: size.width, height: size.height)
        }
        lines = Array(repeating: [], count: picture.edges.count)
        labels = Array(repeating: nil, count: picture.edges.count)
        for (index, (edge, _)) in laid.enumerated() {
            let way = layout.ways[index]
            let isDown = way.upper == picture.edges[edge].from
            lines[edge] = isDown ? routes.lines[index] : routes.lines[index].reversed()
            guard !texts[edge].isEmpty else { continue }
            labels[edge] = Label(
                x: routes.layout.line(way.label) + Self.besideLine, y: routes.top(way.label), lines: texts[edge])
        }
        for (box, frame) in boxes.enumerated() {
            for drawn in beside.drawn(at: frame, box) {
                lines[drawn.edge] = drawn.line
                if !texts[drawn.edge].isEmpty {
                    labels[drawn.edge] = Label(x: drawn.label.x, y: drawn.label.y, lines: texts[drawn.edge])
                }
            }
        }
    }

    /// How round the corners of a box are.
    static func radius(of look: GraphPicture.Look, height: Double) -> Double {
        switch look {
        case .role(.subject), .role(.scheduler): height / 2
        case .role(.observer), .subscription: 10
        default: 3
        }
    }

    /// The first line is bold on the page, and wider.
    private static func size(ofBox lines: [String]) -> LayeredGraph.Size {
        let around = (width: 18.0, height: 10.0)
        var size = size(of: lines, letter: letter, line: line, around: around)
        size.width = max(size.width, SVGText.width(lines.first ?? "", size: letter * bold) + around.width)
        return size
    }

    /// Where the label of an edge is, with its words.
    static func size(of label: [GraphLabel.Line]) -> LayeredGraph.Size {
        size(of: label.map(\.text), letter: labelLetter, line: labelLine, around: (0, 0))
    }

    private static func size(
        of lines: [String], letter: Double, line: Double, around: (width: Double, height: Double)
    ) -> LayeredGraph.Size {
        guard !lines.isEmpty else { return LayeredGraph.Size(width: 0, height: 0) }
        return LayeredGraph.Size(
            width: (lines.map { SVGText.width($0, size: letter) }.max() ?? 0) + around.width,
            height: Double(lines.count) * line + around.height)
    }
}
